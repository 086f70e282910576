/// What a definition message says of the data messages of its local type.
struct FITDefinition {
    /// The global number.
    var number: UInt16
    var isBigEndian: Bool
    var fields: [Field] = []
    var developerFields: [DeveloperField] = []
    /// Bytes of a data message behind its header.
    var size = 0

    /// Where a field's bytes lie.
    struct Field {
        var number: UInt8
        /// `nil` for a type that is not known, or a size that holds no whole number of elements: the bytes are passed over.
        var type: FITBaseType?
        /// From the first byte of the message's content.
        var start: Int
        var size: Int
    }

    struct DeveloperField {
        /// Which developer, and which of its fields.
        var key: FITDeveloperKey
        var start: Int
        var size: Int
    }

    mutating func append(number: UInt8, size: Int, base: UInt8) {
        // Some writers leave out the bit that says that a type has a byte order.
        let type = FITBaseType(rawValue: base) ?? FITBaseType(rawValue: base | 0x80)
        let isWhole = type.map { size > 0 && size.isMultiple(of: $0.width) } ?? false
        fields.append(Field(number: number, type: isWhole ? type : nil, start: self.size, size: size))
        self.size += size
    }

    mutating func append(_ key: FITDeveloperKey, size: Int) {
        developerFields.append(DeveloperField(key: key, start: self.size, size: size))
        self.size += size
    }
}

/// Names a developer field within one file.
struct FITDeveloperKey: Hashable {
    /// `developer_data_index`.
    var developer: UInt8
    /// `field_definition_number`.
    var number: UInt8
}
