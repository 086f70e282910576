import TestSupport
import WireFormats

/// `$`, the body, its checksum, CR LF. The XOR is a loop of its own, beside the framer's.
func line(_ body: String, start: Character = "$") -> [UInt8] {
    var sum: UInt8 = 0
    for byte in body.utf8 { sum ^= byte }
    let digits = Array("0123456789ABCDEF")
    return [UInt8]("\(start)\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n".utf8)
}

/// What `read` makes of the sentence with this body.
func reading<Value>(_ body: String, _ read: (borrowing NMEASentence) -> Value?) -> Value? {
    var value: Value?
    var framer = NMEALineFramer()
    framer.append(line(body)) { value = read($0) }
    return value
}

/// The bodies that a framer finds, and its counters.
func framed(_ bytes: [UInt8], chunk: Int = .max) -> (bodies: [String], counters: NMEACounters) {
    var framer = NMEALineFramer()
    var bodies: [String] = []
    var start = 0
    while start < bytes.count {
        let end = min(bytes.count, chunk == .max ? bytes.count : start + chunk)
        framer.append(bytes.span.extracting(start..<end)) { bodies.append(String(decoding: [UInt8]($0.body), as: UTF8.self)) }
        start = end
    }
    return (bodies, framer.counters)
}
