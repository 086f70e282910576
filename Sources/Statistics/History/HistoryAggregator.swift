public import Workouts

/// One sweep over sorted samples and workouts that makes the totals of any row of stretches of time, in both scopes (core §8).
///
/// Bounded by the number of stretches and workouts, however many samples come.
public struct HistoryAggregator: Sendable {
    private let ranges: [TimeRange]
    private let workouts: [HistoryWorkout]
    private let zones: ZoneConfiguration?
    /// The range of each cell, and whether it lies within a workout.
    private var places: [(range: Int, isActivity: Bool)] = []
    private var steps: SampleSweep<CellSums<AmountSums>>
    private var distance: SampleSweep<CellSums<AmountSums>>
    private var energy: SampleSweep<CellSums<AmountSums>>
    private var floors: SampleSweep<CellSums<AmountSums>>
    private var heartRate: SampleSweep<CellSums<ValueSums>>

    /// - Parameters:
    ///   - ranges: in order, without overlaps.
    ///   - workouts: in any order; one given twice, as its id says, counts once, and demo data never beside recorded ones.
    ///   - sources: of the samples; those of the other kind, demo or recorded, are left out.
    ///   - zones: what time in zones is told by.
    ///   - isDemo: whether demo data are summed, instead of recorded ones.
    public init(
        over ranges: [TimeRange], workouts: [HistoryWorkout], sources: [SampleSource], zones: ZoneConfiguration? = nil,
        isDemo: Bool = false
    ) {
        self.ranges = ranges
        self.zones = zones
        var seen: Set<WorkoutID> = []
        let (first, last) = (ranges.first?.start, ranges.last?.end)
        self.workouts = workouts.filter { workout in
            guard workout.isDemo == isDemo, let first, let last, workout.start < last, workout.end >= first,
                CalendarRules.moments.contains(workout.start), CalendarRules.moments.contains(workout.end)
            else { return false }
            return seen.insert(workout.id).inserted
        }.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
        var cells = Cells()
        places = cells.append(ranges, cutBy: Self.union(of: self.workouts))
        func amounts(_ quantity: Quantity) -> SampleSweep<CellSums<AmountSums>> {
            SampleSweep(
                CellSums(cells), ranks: SourceRanks(sources, for: quantity, isDemo: isDemo),
                accepting: HistoryQuantity.steps.accepted, replacesOlder: false)
        }
        steps = amounts(.steps)
        distance = amounts(.distance)
        energy = amounts(.energy)
        floors = amounts(.steps)  // counted by what counts the steps
        heartRate = SampleSweep(
            CellSums(cells), ranks: SourceRanks(sources, for: .heartRate, isDemo: isDemo),
            accepting: HistoryQuantity.heartRate.accepted, replacesOlder: true)
    }

    /// - Parameter columns: in order of start, also after those of earlier calls for the quantity.
    public mutating func add(_ columns: SampleColumns, of quantity: HistoryQuantity) throws(SampleError) {
        switch quantity {
        case .steps: try steps.add(columns)
        case .distance: try distance.add(columns)
        case .energy: try energy.add(columns)
        case .floors: try floors.add(columns)
        case .heartRate: try heartRate.add(columns)
        }
    }

    /// Samples left out so far: of no possible value or time, or of the other kind.
    public var omittedSamples: Int {
        steps.omitted + distance.omitted + energy.omitted + floors.omitted + heartRate.omitted
    }

    /// Totals of each range.
    public consuming func finished() -> [IntervalTotals] {
        var totals = [IntervalTotals](repeating: IntervalTotals(), count: ranges.count)
        fold(steps, into: &totals, \.steps)
        fold(distance, into: &totals, \.distanceMetres)
        fold(energy, into: &totals, \.energyKilocalories)
        fold(floors, into: &totals, \.floors)
        foldHeartRate(into: &totals)
        var index = 0
        for workout in workouts {
            while index < ranges.count, ranges[index].end <= workout.start { index += 1 }
            guard index < ranges.count else { break }
            if ranges[index].contains(workout.start) { totals[index].workouts.add(workout, zones: zones) }
        }
        return totals
    }

    /// Of everything in all ranges.
    var sampleSums: SampleSums {
        func amount(_ sweep: SampleSweep<CellSums<AmountSums>>) -> Double? {
            var sweep = sweep
            sweep.finish()
            return sweep.sink.sums.reduce(nil) { $1.isCovered ? $0.adding($1.amount) : $0 }
        }
        var sweep = heartRate
        sweep.finish()
        var values = ValueSums()
        for sums in sweep.sink.sums { values.add(sums) }
        return SampleSums(
            steps: amount(steps), distanceMetres: amount(distance), energyKilocalories: amount(energy),
            heartRate: values.coveredMicroseconds > 0
                ? SampleSums.HeartRate(
                    bpmMicroseconds: values.weighted, covered: TimeSpan(microseconds: values.coveredMicroseconds),
                    minimum: values.minimum, maximum: values.maximum) : nil)
    }

    private func fold(
        _ sweep: SampleSweep<CellSums<AmountSums>>, into totals: inout [IntervalTotals],
        _ figure: WritableKeyPath<SampleTotals, Double?>
    ) {
        var sweep = sweep
        sweep.finish()
        for (place, sums) in zip(places, sweep.sink.sums) where sums.isCovered {
            totals[place.range].allData[keyPath: figure] = totals[place.range].allData[keyPath: figure].adding(sums.amount)
            guard place.isActivity else { continue }
            totals[place.range].activities[keyPath: figure] = totals[place.range].activities[keyPath: figure].adding(sums.amount)
        }
    }

    private func foldHeartRate(into totals: inout [IntervalTotals]) {
        var sweep = heartRate
        sweep.finish()
        var (all, activities) = (
            [ValueSums](repeating: ValueSums(), count: ranges.count), [ValueSums](repeating: ValueSums(), count: ranges.count)
        )
        for (place, sums) in zip(places, sweep.sink.sums) {
            all[place.range].add(sums)
            if place.isActivity { activities[place.range].add(sums) }
        }
        for index in ranges.indices {
            totals[index].allData.heartRate = HeartRateTotals(all[index])
            totals[index].activities.heartRate = HeartRateTotals(activities[index])
        }
    }

    /// When any workout went on: in order and apart.
    private static func union(of workouts: [HistoryWorkout]) -> [TimeRange] {
        var union: [TimeRange] = []
        for range in workouts.map(\.range) where !range.isEmpty {
            if let last = union.last, range.start <= last.end {
                union[union.count - 1].end = max(last.end, range.end)
            } else {
                union.append(range)
            }
        }
        return union
    }
}

extension Cells {
    /// - Returns: for each cell the index of its range, and whether it lies within `activities`.
    fileprivate mutating func append(
        _ ranges: [TimeRange], cutBy activities: [TimeRange]
    ) -> [(range: Int, isActivity: Bool)] {
        var places: [(range: Int, isActivity: Bool)] = []
        var next = 0
        for (index, range) in ranges.enumerated() {
            var start = range.start
            while start < range.end {
                while next < activities.count, activities[next].end <= start { next += 1 }
                let activity = next < activities.count ? activities[next] : nil
                let isActivity = activity?.contains(start) ?? false
                let end = min((isActivity ? activity?.end : activity?.start) ?? range.end, range.end)
                append(from: start.microseconds, to: end.microseconds)
                places.append((index, isActivity))
                start = end
            }
        }
        return places
    }
}

extension HeartRateTotals {
    fileprivate init?(_ sums: ValueSums) {
        guard sums.coveredMicroseconds > 0 else { return nil }
        self.init(
            average: sums.weighted / Double(sums.coveredMicroseconds), minimum: sums.minimum, maximum: sums.maximum,
            covered: TimeSpan(microseconds: sums.coveredMicroseconds))
    }
}
