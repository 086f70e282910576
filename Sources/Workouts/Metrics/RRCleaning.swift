/// Which RR-intervals are heart beats, and not one missed or one too many (core §6.5).
enum RRCleaning {
    /// Neighbours looked at on either side, counted in beats.
    private static let reach = 20
    /// Fewer say nothing; the range alone decides then.
    private static let fewestNeighbours = 5

    static func isInRange(_ milliseconds: Double) -> Bool { milliseconds > 300 && milliseconds < 2000 }

    /// For each interval of one unbroken stretch: in range, and within 20 % of the median of its neighbours that are.
    static func accepted(_ milliseconds: [Double]) -> [Bool] {
        var window = SortedWindow()
        for interval in milliseconds.prefix(reach) where isInRange(interval) { window.insert(interval) }
        return milliseconds.indices.map { index in
            if index + reach < milliseconds.count, isInRange(milliseconds[index + reach]) {
                window.insert(milliseconds[index + reach])
            }
            if index > reach, isInRange(milliseconds[index - reach - 1]) { window.remove(milliseconds[index - reach - 1]) }
            let interval = milliseconds[index]
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

/// A workout's RR-intervals, judged once: what any stretch of it comes to is summed from these.
struct RRSeries: Sendable {
    private struct Beat: Sendable {
        /// When it arrived.
        var offset: Offset
        var milliseconds: Double
        var isAccepted: Bool
        /// Beats are missing before it.
        var isAfterBreak: Bool
    }

    /// By how much more than the intervals themselves a message may be late: radios bundle beats, they do not hold them back.
    private static let longestDelay = TimeSpan(microseconds: 3_000_000)

    private var beats: [Beat] = []

    init() {}

    /// - Parameter messages: those that count, in order of arrival.
    init(_ messages: some Sequence<Beats>, timer: TimerIntervals) {
        var stretch: [Double] = []
        var first = 0  // the beat that begins it
        var previous: Beats?
        func judge() {
            for (index, isAccepted) in RRCleaning.accepted(stretch).enumerated() { beats[first + index].isAccepted = isAccepted }
            stretch.removeAll(keepingCapacity: true)
            first = beats.count
        }
        for message in messages where !message.rrTicks.isEmpty || message.missed > 0 {
            if let previous, Self.isBroken(between: previous, and: message, timer: timer) { judge() }
            for ticks in message.rrTicks {
                let milliseconds = Double(ticks) * 1000 / 1024
                beats.append(
                    Beat(offset: message.offset, milliseconds: milliseconds, isAccepted: false, isAfterBreak: stretch.isEmpty))
                stretch.append(milliseconds)
            }
            previous = message
        }
        judge()
    }

    /// Beats are missing when the sensor says so, when another one took over, when the timer stood, or when more time went by
    /// than the intervals that came account for.
    private static func isBroken(between previous: Beats, and next: Beats, timer: TimerIntervals) -> Bool {
        if next.missed > 0 || next.source != previous.source { return true }
        let beaten = next.rrTicks.reduce(Int64(0)) { $0 + Int64($1) } * 1_000_000 / 1024
        if next.offset - previous.offset > TimeSpan(microseconds: beaten) + longestDelay { return true }
        return !timer.containsAll(from: previous.offset, to: next.offset)
    }

    /// Of the beats that arrived in `[start, end)`.
    func variability(from start: Offset, to end: Offset) -> RRVariability? {
        var fold = RRFold()
        for beat in beats[beats.partitioningIndex { $0.offset >= start }..<beats.partitioningIndex { $0.offset >= end }] {
            if beat.isAfterBreak { fold.breakOff() }
            fold.add(beat.milliseconds, isAccepted: beat.isAccepted)
        }
        return fold.result
    }
}
