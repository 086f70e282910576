public import Workouts

/// Check-ins by week, momentary and daily ones apart: an emotion of a moment and the mood of a day are not one kind of answer
/// (core §2).
public struct MoodWeeks: Equatable, Sendable {
    /// What fewer answers say is chance: no mean is told, and no trend leans on it.
    public static let fewestCheckIns = 3

    /// Weeks in which somebody checked in, in order.
    public let weeks: [Week]

    public struct Week: Equatable, Sendable {
        /// Its first day.
        public var start: CalendarDay
        public var momentary: Mood
        public var daily: Mood
        /// Those of either kind that name fitness as what they have to do with.
        public var withFitness: Mood
    }

    /// Several answers together.
    public struct Mood: Equatable, Sendable {
        public var count: Int
        /// −1...1; `tooShort` for fewer than `fewestCheckIns`.
        public var meanValence: Metric<Double>
    }

    /// - Parameters:
    ///   - checkIns: in any order.
    ///   - firstWeekday: on which weeks begin.
    ///   - day: the local day of a moment.
    public init(
        _ checkIns: some Sequence<MoodCheckIn>, firstWeekday: Weekday, day: (Timestamp) -> CalendarDay
    ) {
        var byWeek: [CalendarDay: [MoodCheckIn]] = [:]
        for checkIn in checkIns {
            byWeek[day(checkIn.timestamp).firstOfWeek(from: firstWeekday), default: []].append(checkIn)
        }
        weeks = byWeek.sorted { $0.key < $1.key }.map { start, all in
            Week(
                start: start, momentary: Mood(all.filter { $0.kind == .momentary }),
                daily: Mood(all.filter { $0.kind == .daily }),
                withFitness: Mood(all.filter { $0.associations.contains(.fitness) }))
        }
    }

    /// Where one kind of mood is going, over as many weeks before and with `week` as asked; weeks with too few answers are left out.
    ///
    /// - Parameters:
    ///   - mood: `\.momentary`, `\.daily` or `\.withFitness`.
    ///   - week: the first day of the last week that counts.
    public func trend(
        of mood: (Week) -> Mood, through week: CalendarDay, weeks count: Int = 12
    ) -> Metric<MoodTrend> {
        let points = weeks.compactMap { entry -> (week: Double, valence: Double)? in
            let age = entry.start.days(until: week) / 7
            guard entry.start <= week, age < count, let valence = mood(entry).meanValence.value else { return nil }
            return (Double(-age), valence)
        }
        return MoodTrend(points).map { .value($0) } ?? .unavailable(points.isEmpty ? .noData : .tooShort)
    }
}

extension MoodWeeks.Mood {
    fileprivate init(_ checkIns: [MoodCheckIn]) {
        count = checkIns.count
        guard count >= MoodWeeks.fewestCheckIns else {
            meanValence = .unavailable(checkIns.isEmpty ? .noData : .tooShort)
            return
        }
        // In order of size, so that the same answers in another order have the same sum.
        meanValence = .value(checkIns.map(\.valence).sorted().reduce(0, +) / Double(count))
    }
}
