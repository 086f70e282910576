/// Years of made-up workouts of one made-up athlete: the same seed makes the same, byte for byte, on every machine.
///
/// Everything that comes of it says so: workouts are `isDemo`, sources of kind `demo`. Nothing of it is anybody's: no person, no
/// place, no recording. Two ways lead to a workout: `workout(of:)` folds every sensor's readings, `figures(of:)` only reckons what they
/// come to, some hundred times as fast, without samples and without a route.
///
/// - SeeAlso: core §9, demo data.
public struct DemoHistory: Sendable {
    public let seed: UInt64
    public let athlete: DemoAthlete
    /// All workouts, in order of time.
    public let sessions: [DemoSession]
    /// The first day, as days since 1970-01-01.
    let firstDay: Int
    let days: Int
    private let loops: [DemoLoop]

    /// - Parameters:
    ///   - first: the first day, of the years 1970 to 9999; its time of day does not count. One that there is not becomes 1970-01-01.
    ///   - days: 1...36 600.
    public init(seed: UInt64, from first: CivilDate, days: Int) {
        self.seed = seed
        athlete = DemoAthlete(seed: seed)
        self.days = min(max(days, 1), 36_600)
        let midnight = CivilDate(year: first.year, month: first.month, day: first.day).timestamp?.microseconds ?? 0
        firstDay = (1970...9999).contains(first.year) ? Int(midnight / 86_400_000_000) : 0
        loops = Self.loops(on: DemoLand(seed: seed), seed: seed)
        sessions = Self.sessions(seed: seed, from: firstDay, days: self.days)
    }

    /// The zone in which the athlete lives: its name and, the whole year, its offset.
    public static let timeZone = DemoLand.timeZone
    public static let utcOffsetSeconds = DemoLand.utcOffsetSeconds

    // Rounds that the athlete goes again and again, in metres: for the bike, for running, for walking.
    private static let rides: [Double] = [
        14_000, 19_000, 24_000, 29_000, 34_000, 40_000, 47_000, 55_000, 64_000, 75_000, 88_000, 104_000,
    ]
    private static let runs: [Double] = [4_500, 6_000, 7_500, 9_000, 10_500, 12_500, 15_000, 18_000]
    private static let walks: [Double] = [1_700, 2_300, 3_000, 4_000, 5_200, 7_500, 10_000, 11_500, 13_000, 14_500]

    private static func loops(on land: DemoLand, seed: UInt64) -> [DemoLoop] {
        (rides + runs + walks).enumerated().map { index, length in
            var numbers = DemoNumbers(seed, 7, UInt64(index))
            return DemoLoop(length: length, on: land, &numbers)
        }
    }

    private static func sessions(seed: UInt64, from firstDay: Int, days: Int) -> [DemoSession] {
        let calendar = DemoCalendar(seed: seed)
        let athlete = DemoAthlete(seed: seed)
        let first = date(of: firstDay)
        var sessions: [DemoSession] = []
        for day in firstDay..<firstDay + days {
            let date = date(of: day)
            let month = (date.year - first.year) * 12 + date.month - first.month
            for plan in calendar.plans(on: day, date) {
                let start = Int64(day) * 86_400 + Int64(plan.minuteOfDay) * 60 - Int64(utcOffsetSeconds)
                var numbers = DemoNumbers(seed, 11, UInt64(start))
                let power = athlete.thresholdPower(month: month, monthOfYear: date.month)
                sessions.append(
                    DemoSession(
                        number: sessions.count, type: plan.type, effort: plan.effort, start: Timestamp(secondsSince1970: start),
                        month: month, monthOfYear: date.month, plannedSeconds: plan.seconds,
                        loop: loop(for: plan, of: athlete, power: power, &numbers)))
            }
        }
        return sessions
    }

    /// A round that takes about as long as there is time; not always the nearest, as nobody wants the same one each time.
    private static func loop(
        for plan: DemoCalendar.Plan, of athlete: DemoAthlete, power: Double, _ numbers: inout DemoNumbers
    ) -> Int? {
        let (lengths, before, speed): ([Double], Int, Double) =
            switch plan.type {
            case .cycling: (rides, 0, 4.2 + 1.05 * power / athlete.weightKilograms)
            case .running: (runs, rides.count, athlete.thresholdSpeed(power: power) * 0.75)
            case .walking, .hiking: (walks, rides.count + runs.count, 1.3)
            default: ([], 0, 0)
            }
        let wanted = Double(plan.seconds) * speed
        let nearest = lengths.indices.sorted { abs(lengths[$0] - wanted) < abs(lengths[$1] - wanted) }
        guard nearest.count > 1 else { return nil }
        return before + nearest[numbers.chance(0.3) ? 1 : 0]
    }

    static func date(of day: Int) -> CivilDate { CivilDate(Timestamp(secondsSince1970: Int64(day) * 86_400)) }

    func simulation(of session: DemoSession) -> DemoSimulation {
        DemoSimulation(session, athlete: athlete, loop: session.loop.map { loops[$0] }, seed: seed)
    }

    /// What was in force when it began.
    public func settings(of session: DemoSession) -> WorkoutSettings {
        athlete.settings(month: session.month, monthOfYear: session.monthOfYear)
    }

    func clock(of session: DemoSession) -> WallClock {
        WallClock(
            origin: session.start, source: .system, isTrusted: true, utcOffsetSeconds: Self.utcOffsetSeconds,
            timeZone: Self.timeZone)
    }

    /// From the seed and the session's start.
    func id(of session: DemoSession) -> WorkoutID {
        var numbers = DemoNumbers(seed, 8, session.key)
        return WorkoutID(high: numbers.next(), low: numbers.next())
    }
}
