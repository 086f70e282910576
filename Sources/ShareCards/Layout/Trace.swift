import Workouts

/// How heart rate or power went over a workout: means of equal stretches of its time. It tells of no place.
struct Trace: Equatable, Sendable {
    var quantity: Quantity
    /// `nil` where nothing was measured.
    var values: [Double?]

    static let count = 156

    /// Power before heart rate where somebody rode by it; `nil` when there is neither.
    init?(_ workout: Workout) {
        let order: [Quantity] =
            workout.type == .cycling || workout.type == .indoorCycling ? [.power, .heartRate] : [.heartRate, .power]
        for quantity in order {
            let values = Self.means(of: workout.timeline(of: quantity), from: workout.start, to: workout.end)
            if values.count(where: { $0 != nil }) > 2 {
                (self.quantity, self.values) = (quantity, values)
                return
            }
        }
        return nil
    }

    private static func means(of timeline: Timeline, from start: Offset, to end: Offset) -> [Double?] {
        let length = (end - start).seconds
        guard length > 0 else { return [] }
        var sums = [Double](repeating: 0, count: count)
        var seconds = sums
        let step = length / Double(count)
        for segment in timeline {
            let (from, to) = ((segment.start - start).seconds / step, (segment.end - start).seconds / step)
            guard to > 0, from < Double(count), segment.value.isFinite else { continue }
            var index = max(0, Int(from))
            while index < count, Double(index) < to {
                let share = (min(to, Double(index + 1)) - max(from, Double(index))) * step
                sums[index] += segment.value * share
                seconds[index] += share
                index += 1
            }
        }
        return zip(sums, seconds).map { $1 > 0 ? $0 / $1 : nil }
    }
}

extension Sheet {
    mutating func put(_ trace: Trace, in box: Box, _ colour: Paint) {
        let size = 26.0
        let known = trace.values.compactMap(\.self)
        guard let most = known.max(), let least = known.min() else { return }
        let name = measure.fit(words.name(of: trace.quantity), Font(.medium, size), width: box.width * 0.6)
        put(name, x: box.x, baseline: box.y + size, palette.muted)
        // Power begins at none; heart rate never comes near it.
        let foot = trace.quantity == .power ? 0 : least - (most - least) * 0.25
        let highest = most > foot ? most : foot + 1
        let (top, ground) = (box.y + size * 1.9, box.bottom)
        let step = box.width / Double(max(1, trace.values.count - 1))
        var line: [Point] = []
        func close(_ sheet: inout Sheet) {
            if let first = line.first, let last = line.last, line.count > 1 {
                if !sheet.palette.isMonochrome {
                    sheet.put(.area(line + [Point(x: last.x, y: ground), Point(x: first.x, y: ground)], colour.opacity(0.16)))
                }
                sheet.put(.lines([line], width: 4, dash: 0, colour))
            }
            line = []
        }
        for (index, value) in trace.values.enumerated() {
            guard let value else {
                close(&self)
                continue
            }
            line.append(
                Point(x: box.x + Double(index) * step, y: ground - (ground - top) * (value - foot) / (highest - foot)))
        }
        close(&self)
    }
}
