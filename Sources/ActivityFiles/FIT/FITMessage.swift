import Glibc  // rounding is a libm call on processors without the instruction

/// One data message being filled: each field is given once, with number, type and value, and the definition follows from that.
///
/// `nil`, and a value that its type cannot hold, are written as the type's "no value", never as 0 and never wrapped around.
struct FITMessage {
    let kind: Kind
    private(set) var fields: [FITField] = []
    private(set) var developerFields: [FITDeveloperField] = []
    /// The fields' values in order, little-endian.
    private(set) var payload: [UInt8] = []
    private(set) var developerPayload: [UInt8] = []

    /// The messages of an activity, by their global number.
    enum Kind: UInt16 {
        case fileID = 0
        case sport = 12
        case session = 18
        case lap = 19
        case record = 20
        case event = 21
        case deviceInfo = 23
        case workout = 26
        case activity = 34
        case fileCreator = 49
        case hrv = 78
        case fieldDescription = 206
        case developerDataID = 207
        case timeInZone = 216

        /// 0...15; two kinds share one, since no file mixes them. A sport is read and never written.
        var localType: UInt8 {
            switch self {
            case .fileID: 0
            case .event: 1
            case .record: 2
            case .hrv, .timeInZone: 3
            case .lap: 4
            case .session: 5
            case .activity: 6
            case .fileCreator: 7
            case .deviceInfo: 8
            case .developerDataID: 9
            case .fieldDescription: 10
            case .sport: 11
            case .workout: 12
            }
        }
    }

    init(_ kind: Kind) { self.kind = kind }

    /// Empties the message for the next of its kind; the memory stays.
    mutating func removeAll() {
        fields.removeAll(keepingCapacity: true)
        developerFields.removeAll(keepingCapacity: true)
        payload.removeAll(keepingCapacity: true)
        developerPayload.removeAll(keepingCapacity: true)
    }

    mutating func add(_ number: UInt8, _ type: FITBaseType, _ value: Int64?) {
        fields.append(FITField(number: number, size: UInt8(type.width), type: type))
        append(value, type)
    }

    /// - Parameters:
    ///   - scale: the stored whole number is (value + `offset`) × `scale`, rounded.
    ///   - offset: see `scale`.
    mutating func add(_ number: UInt8, _ type: FITBaseType, _ value: Double?, scale: Double = 1, offset: Double = 0) {
        add(number, type, value.flatMap { Self.stored($0, scale: scale, offset: offset) })
    }

    /// An array; what does not fit into a field's 255 bytes is left out.
    mutating func add(_ number: UInt8, _ type: FITBaseType, _ values: [Int64?]) {
        let values = values.prefix(255 / type.width)
        fields.append(FITField(number: number, size: UInt8(values.count * type.width), type: type))
        for value in values { append(value, type) }
    }

    /// Text in UTF-8, with the zero that ends it.
    ///
    /// - Parameter limit: the most bytes that the text may take (at most 254); what is longer ends before the character that
    ///   would not fit.
    mutating func add(_ number: UInt8, _ text: String, limit: Int = 63) {
        let bytes = text.fitBytes(limit: min(limit, 254))
        fields.append(FITField(number: number, size: UInt8(bytes.count + 1), type: .string))
        payload.append(contentsOf: bytes)
        payload.append(0)
    }

    /// A value for one of the fields that the file's `field_description`s describe, one byte long.
    mutating func addDeveloper(_ number: UInt8, _ value: UInt8?) { addDeveloper(number, [value ?? 0xFF]) }

    /// The same of several bytes, as they stand in the file; what does not fit into 255 is left out.
    mutating func addDeveloper(_ number: UInt8, _ bytes: [UInt8]) {
        let bytes = bytes.prefix(255)
        developerFields.append(FITDeveloperField(number: number, size: UInt8(bytes.count), index: 0))
        developerPayload.append(contentsOf: bytes)
    }

    /// (value + offset) × scale as a whole number, half away from zero; `nil` for what no 64-bit number holds.
    static func stored(_ value: Double, scale: Double = 1, offset: Double = 0) -> Int64? {
        Int64(exactly: ((value + offset) * scale).rounded(.toNearestOrAwayFromZero))
    }

    private mutating func append(_ value: Int64?, _ type: FITBaseType) {
        let stored = value.flatMap { type.range.contains($0) ? $0 : nil } ?? type.invalid
        for index in 0..<type.width { payload.append(UInt8(truncatingIfNeeded: stored >> Int64(8 * index))) }
    }
}

extension String {
    /// UTF-8 without zeros, cut before the character that would pass `limit` bytes.
    func fitBytes(limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in self {
            let next = character.utf8.filter { $0 != 0 }
            guard bytes.count + next.count <= limit else { break }
            bytes.append(contentsOf: next)
        }
        return bytes
    }
}
