/// A workout's RR-intervals, judged once: what any stretch of it comes to is summed from these.
///
/// Packed: a day has two hundred thousand of them.
struct RRSeries: Sendable {
    /// By how much more than the intervals themselves a message may be late: radios bundle beats, they do not hold them back.
    private static let longestDelay = TimeSpan(microseconds: 3_000_000)

    /// In order of arrival.
    private var beats = PackedLog<JudgedBeat>()

    init() {}

    /// - Parameter messages: those that count, in order of arrival.
    init(_ messages: some Sequence<Beats>, timer: TimerIntervals) {
        var judge = RRCleaning.Judge()
        // Those that are not judged yet.
        var waiting: [JudgedBeat] = []
        var isAfterBreak = true
        func settle(_ isAccepted: Bool) {
            var beat = waiting.removeFirst()
            beat.isAccepted = isAccepted
            beats.append(beat)
        }
        var previous: Beats?
        for message in messages where !message.rrTicks.isEmpty || message.missed > 0 {
            if let previous, Self.isBroken(between: previous, and: message, timer: timer) {
                while let verdict = judge.next() { settle(verdict) }
                isAfterBreak = true
            }
            for ticks in message.rrTicks {
                waiting.append(JudgedBeat(offset: message.offset, ticks: ticks, isAfterBreak: isAfterBreak))
                isAfterBreak = false
                if let verdict = judge.append(JudgedBeat.milliseconds(ticks)) { settle(verdict) }
            }
            previous = message
        }
        while let verdict = judge.next() { settle(verdict) }
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
        // Several beats arrive at once: a moment earlier none of those at the start is passed over.
        var cursor = PackedLog.Cursor(beats, from: start - TimeSpan(microseconds: 1))
        while let beat = cursor.next(), beat.offset < end {
            guard beat.offset >= start else { continue }
            if beat.isAfterBreak { fold.breakOff() }
            fold.add(JudgedBeat.milliseconds(beat.ticks), isAccepted: beat.isAccepted)
        }
        return fold.result
    }
}

/// One RR-interval and what is thought of it.
private struct JudgedBeat: PackedRow {
    /// When it arrived.
    var offset: Offset
    /// 1/1024 s.
    var ticks: UInt16
    /// Beats are missing before it.
    var isAfterBreak: Bool
    var isAccepted = false

    static func milliseconds(_ ticks: UInt16) -> Double { Double(ticks) * 1000 / 1024 }

    static func pack(_ rows: [JudgedBeat], into writer: inout BitWriter) {
        writer.append(integers: rows.map(\.offset.microseconds))
        writer.append(integers: rows.map { Int64($0.ticks) })
        writer.append(integers: rows.map { $0.isAfterBreak ? 1 : 0 })
        writer.append(integers: rows.map { $0.isAccepted ? 1 : 0 })
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [JudgedBeat] {
        let (offsets, ticks) = (reader.integers(count), reader.integers(count))
        let (breaks, accepted) = (reader.integers(count), reader.integers(count))
        return (0..<count).map { row in
            JudgedBeat(
                offset: Offset(microseconds: offsets[row]), ticks: UInt16(truncatingIfNeeded: ticks[row]),
                isAfterBreak: breaks[row] == 1, isAccepted: accepted[row] == 1)
        }
    }
}
