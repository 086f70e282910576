public import Foundation

/// A file below `Fixtures/`, found from this source file's place in the repository.
public struct Fixture {
    public let url: URL

    public init(_ path: String) { url = Self.repository.appending(path: "Fixtures/\(path)") }

    public static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
    public func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// Bytes written as hex, white space ignored, lines that begin with `#` left out.
    public func hexBytes() throws -> [UInt8] {
        let digits = try text().split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.joined().filter {
            !$0.isWhitespace
        }
        return [UInt8](hex: digits)
    }
}

extension [UInt8] {
    /// - Parameter hex: pairs of digits; spaces are ignored.
    public init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// The folder of real receiver logs and activity files beside the repository; `nil` where it is not laid out.
public func corpus(_ name: String) -> URL? {
    let url = Fixture.repository.deletingLastPathComponent().appending(path: "shared/corpora/\(name)")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
}
