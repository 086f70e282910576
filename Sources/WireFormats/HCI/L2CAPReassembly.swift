/// Joins the ACL fragments of one direction of one connection to whole L2CAP frames.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §5.4.2, and Vol 3, Part A, §3.1.
struct L2CAPReassembly: Sendable {
    /// What a fragment brought.
    enum Progress: Equatable {
        /// A frame of the Attribute Protocol's channel is whole and stands in `payload`.
        case attribute
        /// More fragments must come, or the frame belongs to another channel.
        case nothing
        /// A fragment without the one before it.
        case orphan
    }

    static let headerLength = 4
    private static let attributeChannel: UInt16 = 0x0004
    static let continuation: UInt8 = 0b01

    /// The frame as far as it is there: length, channel, payload.
    private(set) var frame: [UInt8] = []
    private var isRunning = false

    /// - Parameters:
    ///   - boundary: the ACL header's packet boundary flag.
    ///   - isWhole: whether the recorder kept all of the fragment.
    mutating func append(_ fragment: Span<UInt8>, boundary: UInt8, isWhole: Bool) -> Progress {
        if boundary == Self.continuation {
            guard isRunning else { return .orphan }
        } else {
            frame.removeAll(keepingCapacity: true)
            isRunning = true
        }
        guard isWhole else {
            isRunning = false
            return .nothing
        }
        fragment.withUnsafeBufferPointer { frame.append(contentsOf: $0) }
        guard frame.count >= Self.headerLength else { return .nothing }
        let length = Self.headerLength + Int(frame[0]) + Int(frame[1]) << 8
        guard frame.count >= length else { return .nothing }
        isRunning = false
        // Bytes past the frame's own length belong to no frame.
        frame.removeLast(frame.count - length)
        return UInt16(frame[2]) | UInt16(frame[3]) << 8 == Self.attributeChannel ? .attribute : .nothing
    }
}
