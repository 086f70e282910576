// Values and their seconds as two columns (docs/store.md, "Chunks").
extension ValueTimes {
    /// 64-bit words, the lowest byte first.
    public var packedBytes: [UInt8] {
        var writer = BitWriter()
        writer.append(numbers: held.map(\.value))
        writer.append(numbers: held.map(\.duration.seconds))
        return writer.words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    /// - Parameters:
    ///   - bytes: as `packedBytes` gave them.
    ///   - count: of the values.
    /// - Returns: `nil` for anything else.
    public init?(packedBytes bytes: [UInt8], count: Int, unattributed: TimeSpan, maxHold: TimeSpan) {
        // A column of equal numbers takes no bits: the bytes bound nothing.
        guard (0...Self.mostValues).contains(count),
            let words = PackedChunk(bytes: bytes, count: count, first: .zero, last: .zero).words
        else { return nil }
        var reader = BitReader(words)
        let (values, seconds) = (reader.numbers(count), reader.numbers(count))
        guard reader.isAtEnd else { return nil }
        var held: [Held] = []
        held.reserveCapacity(count)
        for (value, seconds) in zip(values, seconds) {
            guard value.isFinite, held.last.map({ $0.value < value }) ?? true, seconds > 0, seconds <= Self.longestSeconds else {
                return nil
            }
            held.append(Held(value: value, duration: TimeSpan(microseconds: Int64((seconds * 1e6).rounded()))))
        }
        self.init(held, unattributed: unattributed, maxHold: maxHold)
    }

    /// What has more values, as a speed that was reckoned, is read from its samples instead.
    public static let mostValues = 1 << 15
    /// Longer than any workout; whole microseconds of it come back from a double.
    private static let longestSeconds = 2e9
}
