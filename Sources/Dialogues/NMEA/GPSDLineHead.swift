/// What a line of gpsd's is about, found without reading it all: the class stands first in what gpsd writes, the receiver soon after.
struct GPSDLineHead: Equatable {
    /// `nil` for what is no report.
    let className: String?
    let device: String?

    init(_ line: [UInt8]) {
        className = line.first == UInt8(ascii: "{") ? Self.text(of: "class", in: line) : nil
        // Within DEVICE the receiver is `path`.
        device = className == "DEVICE" ? Self.text(of: "path", in: line) : Self.text(of: "device", in: line)
    }

    /// The first member of that name with a plain string for its value; one with escapes is nothing that we look for.
    private static func text(of name: String, in line: [UInt8]) -> String? {
        let key = Array("\"\(name)\":\"".utf8)
        guard line.count >= key.count else { return nil }
        for start in 0...(line.count - key.count) where line[start] == key[0] && line[start + 1] == key[1] {
            guard line[start..<(start + key.count)].elementsEqual(key) else { continue }
            let rest = line[(start + key.count)...].prefix(256)
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")), !rest[..<end].contains(UInt8(ascii: "\\")) else {
                return nil
            }
            return String(validating: rest[..<end], as: UTF8.self)
        }
        return nil
    }
}
