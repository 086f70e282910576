extension FITFault {
    /// With its place, without a full stop: `wrong checksum at byte 1234: 0xBB3D is stated, 0x1234 was computed`.
    public var sentence: String {
        switch reason {
        case .notFIT: "no FIT file begins at byte \(offset)"
        case .headerSize(let size): "the header at byte \(offset) says that it is \(size) bytes long, and 12 or 14 are possible"
        case .wrongHeaderChecksum(let stated, let computed):
            "wrong checksum of the header at byte \(offset): \(Self.hex(stated)) is stated, \(Self.hex(computed)) was computed"
        case .wrongChecksum(let stated, let computed):
            "wrong checksum at byte \(offset): \(Self.hex(stated)) is stated, \(Self.hex(computed)) was computed"
        case .byteOrder(let byte): "the byte order at byte \(offset) is \(byte), and 0 or 1 are possible"
        case .undefinedMessage(let localType): "the message at byte \(offset) is of local type \(localType), which is not defined"
        case .messageBeyondData: "the message at byte \(offset) is longer than the file's data"
        case .tooManyRecords(let limit): "there are more than \(limit) records, up to byte \(offset)"
        }
    }

    private static func hex(_ word: UInt16) -> String {
        let digits = String(word, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
