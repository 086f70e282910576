/// How a FIT field's bytes are read: the number that a definition message gives.
///
/// - SeeAlso: FIT Protocol, "Base Types".
enum FITBaseType: UInt8 {
    case `enum` = 0x00
    case sint8 = 0x01
    case uint8 = 0x02
    case sint16 = 0x83
    case uint16 = 0x84
    case sint32 = 0x85
    case uint32 = 0x86
    case string = 0x07
    case float32 = 0x88
    case float64 = 0x89
    case uint8z = 0x0A
    case uint16z = 0x8B
    case uint32z = 0x8C
    case byte = 0x0D
    case sint64 = 0x8E
    case uint64 = 0x8F
    case uint64z = 0x90

    /// Bytes of one element.
    var width: Int {
        switch self {
        case .enum, .sint8, .uint8, .uint8z, .string, .byte: 1
        case .sint16, .uint16, .uint16z: 2
        case .sint32, .uint32, .uint32z, .float32: 4
        case .sint64, .uint64, .uint64z, .float64: 8
        }
    }

    /// What stands for "no value": the bits of one element.
    var invalid: Int64 {
        switch self {
        case .enum, .uint8, .byte: 0xFF
        case .sint8: 0x7F
        case .sint16: 0x7FFF
        case .uint16: 0xFFFF
        case .sint32: 0x7FFF_FFFF
        case .uint32, .float32: 0xFFFF_FFFF
        case .sint64: .max
        case .uint64, .float64: -1
        case .string, .uint8z, .uint16z, .uint32z, .uint64z: 0
        }
    }

    /// What one element of a type that we write can hold, "no value" included.
    var range: ClosedRange<Int64> {
        switch self {
        case .enum, .uint8, .uint8z, .byte, .string: 0...0xFF
        case .sint8: -0x80...0x7F
        case .sint16: -0x8000...0x7FFF
        case .uint16, .uint16z: 0...0xFFFF
        case .sint32: -0x8000_0000...0x7FFF_FFFF
        case .uint32, .uint32z: 0...0xFFFF_FFFF
        case .sint64, .uint64, .uint64z, .float32, .float64: .min ... .max
        }
    }
}

/// One line of a definition message: a field's number, its size in bytes and its type.
struct FITField: Equatable {
    var number: UInt8
    var size: UInt8
    var type: FITBaseType
}

/// One line of a definition message for a field that a `field_description` of the same file describes.
struct FITDeveloperField: Equatable {
    var number: UInt8
    var size: UInt8
    /// Which `developer_data_id` it belongs to.
    var index: UInt8
}
