import Workouts

extension IntervalTotals {
    /// What a stretch came to by a metric, in its unit.
    ///
    /// - Parameters:
    ///   - climb: metres of all data, decided by local day.
    ///   - hasBegun: before that nobody can say that there was no workout.
    /// - Returns: `nil` where there is nothing to count, or not yet.
    func value(of metric: HistoryMetric, in scope: HistoryScope, climb: Double?, hasBegun: Bool) -> Double? {
        let samples = samples(in: scope)
        return switch metric {
        case .steps: samples.steps
        case .distance: samples.distanceMetres
        case .energy: samples.energyKilocalories
        case .elevationGain: scope == .allData ? climb : workouts.ascentMetres
        case .exerciseDuration: hasBegun || workouts.count > 0 ? workouts.timer.seconds : nil
        case .activityCount: hasBegun || workouts.count > 0 ? Double(workouts.count) : nil
        case .work: workouts.workKilojoules
        case .trainingImpulse: workouts.trainingImpulse
        case .trainingStressScore: workouts.trainingStressScore
        case .averageHeartRate: samples.heartRate?.average
        case .maximumHeartRate: samples.heartRate?.maximum
        }
    }

    /// Metres climbed in a whole local day by all data: the larger of floors × 3 m and the workouts' ascent (core §8).
    var dayClimbMetres: Double? {
        let floors = allData.floors.map { $0 * PeriodSummary.metresPerFloor }
        guard let floors, let ascent = workouts.ascentMetres else { return floors ?? workouts.ascentMetres }
        return max(floors, ascent)
    }
}

extension DailyTotals {
    /// A metric by day or week, as goals are reckoned with: of what adds up the sum, of heart rate the average or the maximum of the
    /// whole span. By its first day; spans in which nobody counted it are left out.
    ///
    /// - Parameter today: the last day that counts.
    public func amounts(
        of metric: HistoryMetric, in scope: HistoryScope, each span: GoalSpan, upTo today: CalendarDay
    ) -> [CalendarDay: Double] {
        var spans: [CalendarDay: (totals: IntervalTotals, climb: Double?)] = [:]
        for day in days where day.day <= today {
            let start = span.start(of: day.day)
            var sum = spans[start] ?? (IntervalTotals(), nil)
            sum.totals.add(day.totals)
            sum.climb = sum.climb.adding(day.totals.dayClimbMetres)
            spans[start] = sum
        }
        return spans.compactMapValues { $0.totals.value(of: metric, in: scope, climb: $0.climb, hasBegun: true) }
    }
}
