import JSONText
import Storage
import Workouts

/// A workout in columns for charts: what each quantity was in every step, and what had come together by then.
struct WorkoutColumns {
    private let workout: Workout
    private let step: Int
    private let count: Int

    private static let decimals: [Quantity: Int] = [.speed: 3, .altitude: 1, .temperature: 1]
    private static let quantities: [Quantity] = [.heartRate, .power, .cadence, .stepRate, .speed, .altitude, .temperature]

    /// - Parameter stepSeconds: 1 or more.
    init(_ workout: Workout, stepSeconds: Int) {
        self.workout = workout
        step = max(1, stepSeconds)
        let seconds = Int((workout.end - workout.start).seconds.rounded(.up))
        count = (max(0, seconds) + step - 1) / step
    }

    var json: JSONValue {
        var quantities = JSONObject()
        for quantity in Self.quantities {
            let timeline = workout.timeline(of: quantity)
            if !timeline.isEmpty { quantities.append(quantity.rawValue, columns(of: timeline, Self.decimals[quantity] ?? 0)) }
        }
        return [
            "workout": .string(workout.id.storeText), "step": .integer(step), "count": .integer(count),
            "quantities": .object(quantities), "distance": distance, "wPrime": wPrime,
            "isPaused": .array((0..<count).map { .bool(isPaused(at: boundary($0))) }),
        ]
    }

    private func boundary(_ index: Int) -> Offset {
        Offset(microseconds: workout.start.microseconds + Int64(index) * Int64(step) * 1_000_000)
    }

    private func isPaused(at offset: Offset) -> Bool { workout.pauses.contains { $0.start <= offset && offset < $0.end } }

    /// Of each step the least, the mean by time and the most; `null` where nothing was measured.
    private func columns(of timeline: Timeline, _ decimals: Int) -> JSONValue {
        var sums = [(sum: Double, covered: Double, least: Double, most: Double)](
            repeating: (0, 0, .infinity, -.infinity), count: count)
        let width = Int64(step) * 1_000_000
        for segment in timeline {
            let (from, to) = (
                max(segment.start.microseconds - workout.start.microseconds, 0),
                min(segment.end.microseconds - workout.start.microseconds, Int64(count) * width)
            )
            guard from < to else { continue }
            for index in Int(from / width)...Int((to - 1) / width) {
                let (start, end) = (max(from, Int64(index) * width), min(to, Int64(index + 1) * width))
                let seconds = Double(end - start) / 1_000_000
                sums[index].sum += segment.value * seconds
                sums[index].covered += seconds
                sums[index].least = min(sums[index].least, segment.value)
                sums[index].most = max(sums[index].most, segment.value)
            }
        }
        func column(_ value: ((sum: Double, covered: Double, least: Double, most: Double)) -> Double) -> JSONValue {
            .array(sums.map { $0.covered > 0 ? .number(value($0), decimals: decimals) : .null })
        }
        return [
            "minimum": column(\.least), "average": column { $0.sum / $0.covered }, "maximum": column(\.most),
        ]
    }

    /// Metres from the start to the end of each step; `null` where no distance was measured.
    private var distance: JSONValue {
        guard let timeline = workout.amounts[.distance], !timeline.isEmpty else { return .null }
        var cursor = Timeline.Cursor(timeline)
        return .array((0..<count).map { .number(cursor.amount(before: boundary($0 + 1)), decimals: 1) })
    }

    /// Joules of W′ left at the end of each step.
    private var wPrime: JSONValue {
        guard let series = workout.wPrimeSeries, !series.joules.isEmpty else { return .null }
        return .array(
            (0..<count).map { index in
                let second = min((index + 1) * step, series.joules.count) - 1
                return .number(series.joules[second], decimals: 0)
            })
    }
}
