/// One sentence whose checksum agrees, borrowed from the framer's bytes.
///
/// ```
/// $ GP RMC ,f1,f2,…,fn *hh        $ P UBX ,00,…*hh
///   ││ └ formatter                  └ proprietary: no talker
///   └ talker
/// ```
public struct NMEASentence: ~Escapable {
    /// What stands between the start and the `*`.
    public let body: Span<UInt8>
    /// Bytes of the address: all up to the first comma.
    private let addressLength: Int
    /// By the last three letters of a five-letter address.
    public let formatter: NMEAFormatter

    /// - Parameter whole: from the start delimiter to the second checksum digit, the checksum proved.
    @_lifetime(copy whole)
    init(proved whole: Span<UInt8>) {
        self.init(body: whole.extracting(1..<max(1, whole.count - 3)), start: whole[0])
    }

    /// Takes one whole sentence, `$` to the checksum digits; a line end may follow.
    ///
    /// - Throws: `truncated` without start, `*` or two digits; `invalid` for a byte that no sentence holds; `checksumMismatch`.
    @_lifetime(copy whole)
    public init(proving whole: Span<UInt8>) throws(WireError) {
        guard let first = whole.isEmpty ? nil : whole[0] else { throw .truncated(field: "start") }
        guard first == UInt8(ascii: "$") || first == UInt8(ascii: "!") else {
            throw .invalid(field: "start", value: Int64(first))
        }
        var computed: UInt8 = 0
        let star = NMEABodyScan.end(in: whole, from: 1, checksum: &computed)
        guard star < whole.count else { throw .truncated(field: "checksum") }
        guard whole[star] == UInt8(ascii: "*") else { throw .invalid(field: "body", value: Int64(whole[star])) }
        guard star + 2 < whole.count, let high = hexDigit(whole[star + 1]), let low = hexDigit(whole[star + 2]) else {
            throw .truncated(field: "checksum")
        }
        guard high << 4 | low == computed else {
            throw .checksumMismatch(computed: UInt32(computed), received: UInt32(high << 4 | low))
        }
        self.init(body: whole.extracting(1..<star), start: first)
    }

    @_lifetime(copy body)
    private init(body: Span<UInt8>, start: UInt8) {
        self.body = body
        var length = 0
        while length < body.count, body[length] != UInt8(ascii: ",") { length &+= 1 }
        addressLength = length
        if start == UInt8(ascii: "!") {
            formatter = .other  // another system's message in NMEA's clothes
        } else if length > 0, body[0] == UInt8(ascii: "P") {
            formatter = .proprietary
        } else if length == 5 {
            formatter = NMEAFormatter(code: UInt32(body[2]) << 16 | UInt32(body[3]) << 8 | UInt32(body[4]))
        } else {
            formatter = .other
        }
    }

    /// `GPRMC`, `PUBX`, …
    public var address: Span<UInt8> {
        @_lifetime(copy self)
        get { body.extracting(0..<addressLength) }
    }

    /// Who speaks; `nil` for a proprietary sentence.
    public var talker: NMEATalker? {
        guard formatter != .proprietary, addressLength == 5 else { return nil }
        return NMEATalker(body[0], body[1])
    }

    /// A cursor before the first field.
    public var fields: NMEAFieldReader {
        @_lifetime(copy self)
        get { NMEAFieldReader(body, firstComma: addressLength) }
    }

    /// Whether a fragment is worth a place in the counters: a start, a capital, two more capitals or digits, and a comma after
    /// them. Binary frames hold many a `$`.
    static func looksLikeSentence(_ fragment: Span<UInt8>) -> Bool {
        guard fragment.count > 4, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(fragment[1]) else { return false }
        for index in 2..<fragment.count {
            switch fragment[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            case UInt8(ascii: ","): return index > 3
            default: return false
            }
        }
        return false
    }
}

/// What a sentence says, whoever says it.
public enum NMEAFormatter: Hashable, Sendable {
    case rmc, gga, gns, gll, vtg, gsa, gst, gsv, zda, txt
    /// An address that begins with `P`.
    case proprietary
    /// Any other sentence.
    case other

    /// - Parameter code: three ASCII letters, the first in bits 16…23.
    init(code: UInt32) {
        switch code {
        case 0x52_4D43: self = .rmc
        case 0x47_4741: self = .gga
        case 0x47_4E53: self = .gns
        case 0x47_4C4C: self = .gll
        case 0x56_5447: self = .vtg
        case 0x47_5341: self = .gsa
        case 0x47_5354: self = .gst
        case 0x47_5356: self = .gsv
        case 0x5A_4441: self = .zda
        case 0x54_5854: self = .txt
        default: self = .other
        }
    }
}

/// Who speaks: `GP` GPS, `GL` GLONASS, `GA` Galileo, `GB`/`BD` BeiDou, `GN` several together, `IN` boat instruments, …
public struct NMEATalker: Hashable, Sendable, CustomStringConvertible {
    private let first: UInt8
    private let second: UInt8

    /// The two letters of the address.
    public init(_ first: UInt8, _ second: UInt8) {
        self.first = first
        self.second = second
    }

    /// `GN`: the solution of all constellations together.
    public static let combined = NMEATalker(UInt8(ascii: "G"), UInt8(ascii: "N"))

    /// The two letters.
    public var description: String { String(decoding: [first, second], as: UTF8.self) }
}
