/// The fields that a file describes itself: their names are kept, and those that stand for a field of the profile are read where the
/// field itself is missing.
struct FITDeveloperFields {
    private struct Description {
        var type: FITBaseType
        var scale: Double
        var offset: Double
        var place: Int
    }

    private(set) var fields: [FITPart.DeveloperField] = []
    private var descriptions: [FITDeveloperKey: Description] = [:]
    /// The `developer_data_index` by which this program's own fields go.
    private var ownIndex: UInt8?
    private static let mostFields = 1024

    mutating func identify(_ message: FITDataMessage) {
        guard let id = message.content(1), id.elementsEqual(FITOwnField.applicationID) else { return }
        ownIndex = message.integer(3).flatMap { UInt8(exactly: $0) }
    }

    /// The bytes of one of our own fields; `nil` where the message has none.
    func own(_ field: FITOwnField, of message: FITDataMessage) -> ArraySlice<UInt8>? {
        guard let ownIndex else { return nil }
        return message.content(FITDeveloperKey(developer: ownIndex, number: field.rawValue))
    }

    /// The same as text up to its first zero; `nil` when it is empty.
    func ownText(_ field: FITOwnField, of message: FITDataMessage) -> String? {
        guard let text = own(field, of: message)?.prefix(while: { $0 != 0 }), !text.isEmpty else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    mutating func describe(_ message: FITDataMessage) {
        guard let developer = message.integer(0).flatMap({ UInt8(exactly: $0) }),
            let number = message.integer(1).flatMap({ UInt8(exactly: $0) }),
            let base = message.integer(2).flatMap({ UInt8(exactly: $0) }),
            let type = FITBaseType(rawValue: base) ?? FITBaseType(rawValue: base | 0x80), fields.count < Self.mostFields
        else { return }
        let isOfRecords = message.integer(14) == Int64(FITMessage.Kind.record.rawValue)
        let native = message.integer(15).flatMap { UInt8(exactly: $0) }
        descriptions[FITDeveloperKey(developer: developer, number: number)] = Description(
            type: type, scale: message.number(6).flatMap { $0 > 0 ? $0 : nil } ?? 1, offset: message.number(7) ?? 0,
            place: fields.count)
        fields.append(
            FITPart.DeveloperField(
                name: message.text(3) ?? "", units: message.text(8), nativeRecordField: isOfRecords ? native : nil))
    }

    /// Values of a record: counted, and taken for what they stand for.
    mutating func take(_ message: FITDataMessage, into point: inout RecordedPoint) {
        for field in message.definition.developerFields {
            guard let description = descriptions[field.key], let stored = message.number(field, as: description.type) else {
                continue
            }
            fields[description.place].values += 1
            let value = stored / description.scale - description.offset
            switch fields[description.place].nativeRecordField {
            case 3: point.beatsPerMinute = point.beatsPerMinute ?? value
            case 4: point.revolutionsPerMinute = point.revolutionsPerMinute ?? value
            case 5: point.distanceMetres = point.distanceMetres ?? value
            case 6, 73: point.speedMetresPerSecond = point.speedMetresPerSecond ?? value
            case 7: point.watts = point.watts ?? value
            case 13: point.temperatureCelsius = point.temperatureCelsius ?? value
            default: break
            }
        }
    }
}
