/// Why a capture folder cannot be used at all.
public enum CaptureFolderError: Error, Equatable, Sendable {
    /// Another gateway keeps its captures there.
    case inUse(path: String)
}

extension CaptureFolderError: CustomStringConvertible {
    /// One sentence, with what to do.
    public var description: String {
        switch self {
        case .inUse(let path):
            "\(path) belongs to a wattbeat that runs already: stop that one first, or keep captures elsewhere with --captures"
        }
    }
}
