import Workouts

/// Which of several receivers places the route: one at a time, so that it does not zigzag between two. Another takes over when the
/// one that served has been without a fix for a while, or when the rider ranks it before (`priority … distance`).
struct ReceiverChoice {
    static let hold = TimeSpan(seconds: 5)

    private var serving: (source: SourceID, rank: Int, lastFix: Offset)?

    /// - Parameters:
    ///   - rank: the rider's, 0 first; `nil` when none was given.
    ///   - offset: of a fix of `source`.
    mutating func admits(_ source: SourceID, rank: Int?, at offset: Offset) -> Bool {
        let rank = rank ?? .max
        if let serving, serving.source != source, rank >= serving.rank, offset - serving.lastFix < Self.hold { return false }
        serving = (source, rank, offset)
        return true
    }
}
