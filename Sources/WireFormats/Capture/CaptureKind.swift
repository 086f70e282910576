/// What a file is, told by its content and never by its name.
public enum CaptureKind: String, CaseIterable, Sendable {
    /// Our own format.
    case wattbeat
    /// btmon, Android's HCI log.
    case btsnoop
    case pcap
    case pcapng
    /// Sentences as a receiver sends them.
    case nmea
    /// gpsd's reports, one JSON object a line.
    case gpsd

    /// How much of a file `detect` looks at, at most.
    public static let detectionLength = 1 << 16

    /// - Parameter prefix: the file's first bytes, `detectionLength` of them or all.
    public static func detect(_ prefix: Span<UInt8>) -> CaptureKind? {
        for (magic, kind) in magics where begins(prefix, magic) { return kind }
        return detectLog(prefix)
    }

    private static let magics: [(magic: [UInt8], kind: CaptureKind)] = [
        (Array("wattbeat-capture ".utf8), .wattbeat),
        (BTSnoop.magic, .btsnoop),
        ([0x0A, 0x0D, 0x0D, 0x0A], .pcapng),
        ([0xA1, 0xB2, 0xC3, 0xD4], .pcap), ([0xD4, 0xC3, 0xB2, 0xA1], .pcap),
        ([0xA1, 0xB2, 0x3C, 0x4D], .pcap), ([0x4D, 0x3C, 0xB2, 0xA1], .pcap),
    ]

    /// A file cut inside its magic is still of that kind, as long as four bytes of it are there.
    private static func begins(_ prefix: Span<UInt8>, _ magic: [UInt8]) -> Bool {
        let length = min(prefix.count, magic.count)
        guard length >= 4 else { return false }
        for index in 0..<length where prefix[index] != magic[index] { return false }
        return true
    }

    /// The first thing in the bytes that looks like a report or a sentence.
    private static func detectLog(_ prefix: Span<UInt8>) -> CaptureKind? {
        for index in prefix.indices {
            switch prefix[index] {
            case 0x7B where begins(prefix.extracting(index..<prefix.count), report): return .gpsd
            case 0x24, 0x21:
                if isSentence(prefix.extracting((index + 1)..<prefix.count)) { return .nmea }
            default: break
            }
        }
        return nil
    }

    private static let report = Array(#"{"class":""#.utf8)

    /// An address of four to eleven capital letters and digits, and a comma.
    private static func isSentence(_ bytes: Span<UInt8>) -> Bool {
        var length = 0
        while length < bytes.count, length < 12 {
            switch bytes[length] {
            case 0x41...0x5A, 0x30...0x39: length += 1
            case 0x2C: return length >= 4
            default: return false
            }
        }
        return false
    }
}
