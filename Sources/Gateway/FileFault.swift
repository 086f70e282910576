public import Transports
public import WireFormats

/// Why a file was not used to its end, in words.
public struct FileFault: Equatable, Sendable {
    /// As it was given.
    public let path: String
    /// With path, place and reason, without a full stop.
    public let sentence: String
    /// Whether nothing of it could be read: it is empty, a folder, or not for us.
    public let isUnreadable: Bool

    /// - Returns: `nil` when the file was read to its end.
    public init?(path: String, fault: TransportError?, ending: CaptureEnding, bytesRead: Int64) {
        self.path = path
        switch fault {
        case .badCapture(_, let reason)?: (isUnreadable, sentence) = (reason == .empty, "\(path): \(reason)")
        case let fault? where bytesRead > 0:
            (isUnreadable, sentence) = (false, "\(fault), at byte \(bytesRead); everything before it was used")
        case let fault?: (isUnreadable, sentence) = (true, "\(fault)")
        case nil:
            guard case .torn(let offset) = ending else { return nil }
            isUnreadable = false
            sentence = "\(path): cut at byte \(offset), in the middle of a record; everything before it was used"
        }
    }
}
