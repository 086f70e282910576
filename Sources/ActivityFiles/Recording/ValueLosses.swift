/// Values that stand in a file and are none: no number, not finite, or beyond what can be. Counted, and the first is named.
public struct ValueLosses: Equatable, Sendable {
    public private(set) var count = 0
    public private(set) var first: First?

    public struct First: Equatable, Sendable {
        public var place: FilePlace
        /// The field's name and what stands in it.
        public var words: String
    }

    public init() {}

    private static let longestText = 20

    mutating func note(_ name: String, _ text: String, at place: FilePlace) {
        count += 1
        if first == nil { first = First(place: place, words: "\(name) \(text.prefix(Self.longestText))") }
    }

    mutating func add(_ other: ValueLosses) {
        count += other.count
        first = first ?? other.first
    }

    /// Reads a number as `NumberText` does. What is none is noted; what cannot be is noted too, and left to whoever weighs values.
    ///
    /// - Parameter range: of what can be.
    mutating func number(
        _ text: ArraySlice<UInt8>, _ name: String, in range: ClosedRange<Double>, at place: @autoclosure () -> FilePlace
    ) -> Double? {
        let value = NumberText.number(text)
        if let value, range.contains(value) { return value }
        let words = NumberText.trimmed(text)
        // Nothing is no value, and a strap that hears no heart says 0.
        if !words.isEmpty, value != 0 { note(name, String(decoding: words, as: UTF8.self), at: place()) }
        return value
    }

    /// Notes a value that was read and cannot be.
    mutating func check(_ value: Double?, _ name: String, in range: ClosedRange<Double>, at place: FilePlace) {
        guard let value, !range.contains(value), value != 0 else { return }
        note(name, "\(value)", at: place)
    }
}

/// Where in a file something stands.
public enum FilePlace: Equatable, Sendable {
    /// From 0.
    case byte(Int)
    /// From 1.
    case line(Int)

    public var words: String {
        switch self {
        case .byte(let offset): "byte \(offset)"
        case .line(let number): "line \(number)"
        }
    }
}

extension ClosedRange<Double> {
    static let latitudes = -90.0...90.0
    static let longitudes = -180.0...180.0
    /// Metres; none is too vague to be told.
    static let accuracies = 0.0...1e6
}
