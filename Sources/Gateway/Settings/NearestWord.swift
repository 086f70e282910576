/// What a person may have meant: the known word with the fewest slips of the finger between.
public enum NearestWord {
    /// The words at most a third of their letters away from `word`, or else those it is a part of: the nearest, at most three.
    public static func among(_ known: [String], to word: String) -> [String] {
        let near = known.map { (word: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
            .filter { $0.distance <= max(1, $0.word.utf8.count / 3) }
        guard let best = near.map(\.distance).min() else { return Array(known.filter { isPart(word, of: $0) }.prefix(3)) }
        return Array(near.filter { $0.distance == best }.map(\.word).prefix(3))
    }

    /// Whether `word` begins `candidate` or one of its parts: `power` of `ant_page.power`.
    private static func isPart(_ word: String, of candidate: String) -> Bool {
        guard word.utf8.count >= 3 else { return false }
        return candidate.hasPrefix(word) || candidate.split(whereSeparator: { $0 == "." || $0 == "_" }).contains { $0 == word }
    }

    /// Letters put in, left out, changed or swapped with their neighbour (optimal string alignment).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        guard a.count <= 64, b.count <= 64 else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
