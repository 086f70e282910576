import Workouts

/// What a workout measured of one quantity, as samples that a history takes: made as they are read, in order of time.
struct MeasuredSamples: Sequence {
    let quantity: HistoryQuantity
    private let timeline: Timeline
    private let isCumulative: Bool
    private let clock: WallClock
    private let numbers: [SourceID: SourceID]

    /// - Parameter numbers: of the workout's sources in the history.
    /// - Returns: `nil` when there are none.
    init?(_ quantity: HistoryQuantity, of workout: Workout, numbers: [SourceID: SourceID]) {
        guard let measured = quantity.measured else { return nil }
        timeline = workout.timeline(of: measured)
        guard !timeline.isEmpty else { return nil }
        (self.quantity, isCumulative, clock, self.numbers) = (quantity, measured.isCumulative, workout.clock, numbers)
    }

    struct Sample {
        let start: Timestamp
        let end: Timestamp
        let value: Double
        let source: SourceID
    }

    func makeIterator() -> some IteratorProtocol<Sample> {
        timeline.lazy.map { [isCumulative, clock, numbers] segment in
            Sample(
                start: clock.timestamp(at: segment.start), end: clock.timestamp(at: segment.end),
                value: isCumulative ? segment.value * (segment.end - segment.start).seconds : segment.value,
                source: numbers[segment.source] ?? segment.source)
        }.makeIterator()
    }
}

extension HistoryQuantity {
    /// What a workout has samples of.
    fileprivate var measured: Quantity? {
        switch self {
        case .steps: .steps
        case .distance: .distance
        case .heartRate: .heartRate
        case .energy, .floors: nil
        }
    }
}
