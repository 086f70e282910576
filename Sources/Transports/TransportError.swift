public import WireFormats

internal import Glibc

/// Why bytes could not be had, or not be kept. `code` is the system's `errno`.
public enum TransportError: Error, Equatable, Sendable {
    case cannotOpen(path: String, code: Int32)
    case cannotRead(path: String, code: Int32)
    /// There is no room for a copy of a pipe, whose bytes come only once.
    case cannotKeep(path: String, code: Int32)
    /// A new file could not be made; `EEXIST` when one of that name is there, which is never written over.
    case cannotCreate(path: String, code: Int32)
    /// A file could not be written, or not put on the disk; it is as it was.
    case cannotWrite(path: String, code: Int32)
    /// The file is read up to the place that the reason names.
    case badCapture(path: String, reason: CaptureError)
}

extension TransportError: CustomStringConvertible {
    /// One sentence: path, place, reason.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let code): "\(path) cannot be opened: \(Self.message(code))"
        case .cannotRead(let path, EISDIR): "\(path) is a folder, and a file is expected"
        case .cannotRead(let path, let code): "\(path) cannot be read: \(Self.message(code))"
        case .cannotKeep(let path, let code):
            "\(path) is a pipe, and a temporary copy of it cannot be written: \(Self.message(code))"
        case .cannotCreate(let path, let code): "\(path) cannot be created: \(Self.message(code))"
        case .cannotWrite(let path, let code): "\(path) cannot be written: \(Self.message(code))"
        case .badCapture(let path, let reason): "\(path): \(reason)"
        }
    }

    static func message(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
