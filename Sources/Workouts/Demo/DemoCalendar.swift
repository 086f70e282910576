/// When one trains: a rhythm of the week, blocks of three weeks and a week of rest, seasons, now and then a cold or a trip.
struct DemoCalendar {
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    struct Plan {
        var type: ActivityType
        var effort: DemoEffort
        /// Local time of the start.
        var minuteOfDay: Int
        var seconds: Int
    }

    /// What is done on a day, in order of time.
    ///
    /// - Parameters:
    ///   - day: days since 1970-01-01.
    ///   - date: the same as a date.
    func plans(on day: Int, _ date: CivilDate) -> [Plan] {
        var numbers = DemoNumbers(seed, 3, UInt64(bitPattern: Int64(day)))
        // Drawn every day, so that one decision does not shift the next.
        let (luck, extra, minutes) = (numbers.between(0, 1), numbers.between(0, 1), numbers.below(50) - 25)
        let stretch = numbers.between(0.9, 1.1)
        if isIll(on: day) { return [] }
        let isAway = isAway(on: day)
        let weekday = ((day + 3) % 7 + 7) % 7
        let volume = Self.blockVolume(week: (day + 3) / 7) * Self.seasonVolume[date.month - 1] * stretch
        let isWinter = date.month <= 2 || date.month >= 11

        func plan(_ type: ActivityType, _ effort: DemoEffort, at minute: Int, lasting base: Double, fixed: Bool = false) -> Plan {
            // Whole five minutes, as people plan.
            let minutesLong = max(20, Int(base * (fixed ? stretch : volume) / 5) * 5)
            return Plan(type: type, effort: effort, minuteOfDay: minute + minutes, seconds: minutesLong * 60)
        }
        let walk = plan(.walking, .recovery, at: 12 * 60 + 35, lasting: 32, fixed: true)
        if isAway { return luck < 0.7 ? [plan(.hiking, .endurance, at: 9 * 60 + 30, lasting: 170, fixed: true)] : [walk] }
        let isResting = (day + 3) / 7 % 4 == 3
        let bike: ActivityType = isWinter ? .indoorCycling : .cycling
        let week: [[Plan]] = [
            [walk, plan(.strength, .strength, at: 18 * 60 + 10, lasting: 45, fixed: true)],
            [plan(bike, isResting ? .endurance : .intervals, at: 17 * 60 + 30, lasting: 75)],
            [plan(.running, .endurance, at: 6 * 60 + 40, lasting: 48), walk],
            [plan(bike, isResting ? .recovery : .tempo, at: 17 * 60 + 40, lasting: 80)],
            [walk, plan(.strength, .strength, at: 18 * 60, lasting: 42, fixed: true)],
            [plan(date.month <= 2 ? .indoorCycling : .cycling, .long, at: 9 * 60, lasting: date.month <= 2 ? 110 : 175)],
            [
                plan(.running, .long, at: 9 * 60 + 20, lasting: 72),
                plan(.walking, .recovery, at: 15 * 60, lasting: 55, fixed: true),
            ],
        ]
        // Some days something else comes between; some days there is time for more.
        var today = week[weekday]
        if luck < 0.07 { today.removeLast() }
        if extra < 0.06, weekday == 4 { today.append(plan(bike, .recovery, at: 20 * 60, lasting: 45)) }
        return today
    }

    /// Three weeks of growing work, one of rest.
    private static func blockVolume(week: Int) -> Double { [1, 1.07, 1.14, 0.6][(week % 4 + 4) % 4] }

    private static let seasonVolume = [0.85, 0.88, 0.95, 1, 1.06, 1.1, 1.08, 1.02, 0.96, 0.88, 0.8, 0.8]

    /// A cold in each 120 days or so, four to eight days long.
    private func isIll(on day: Int) -> Bool { isWithin(day, period: 121, days: 4...8, key: 4) }
    /// A week or two of other mountains a year.
    private func isAway(on day: Int) -> Bool { isWithin(day, period: 365, days: 7...14, key: 5) }

    private func isWithin(_ day: Int, period: Int, days: ClosedRange<Int>, key: UInt64) -> Bool {
        let (number, moment) = (day + 1_000_000 * period).quotientAndRemainder(dividingBy: period)
        var numbers = DemoNumbers(seed, key, UInt64(bitPattern: Int64(number)))
        let length = days.lowerBound + numbers.below(days.count)
        let first = numbers.below(period - length)
        return (first..<first + length).contains(moment)
    }
}
