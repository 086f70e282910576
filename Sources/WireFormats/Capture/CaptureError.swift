/// Why a file gives no more records. Every record before the place named was good and has been given.
public enum CaptureError: Error, Equatable, Sendable {
    /// Not one byte.
    case empty
    /// Nothing in it is known to us.
    case notACapture
    /// What other programs made of a recording: `FIT`, `GPX`, `TCX`.
    case finishedActivity(String)
    /// A capture of ours, written by a later version.
    case unsupportedVersion(Int)
    /// A packet capture of something other than Bluetooth HCI or USB: the file's own number for it.
    case unsupportedLinkType(UInt32)
    /// A line of ours that cannot be read. Lines count from 1; the offset is that of the line's first byte.
    case malformed(line: Int, byteOffset: Int64, reason: CaptureFault)
    /// A packet of another tool's file whose own framing makes no sense. Packets count from 1.
    case malformedPacket(number: Int, byteOffset: Int64, reason: CaptureFault)
    /// The file ends before its header does.
    case truncatedAt(byteOffset: Int64)
}

/// What is wrong with one line or packet.
public enum CaptureFault: Error, Equatable, Sendable {
    case missing(FieldName)
    case invalid(FieldName)
    /// More stands in the line than its verb takes.
    case tooManyFields
    /// Time went back: the offset is lower than the record's before.
    case offsetGoesBack
    case tooLong
}

extension CaptureError: CustomStringConvertible {
    /// What a person reads, without the file's name.
    public var description: String {
        switch self {
        case .empty: "the file is empty: it ends at byte 0"
        case .notACapture: "byte 0: this is no capture of a kind that is known here"
        case .finishedActivity(let format):
            "this is a finished activity (\(format)), not a recording of what sensors sent: wattbeat workouts import, stats, zones "
                + "and coach take it"
        case .unsupportedVersion(let version):
            "the capture's format is version \(version), and this program reads version \(CaptureHeader.currentVersion)"
        case .unsupportedLinkType(let type): "the packets are of link type \(type), neither Bluetooth HCI nor USB"
        case .malformed(let line, let byteOffset, let reason): "line \(line) (byte \(byteOffset)): \(reason)"
        case .malformedPacket(let number, let byteOffset, let reason): "packet \(number) (byte \(byteOffset)): \(reason)"
        case .truncatedAt(let byteOffset): "the file ends at byte \(byteOffset), inside its header"
        }
    }
}

extension CaptureFault: CustomStringConvertible {
    /// What a person reads, without the file's name.
    public var description: String {
        switch self {
        case .missing(let field): "\(field) is missing"
        case .invalid(let field): "\(field) cannot be read"
        case .tooManyFields: "more stands here than belongs here"
        case .offsetGoesBack: "the offset is lower than that of the record before"
        case .tooLong: "longer than any that is allowed"
        }
    }
}
