/// The header of a FIT file: 12 bytes in old files, 14 with a checksum of its own.
///
///     0      1         2..3     4..7       8..11   12..13
///     size   protocol  profile  data size  ".FIT"  CRC, 0 for none
///
/// - SeeAlso: FIT Protocol, "File Header".
struct FITHeader: Equatable {
    /// 12 or 14.
    var size: Int
    /// Major version in the high nibble.
    var protocolVersion: UInt8
    /// Major × 1000 + minor.
    var profileVersion: UInt16
    /// Bytes of messages behind the header, without the file's checksum.
    var dataSize: Int
    /// Of the header, as stated and as computed; `nil` when it has none.
    var checksums: (stated: UInt16, computed: UInt16)?

    static func == (a: FITHeader, b: FITHeader) -> Bool {
        a.size == b.size && a.protocolVersion == b.protocolVersion && a.profileVersion == b.profileVersion
            && a.dataSize == b.dataSize && a.checksums?.stated == b.checksums?.stated
            && a.checksums?.computed == b.checksums?.computed
    }

    /// - Throws: `notFIT`, `headerSize`.
    init(decoding bytes: [UInt8], at offset: Int) throws(FITFault) {
        guard bytes.count - offset >= 12, bytes[(offset + 8)...].starts(with: ".FIT".utf8) else {
            throw FITFault(.notFIT, at: offset)
        }
        size = Int(bytes[offset])
        guard size == 12 || size == 14, bytes.count - offset >= size else {
            throw FITFault(.headerSize(bytes[offset]), at: offset)
        }
        func word(_ index: Int) -> UInt16 { UInt16(bytes[offset + index]) | UInt16(bytes[offset + index + 1]) << 8 }
        protocolVersion = bytes[offset + 1]
        profileVersion = word(2)
        dataSize = Int(word(4)) | Int(word(6)) << 16
        if size == 14, word(12) != 0 { checksums = (word(12), FITChecksum.of(bytes[offset..<offset + 12])) }
    }

    /// Whether a FIT file may begin there.
    static func stands(in bytes: [UInt8], at offset: Int) -> Bool { (try? FITHeader(decoding: bytes, at: offset)) != nil }
}
