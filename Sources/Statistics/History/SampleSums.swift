public import Workouts

/// What a workout's own samples come to, in sums that can be kept and added: those of workouts that stand apart from each other, and from
/// all that was counted beside them, are the totals of their days, bit by bit.
public struct SampleSums: Equatable, Sendable {
    /// `nil` where nobody counted.
    public var steps: Double?
    public var distanceMetres: Double?
    public var energyKilocalories: Double?
    public var heartRate: HeartRate?

    public struct HeartRate: Equatable, Sendable {
        /// Beats per minute times microseconds.
        public var bpmMicroseconds: Double
        /// More than zero.
        public var covered: TimeSpan
        public var minimum: Double
        public var maximum: Double

        public init(bpmMicroseconds: Double, covered: TimeSpan, minimum: Double, maximum: Double) {
            self.bpmMicroseconds = bpmMicroseconds
            self.covered = covered
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    public init(
        steps: Double? = nil, distanceMetres: Double? = nil, energyKilocalories: Double? = nil, heartRate: HeartRate? = nil
    ) {
        self.steps = steps
        self.distanceMetres = distanceMetres
        self.energyKilocalories = energyKilocalories
        self.heartRate = heartRate
    }

    /// By the same aggregator as everything; `nil` where samples reach out of the workout's time, which sums cannot tell.
    public init?(of workout: Workout) {
        var history = History(isDemo: workout.isDemo)
        let measured = history.addFigures(of: workout)
        // What is spread over its time lies in it.
        guard let range = history.workouts.first?.range, !range.isEmpty else { return nil }
        var aggregator = history.aggregator(over: [range])
        for samples in measured {
            var columns = SampleColumns()
            for sample in samples {
                guard sample.start >= range.start, sample.end <= range.end else { return nil }
                columns.append(from: sample.start, to: sample.end, sample.value, source: sample.source)
                guard columns.count >= Self.batch else { continue }
                try? aggregator.add(columns, of: samples.quantity)  // which are in order
                columns.removeAll()
            }
            try? aggregator.add(columns, of: samples.quantity)
        }
        self = aggregator.sampleSums
    }

    /// Samples that are held at a time.
    private static let batch = 1024

    /// - Parameter other: the later one.
    mutating func add(_ other: SampleSums) {
        steps = steps.adding(other.steps)
        distanceMetres = distanceMetres.adding(other.distanceMetres)
        energyKilocalories = energyKilocalories.adding(other.energyKilocalories)
        guard let more = other.heartRate else { return }
        guard let known = heartRate else { return heartRate = more }
        heartRate = HeartRate(
            bpmMicroseconds: known.bpmMicroseconds + more.bpmMicroseconds, covered: known.covered + more.covered,
            minimum: min(known.minimum, more.minimum), maximum: max(known.maximum, more.maximum))
    }

    var totals: SampleTotals {
        var totals = SampleTotals()
        totals.steps = steps
        totals.distanceMetres = distanceMetres
        totals.energyKilocalories = energyKilocalories
        totals.heartRate = heartRate.map {
            HeartRateTotals(
                average: $0.bpmMicroseconds / Double($0.covered.microseconds), minimum: $0.minimum, maximum: $0.maximum,
                covered: $0.covered)
        }
        return totals
    }
}

extension IntervalTotals {
    /// Of a stretch of time in which these workouts went on and nothing else was counted.
    ///
    /// - Parameter workouts: in order of time, all of each within the stretch, none touching another.
    public init(of workouts: some Sequence<(figures: HistoryWorkout, sums: SampleSums)>, zones: ZoneConfiguration? = nil) {
        self.init()
        var sums = SampleSums()
        for workout in workouts {
            sums.add(workout.sums)
            self.workouts.add(workout.figures, zones: zones)
        }
        allData = sums.totals
        activities = sums.totals
    }
}
