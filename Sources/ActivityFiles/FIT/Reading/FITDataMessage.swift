/// One data message, its fields still as bytes: each is decoded when asked for. "No value" becomes `nil` here and nowhere else.
struct FITDataMessage {
    let definition: FITDefinition
    /// Seconds since 1989-12-31T00:00:00Z, from field 253 or the message's header.
    let timestamp: UInt32?
    private let bytes: [UInt8]
    /// Of the first byte of the content.
    private let start: Int

    /// - Parameters:
    ///   - bytes: hold the whole message.
    ///   - start: of its content, behind the header byte.
    ///   - compressed: what the header byte says, when it says a time.
    init(_ definition: FITDefinition, in bytes: [UInt8], at start: Int, compressed: UInt32?) {
        self.definition = definition
        self.bytes = bytes
        self.start = start
        var timestamp = compressed
        for field in definition.fields where field.number == 253 {
            timestamp =
                Self.integer(field, in: bytes, at: start, isBigEndian: definition.isBigEndian)
                .flatMap { UInt32(exactly: $0) } ?? timestamp
        }
        self.timestamp = timestamp
    }

    var number: UInt16 { definition.number }

    // MARK: One field of those that the definition lists

    /// The first element as a whole number.
    func integer(_ field: FITDefinition.Field) -> Int64? {
        Self.integer(field, in: bytes, at: start, isBigEndian: definition.isBigEndian)
    }

    /// The first element as a number.
    func number(_ field: FITDefinition.Field) -> Double? {
        guard let type = field.type else { return nil }
        return number(at: field.start, type)
    }

    private func number(at place: Int, _ type: FITBaseType) -> Double? {
        let bits = Self.bits(in: bytes, at: start + place, type, isBigEndian: definition.isBigEndian)
        let value: Double? =
            switch type {
            case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            case .float64: Double(bitPattern: bits)
            case .uint64, .uint64z: bits == type.invalidBits ? nil : Double(bits)
            default: Self.integer(bits, type).map(Double.init)
            }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    // MARK: A field by its number

    private func field(_ number: UInt8) -> FITDefinition.Field? { definition.fields.first { $0.number == number } }

    func integer(_ number: UInt8) -> Int64? { field(number).flatMap { integer($0) } }
    func number(_ number: UInt8) -> Double? { field(number).flatMap { self.number($0) } }

    /// (stored / scale) - offset.
    func number(_ number: UInt8, scale: Double, offset: Double = 0) -> Double? {
        // Divided last: 2603 of fifths behind -500 m are 20.6 m, to the last bit.
        self.number(number).map { ($0 - offset * scale) / scale }
    }

    /// All elements of an array, "no value" as `nil`.
    func integers(_ number: UInt8) -> [Int64?] {
        guard let field = field(number), let type = field.type, type != .string else { return [] }
        return stride(from: 0, to: field.size, by: type.width).map { place in
            let bits = Self.bits(in: bytes, at: start + field.start + place, type, isBigEndian: definition.isBigEndian)
            return Self.integer(bits, type)
        }
    }

    /// Text up to its first zero; what is no UTF-8 is repaired. `nil` when it is empty.
    func text(_ number: UInt8) -> String? {
        guard let field = field(number), field.type == .string else { return nil }
        let first = start + field.start
        let text = bytes[first..<first + field.size].prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Bytes of a field of type `byte`, or of what type ever; `nil` when it is not there.
    func content(_ number: UInt8) -> ArraySlice<UInt8>? {
        field(number).map { bytes[start + $0.start..<start + $0.start + $0.size] }
    }

    /// Bytes of a developer field; `nil` when it is not there.
    func content(_ key: FITDeveloperKey) -> ArraySlice<UInt8>? {
        definition.developerFields.first { $0.key == key }.map { bytes[start + $0.start..<start + $0.start + $0.size] }
    }

    /// The first element of a developer field whose type its description gives.
    func number(_ field: FITDefinition.DeveloperField, as type: FITBaseType) -> Double? {
        guard field.size >= type.width, type != .string else { return nil }
        return number(at: field.start, type)
    }

    // MARK: Bits

    private static func integer(
        _ field: FITDefinition.Field, in bytes: [UInt8], at start: Int, isBigEndian: Bool
    ) -> Int64? {
        guard let type = field.type else { return nil }
        return integer(bits(in: bytes, at: start + field.start, type, isBigEndian: isBigEndian), type)
    }

    /// One element; a byte order matters to those of several bytes.
    private static func bits(in bytes: [UInt8], at index: Int, _ type: FITBaseType, isBigEndian: Bool) -> UInt64 {
        var bits: UInt64 = 0
        let width = type.width
        for place in 0..<width { bits = bits << 8 | UInt64(bytes[isBigEndian ? index + place : index + width - 1 - place]) }
        return bits
    }

    private static func integer(_ bits: UInt64, _ type: FITBaseType) -> Int64? {
        guard bits != type.invalidBits else { return nil }
        switch type {
        case .sint8: return Int64(Int8(truncatingIfNeeded: bits))
        case .sint16: return Int64(Int16(truncatingIfNeeded: bits))
        case .sint32: return Int64(Int32(truncatingIfNeeded: bits))
        case .sint64: return Int64(bitPattern: bits)
        case .float32, .float64, .string: return nil
        default: return Int64(exactly: bits)
        }
    }
}

extension FITBaseType {
    fileprivate var invalidBits: UInt64 { UInt64(bitPattern: invalid) }
}
