import JSONText
import WireFormats

/// What a decoded value shows under the reference's names, in the reference's order: an absent field has no key, an unavailable
/// one is `null`.
struct GATTFields {
    private(set) var object = JSONObject()

    mutating func add(_ name: String, _ value: JSONValue) { object.append(name, value) }

    mutating func add(_ name: String, _ value: (some BinaryInteger)?) {
        if let value { object.append(name, .integer(Int64(clamping: value))) }
    }

    mutating func add(_ name: String, _ value: Double?, decimals: Int) {
        if let value { object.append(name, .number(value, decimals: decimals)) }
    }

    mutating func add(_ name: String, _ value: Reported<some BinaryInteger>) {
        if value.isPresent { object.append(name, .integer(value.value)) }
    }

    mutating func add(_ name: String, _ value: Reported<Double>, decimals: Int) {
        if value.isPresent { object.append(name, .number(value.value, decimals: decimals)) }
    }

    /// The names of the set bits, lowest first; a bit whose name is empty is no list member.
    mutating func add(_ name: String, bits: some BinaryInteger, _ names: [String]) {
        let set = names.indices.filter { bits >> $0 & 1 == 1 && !names[$0].isEmpty }
        object.append(name, .array(set.map { .string(names[$0]) }))
    }

    /// The last keys of every value.
    mutating func add(_ remainder: PacketRemainder) {
        if remainder.isTruncated { add("truncated", true) }
        if remainder.reservedFlags != 0 { add("reservedFlags", remainder.reservedFlags) }
        if remainder.trailingByteCount != 0 { add("trailingBytes", remainder.trailingByteCount) }
    }
}

/// A value that `decode` and the sensors page can show.
protocol GATTShown: CharacteristicValue {
    func show(in fields: inout GATTFields)
}

extension GATTShown {
    var json: JSONValue {
        var fields = GATTFields()
        show(in: &fields)
        return .object(fields.object)
    }
}

/// The name of an assigned number, `reserved_` and the number when it has none.
func assignedName(_ number: UInt8, _ names: [String]) -> String {
    let index = Int(number)
    return index < names.count && !names[index].isEmpty ? names[index] : "reserved_\(number)"
}

extension WireError {
    /// The reference's word for it.
    var word: String {
        switch self {
        case .truncated: "too_short"
        case .invalid: "out_of_range"
        case .checksumMismatch: "bad_checksum"
        }
    }
}

extension DecodableKind {
    /// A kind that reads one packet.
    static func characteristic<Value: GATTShown>(_ name: String, _ summary: String, _: Value.Type) -> DecodableKind {
        characteristic(name, summary) { (value: Value) in value.json }
    }

    /// A kind that reads one packet, whose value is its first byte and keeps nothing of what trails.
    static func singleByte<Value: GATTShown>(_ name: String, _ summary: String, _: Value.Type) -> DecodableKind {
        onePacket(name, summary) { (packet) throws(WireError) in
            var fields = GATTFields()
            try Value(decoding: packet).show(in: &fields)
            fields.add(PacketRemainder(trailingByteCount: packet.count - 1))
            return .object(fields.object)
        }
    }

    static func characteristic<Value: CharacteristicValue>(
        _ name: String, _ summary: String, json: @escaping @Sendable (Value) -> JSONValue
    ) -> DecodableKind {
        onePacket(name, summary) { (packet) throws(WireError) in json(try Value(decoding: packet)) }
    }

    private static func onePacket(
        _ name: String, _ summary: String, json: @escaping @Sendable ([UInt8]) throws(WireError) -> JSONValue
    ) -> DecodableKind {
        DecodableKind(name, summary) { packets, _ in
            guard packets.count == 1 else { return ["error": .string("\(name) reads one packet, not \(packets.count)")] }
            do throws(WireError) { return try json(packets[0]) } catch { return ["error": .string(error.word)] }
        }
    }

    /// A kind that reads one packet or more, in order of arrival.
    static func sequence<Value: CharacteristicValue>(
        _ name: String, _ summary: String, parameters: [String] = [],
        json: @escaping @Sendable (_ values: [Result<Value, WireError>], _ parameters: [String: Double]) -> JSONValue
    ) -> DecodableKind {
        DecodableKind(name, summary, parameters: parameters, isSequence: true) { packets, values in
            guard !packets.isEmpty else { return ["error": .string("\(name) reads one packet or more, not 0")] }
            for parameter in parameters where !(values[parameter].map { $0 > 0 && $0.isFinite } ?? false) {
                return ["error": .string("\(name) needs a positive \(parameter), as in \(name)?\(parameter)=2.096")]
            }
            return json(packets.map { packet in Result { () throws(WireError) in try Value(decoding: packet) } }, values)
        }
    }
}
