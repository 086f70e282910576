/// Which RR-intervals are heart beats, and not one missed or one too many (core §6.5).
enum RRCleaning {
    /// Neighbours looked at on either side, counted in beats.
    private static let reach = 20
    /// Fewer say nothing; the range alone decides then.
    private static let fewestNeighbours = 5

    static func isInRange(_ milliseconds: Double) -> Bool { milliseconds > 300 && milliseconds < 2000 }

    /// For each interval of one unbroken stretch: in range, and within 20 % of the median of its neighbours that are.
    static func accepted(_ milliseconds: [Double]) -> [Bool] {
        var judge = Judge()
        var verdicts: [Bool] = []
        verdicts.reserveCapacity(milliseconds.count)
        for interval in milliseconds { if let verdict = judge.append(interval) { verdicts.append(verdict) } }
        while let verdict = judge.next() { verdicts.append(verdict) }
        return verdicts
    }

    /// Judges the intervals of one unbroken stretch as they come: each when all its neighbours are there.
    struct Judge {
        /// From as far before the one at `place`, which is judged next, as matters.
        private var intervals: [Double] = []
        private var place = 0
        /// Of these, the ones in range.
        private var window = SortedWindow()

        /// - Returns: the verdict on the interval `reach` before.
        mutating func append(_ milliseconds: Double) -> Bool? {
            intervals.append(milliseconds)
            if isInRange(milliseconds) { window.insert(milliseconds) }
            return intervals.count - place > reach ? next() : nil
        }

        /// After the last interval: the verdicts that are still to come, and then `nil`, when a new stretch may begin.
        mutating func next() -> Bool? {
            guard place < intervals.count else {
                self = Judge()
                return nil
            }
            let verdict = isAccepted(intervals[place])
            if place < reach {
                place += 1
            } else if case let first = intervals.removeFirst(), isInRange(first) {
                window.remove(first)
            }
            return verdict
        }

        private func isAccepted(_ interval: Double) -> Bool {
            guard isInRange(interval) else { return false }
            guard window.count - 1 >= fewestNeighbours, let median = window.median(without: interval) else { return true }
            return 5 * abs(interval - median) <= median
        }
    }

    /// The intervals around one, sorted.
    private struct SortedWindow {
        private var values: [Double] = []
        var count: Int { values.count }

        mutating func insert(_ value: Double) { values.insert(value, at: values.partitioningIndex { $0 >= value }) }

        mutating func remove(_ value: Double) {
            let index = values.partitioningIndex { $0 >= value }
            if index < values.count { values.remove(at: index) }
        }

        /// Of all but one `value`, which is among them.
        func median(without value: Double) -> Double? {
            let left = values.partitioningIndex { $0 >= value }
            let rest = values.count - 1
            guard rest > 0, left < values.count else { return nil }
            /// What stands at a place once `value` is taken out.
            func element(_ place: Int) -> Double { values[place < left ? place : place + 1] }
            return rest.isMultiple(of: 2) ? (element(rest / 2 - 1) + element(rest / 2)) / 2 : element(rest / 2)
        }
    }
}
