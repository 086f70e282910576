import Testing

/// A FIT file taken apart by the protocol's own words, for tests that need no other program. It trusts nothing that the writer
/// knows: definitions come from the file.
struct FITReading {
    struct Message {
        var number: UInt16
        /// By field number; raw, little-endian.
        var fields: [UInt8: [UInt8]]
        var developerFields: [UInt8: [UInt8]] = [:]

        func unsigned(_ field: UInt8) -> UInt64? {
            fields[field].map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        }
    }

    struct Malformed: Error {}

    private(set) var messages: [Message] = []

    subscript(_ number: UInt16) -> [Message] { messages.filter { $0.number == number } }

    init(_ file: [UInt8]) throws {
        guard file.count >= 16, file[0] == 14, Array(file[8..<12]) == Array(".FIT".utf8), Self.checksum(file[0..<14]) == 0,
            Self.checksum(file[...]) == 0
        else { throw Malformed() }
        let size = file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size == file.count - 16 else { throw Malformed() }

        struct Definition {
            var number: UInt16
            var fields: [(UInt8, Int)]
            var developerFields: [(UInt8, Int)]
        }
        var definitions: [UInt8: Definition] = [:]
        var bytes = file[14..<file.count - 2]
        func take(_ count: Int) throws -> [UInt8] {
            guard bytes.count >= count else { throw Malformed() }
            defer { bytes = bytes.dropFirst(count) }
            return Array(bytes.prefix(count))
        }
        func takeFields() throws -> [(UInt8, Int)] {
            let count = Int(try take(1)[0])
            return try (0..<count).map { _ in
                let field = try take(3)
                return (field[0], Int(field[1]))
            }
        }
        while !bytes.isEmpty {
            let header = try take(1)[0]
            guard header & 0x80 == 0 else { throw Malformed() }
            if header & 0x40 != 0 {
                let head = try take(4)
                guard head[0] == 0, head[1] == 0 else { throw Malformed() }
                let fields = try takeFields()
                definitions[header & 15] = Definition(
                    number: UInt16(head[2]) | UInt16(head[3]) << 8, fields: fields,
                    developerFields: header & 0x20 != 0 ? try takeFields() : [])
            } else {
                guard let definition = definitions[header & 15] else { throw Malformed() }
                var message = Message(number: definition.number, fields: [:])
                for (number, size) in definition.fields { message.fields[number] = try take(size) }
                for (number, size) in definition.developerFields { message.developerFields[number] = try take(size) }
                messages.append(message)
            }
        }
    }

    /// CRC-16/ARC bit by bit, as its definition has it.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        var value: UInt16 = 0
        for byte in bytes {
            value ^= UInt16(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
        }
        return value
    }
}
