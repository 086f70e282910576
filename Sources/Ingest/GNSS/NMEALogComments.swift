/// Takes out the comment lines (`#` first) that collections of receiver logs put among the data, which may themselves hold a
/// sentence.
///
/// For files only: in a live stream a binary frame may hold the same bytes.
public func withoutNMEAComments(_ log: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(log.count)
    var lineStart = 0
    while lineStart < log.count {
        let lineEnd = log[lineStart...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? log.count
        if log[lineStart] != UInt8(ascii: "#") { kept.append(contentsOf: log[lineStart..<lineEnd]) }
        lineStart = lineEnd
    }
    return kept
}
