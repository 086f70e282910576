import Workouts

/// Which of several sources counts: the lower number.
struct SourceRanks: Sendable {
    private var ranks: [Int32]
    private let admitsUnknown: Bool

    /// - Parameters:
    ///   - sources: those that are not among them rank after all, by their number, as recorded ones.
    ///   - isDemo: which alone are let through, demo or recorded sources; all when `nil`.
    init(_ sources: [SampleSource], for quantity: Quantity, isDemo: Bool? = nil) {
        admitsUnknown = isDemo != true
        ranks = []
        for (rank, source) in sources.ranked(for: quantity).enumerated() {
            let index = Int(source.id.rawValue)
            while ranks.count <= index { ranks.append(Self.unknown + Int32(ranks.count)) }
            ranks[index] = (source.kind == .demo) == (isDemo ?? (source.kind == .demo)) ? Int32(clamping: rank) : Self.excluded
        }
    }

    /// `excluded` for one that does not count at all.
    subscript(_ source: SourceID) -> Int32 {
        let index = Int(source.rawValue)
        let rank = index < ranks.count ? ranks[index] : Self.unknown + Int32(source.rawValue)
        return rank < Self.unknown || admitsUnknown ? rank : Self.excluded
    }

    static let excluded: Int32 = -1
    private static let unknown: Int32 = 1 << 20
}
