public import Workouts

/// Load over weeks: what training of the last days and of the last weeks comes to, day by day.
///
/// Chronic load is the average of daily loads weighted exponentially with a time constant of 42 days, acute load the same with 7:
/// `chronic = yesterday's chronic + (load − yesterday's chronic) / 42`. Some programs take 1 − exp(−1/42), which differs by 1.2 %
/// in the weight; ours is the performance manager's. Form is what one starts the day with: **yesterday's** chronic less
/// yesterday's acute, so today's training does not change today's form.
///
/// - SeeAlso: E. Banister, T. Calvert, M. Savage, T. Bach, "A systems model of training for athletic performance" (1975), the
///   two impulse responses; A. Coggan's performance manager as TrainingPeaks describes it (CTL, ATL, TSB); GoldenCheetah #2897.
public struct LoadHistory<Measure: LoadMeasure>: Equatable, Sendable {
    /// In days.
    public static var chronicTimeConstantDays: Double { 42 }
    public static var acuteTimeConstantDays: Double { 7 }
    /// How many days the averages need before they say much: until then they grow from 0 whatever the training was before.
    public static var startUpDays: Int { 42 }

    /// One for each day of the known span.
    public let days: [Day]
    /// Loads that are not in it: before or after the known span, or no number of 0 or more.
    public let omitted: Int

    public struct Day: Equatable, Sendable {
        public var day: CalendarDay
        /// The sum of its workouts; 0 on a day of rest.
        public var load: Double
        /// Workouts whose load is not known: they are not in `load`, which is too small then.
        public var withoutLoad: Int
        /// At the end of the day.
        public var acute: Double
        public var chronic: Double
        /// What the day began with; there is none on the first.
        public var form: Metric<Double>
        /// One of the first 42 days.
        public var isStartUp: Bool
    }

    /// - Parameters:
    ///   - workouts: in any order, several a day.
    ///   - known: the days of which all workouts are known. Within, a day without a workout is one of rest, its load 0; without, a
    ///     day is not known, and there is nothing of it. Of more than 40 000 days the latest count.
    public init(_ workouts: some Sequence<WorkoutLoad<Measure>>, known: ClosedRange<CalendarDay>) {
        let longest = 40_000
        let last = known.upperBound.number
        let first = max(known.lowerBound.number, last - longest + 1)
        var loads = [(load: Double, withoutLoad: Int)](repeating: (0, 0), count: last - first + 1)
        var omitted = 0
        // Sums of the same numbers in another order differ in their last bits.
        let ordered = workouts.sorted { ($0.day, $0.load.value ?? -1) < ($1.day, $1.load.value ?? -1) }
        for workout in ordered {
            let index = workout.day.number - first
            guard loads.indices.contains(index) else {
                omitted += 1
                continue
            }
            switch workout.load {
            case .value(let load) where load >= 0 && load <= 1e6: loads[index].load += load
            case .value: omitted += 1
            case .unavailable: loads[index].withoutLoad += 1
            }
        }

        var days: [Day] = []
        days.reserveCapacity(loads.count)
        var (acute, chronic) = (0.0, 0.0)
        for (index, today) in loads.enumerated() {
            let form: Metric<Double> = index == 0 ? .unavailable(.tooShort) : .value(chronic - acute)
            acute += (today.load - acute) / Self.acuteTimeConstantDays
            chronic += (today.load - chronic) / Self.chronicTimeConstantDays
            days.append(
                Day(
                    day: CalendarDay(number: first + index), load: today.load, withoutLoad: today.withoutLoad, acute: acute,
                    chronic: chronic, form: form, isStartUp: index < Self.startUpDays))
        }
        self.days = days
        self.omitted = omitted
    }

    /// `nil` outside the known span.
    public subscript(day: CalendarDay) -> Day? {
        guard let first = days.first else { return nil }
        let index = day.number - first.day.number
        return days.indices.contains(index) ? days[index] : nil
    }
}
