/// Cuts the data of one FIT file into its messages.
///
/// - SeeAlso: FIT Protocol, "Record Format".
struct FITMessageReader {
    private let bytes: [UInt8]
    private let end: Int
    /// Whether the bytes end before the data does, so that a message may be cut.
    private let isCut: Bool
    /// Of the next message.
    private(set) var offset: Int
    private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
    /// The latest, which compressed ones count from.
    private var timestamp: UInt32?

    /// - Parameters:
    ///   - data: where the messages lie.
    ///   - isCut: whether there were more.
    init(_ bytes: [UInt8], data: Range<Int>, isCut: Bool) {
        self.bytes = bytes
        offset = data.lowerBound
        end = data.upperBound
        self.isCut = isCut
    }

    /// The next data message; `nil` at the end of the data, or where a file that is cut ends.
    mutating func next() throws(FITFault) -> FITDataMessage? {
        while offset < end {
            let header = bytes[offset]
            if header & 0xC0 == 0x40 {
                guard try readDefinition(header) else { return nil }
                continue
            }
            let isCompressed = header & 0x80 != 0
            let local = isCompressed ? header >> 5 & 3 : header & 15
            guard let definition = definitions[Int(local)] else {
                throw FITFault(.undefinedMessage(localType: local), at: offset)
            }
            guard try has(1 + definition.size) else { return nil }
            let compressed = isCompressed ? timestamp.map { Self.timestamp(after: $0, offset: header & 31) } : nil
            let message = FITDataMessage(definition, in: bytes, at: offset + 1, compressed: compressed)
            timestamp = message.timestamp ?? timestamp
            offset += 1 + definition.size
            return message
        }
        return nil
    }

    /// The next moment at which the clock's lowest five bits are `offset`.
    private static func timestamp(after last: UInt32, offset: UInt8) -> UInt32 {
        last &+ ((UInt32(offset) &- last) & 31)
    }

    /// Whether as many bytes are left; what is not is a cut in a file that is cut, else a fault.
    private func has(_ count: Int) throws(FITFault) -> Bool {
        if end - offset >= count { return true }
        guard isCut else { throw FITFault(.messageBeyondData, at: offset) }
        return false
    }

    /// - Returns: whether all of it was there.
    private mutating func readDefinition(_ header: UInt8) throws(FITFault) -> Bool {
        guard try has(6) else { return false }
        let byteOrder = bytes[offset + 2]
        guard byteOrder <= 1 else { throw FITFault(.byteOrder(byteOrder), at: offset + 2) }
        let (low, high) = byteOrder == 0 ? (offset + 3, offset + 4) : (offset + 4, offset + 3)
        var definition = FITDefinition(
            number: UInt16(bytes[low]) | UInt16(bytes[high]) << 8, isBigEndian: byteOrder == 1)
        let count = Int(bytes[offset + 5])
        var length = 6 + 3 * count
        guard try has(length) else { return false }
        for index in 0..<count {
            let place = offset + 6 + 3 * index
            definition.append(number: bytes[place], size: Int(bytes[place + 1]), base: bytes[place + 2])
        }
        if header & 0x20 != 0 {
            guard try has(length + 1) else { return false }
            let count = Int(bytes[offset + length])
            let first = offset + length + 1
            length += 1 + 3 * count
            guard try has(length) else { return false }
            for index in 0..<count {
                let place = first + 3 * index
                definition.append(
                    FITDeveloperKey(developer: bytes[place + 2], number: bytes[place]), size: Int(bytes[place + 1]))
            }
        }
        definitions[Int(header & 15)] = definition
        offset += length
        return true
    }
}
