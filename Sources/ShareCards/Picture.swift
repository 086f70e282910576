/// A finished picture.
public struct Picture: Equatable, Sendable {
    /// The file: the same for the same input, with the same fonts and versions of cairo and pango.
    public let bytes: [UInt8]
    public let format: Format
    /// Of a PNG; an SVG scales.
    public let width: Int
    public let height: Int
    /// What it shows, as its heading says it: for a file's name, or for those who do not see the picture.
    public let title: String
    /// The families in which its text was drawn, in alphabetical order: others than `FontFamilies` names, where the machine lacks one
    /// or a name is in letters that they do not have.
    public let fontFamilies: [String]

    public enum Format: String, CaseIterable, Sendable {
        case png, svg
        public var mediaType: String { self == .png ? "image/png" : "image/svg+xml" }
    }
}

/// Why there is no picture.
public enum DrawingError: Error, Equatable, Sendable {
    case outOfMemory
    /// - Parameter reason: cairo's words.
    case failed(reason: String)
}

/// How pictures look.
public enum Look: String, CaseIterable, Sendable {
    case light, dark
    /// Black on white and nothing between, for e-paper.
    case monochrome
}
