/// Why bytes are no FIT file, or where one is damaged.
public struct FITFault: Error, Equatable, Sendable {
    /// Of the first byte that is not as it should be, from the beginning of all bytes.
    public var offset: Int
    public var reason: Reason

    public enum Reason: Equatable, Sendable {
        /// Too short for a header, or the letters `.FIT` are not where they belong.
        case notFIT
        /// A header is 12 or 14 bytes long.
        case headerSize(UInt8)
        case wrongHeaderChecksum(stated: UInt16, computed: UInt16)
        case wrongChecksum(stated: UInt16, computed: UInt16)
        /// Neither little-endian (0) nor big-endian (1).
        case byteOrder(UInt8)
        /// A data message of a local type that no definition message describes.
        case undefinedMessage(localType: UInt8)
        /// A message reaches beyond what the header says is data.
        case messageBeyondData
        /// More records than this program keeps of one file.
        case tooManyRecords(limit: Int)
    }

    init(_ reason: Reason, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }
}
