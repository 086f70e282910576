import ActivityFiles
import Gateway
import Glibc
import Statistics
import Storage
import Workouts

/// Ten years of a made-up life in a store: `Benchmarks history WATTBEAT FOLDER RIDE.capture`.
///
/// Each figure but those of processes is of a connection that was opened for it, with the pages that the system happens to hold:
/// nothing is thrown out of its memory, and nothing is kept between two runs but that.
struct HistoryBenchmark {
    let program: String
    let path: String
    let folder: String
    let capture: String

    private static let years = 10
    private static let firstYear = 2016
    private static let seed: UInt64 = 1
    /// In the tenth summer.
    private static let now = Timestamp(secondsSince1970: 1_752_048_000)

    init(program: String, folder: String, capture: String) {
        self.program = program
        self.folder = folder
        self.capture = capture
        path = folder + "/history.db"
    }

    func run() async throws {
        print("\nten years of history in a store, each time from an opened connection on\n\(Row.heading)")
        try make()
        let rules = try calendar()
        try measure("opening alone") { $0.identity }
        try measure("list of the newest 50 (at most 5 ms)") { try ($0.workouts(limit: 50), $0.count()) }
        try measureYear(rules)
        try measureChanges()
        try measureRide()
        try await measureImport()
        try measureProcesses()
        try tellSize()
    }

    // MARK: What there is

    /// Made once; thrown away with `.build`.
    private func make() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let history = DemoHistory(
            seed: Self.seed, from: CivilDate(year: Self.firstYear, month: 1, day: 1), days: Self.years * 365 + 3)
        let store = try HistoryStore(path: path, for: .writing, now: { Self.now })
        let known = try store.count()
        guard known < history.sessions.count else { return }
        print("making \(history.sessions.count) workouts, once")
        var rest = history.sessions[known...]
        while !rest.isEmpty {
            let workouts = try rest.prefix(32).map(history.workout(of:))
            rest = rest.dropFirst(32)
            try store.batch { store throws(StorageError) in
                for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
            }
        }
        print("made in \(fixed(start.duration(to: clock.now) / .seconds(1), 0)) s")
    }

    private func calendar() throws -> CalendarRules {
        let bytes = try Files.contents(of: "/usr/share/zoneinfo/Europe/Prague")
        return CalendarRules(timeZone: try TimeZoneRules(name: "Europe/Prague", tzif: bytes), firstWeekday: .monday)
    }

    private func opened<Result>(_ body: (HistoryStore) throws -> Result) throws -> Result {
        try body(try HistoryStore(path: path, for: .reading, now: { Self.now }))
    }

    private func measure<Result>(_ name: String, items: Int? = nil, _ body: (HistoryStore) throws -> Result) throws {
        print(Row(try Measurement(of: name, bytes: nil, items: items) { try opened(body) }))
    }

    // MARK: Looking back

    private func measureYear(_ rules: CalendarRules) throws {
        // What the first one sums is kept for the others.
        let writing = try HistoryStore(path: path, for: .writing, now: { Self.now })
        try writing.clearDailyTotals()
        let clock = ContinuousClock()
        let start = clock.now
        _ = try writing.dailyTotals(rules: rules, isDemo: true, now: Self.now)
        let first = start.duration(to: clock.now) / .milliseconds(1)
        print("totals of all days, summed for the first time: \(fixed(first, 1)) ms")
        try measure("a year by months beside the last (at most 10 ms)") { store in
            let plan = try HistoryPlan(HistoryQuery(.year), rules: rules, now: Self.now)
            let daily = try store.keptDailyTotals(of: plan.days, rules: rules, isDemo: true) ?? DailyTotals(rules: rules)
            let hours = plan.rangesWithinDays.map { rules.day(containing: $0.start)...rules.day(containing: $0.start) }
            let history = try store.history(of: hours, rules: rules, isDemo: true)
            let totals = plan.totals(from: daily, within: history.totals(over: plan.rangesWithinDays))
            let summary = PeriodSummary(plan, totals: totals, isDemo: true)
            return HistoryScope.allCases.map { scope in HistoryMetric.allCases.map { summary.figures(of: $0, in: scope) } }
        }
        try measure("outlines of all workouts") { try $0.outlines() }
    }

    private func measureChanges() throws {
        let end = try opened { try $0.anchor() }
        let parts = end.text.split(separator: "-")
        let last = parts.last.flatMap { Int($0) } ?? 0
        let before = ChangeAnchor(text: "\(parts.first ?? "")-\(max(0, last - 10))")
        try measure("the last 10 changes") { try $0.changes(of: .workout, after: before) }
        try measure("all changes, 500 at a time") { store in
            var (anchor, count) = (ChangeAnchor?.none, 0)
            while true {
                let changes = try store.changes(of: .workout, after: anchor, limit: 500)
                count += changes.added.count
                anchor = changes.anchor
                if !changes.hasMore { return count }
            }
        }
    }

    private func measureRide() throws {
        let ride = try LongRide.workout()
        let long = try TemporaryFile()
        let store = try HistoryStore(path: long.path, for: .writing, now: { Self.now })
        try store.store(ride, from: WorkoutOrigin(.capture))
        print(
            Row(
                try Measurement(of: "a ride of 6 h: all of it, route decoded (50 ms)", bytes: nil, items: LongRide.seconds) {
                    let store = try HistoryStore(path: long.path, for: .reading, now: { Self.now })
                    let workout = try store.workout(ride.id)
                    return workout.map { ($0.route.places.reduce(0) { $0 + $1.latitude }, $0.summary) }
                }))
    }

    // MARK: Bringing in

    private func measureImport() async throws {
        let ride = try LongRide.workout()
        let bytes = FITActivity(ride).encoded()
        print(
            Row(
                try Measurement(of: "a FIT file of 6 h read (at most 50 ms)", bytes: bytes.count, items: LongRide.seconds) {
                    try FITContents(decoding: bytes).recordings
                }))
        try measureIntake("6 h of FIT to the store", hours: 6) {
            let recording = try FITContents(decoding: bytes).recordings.first
            return try recording.map { try $0.workout(settings: ride.settings) }
        }
        try await measureCapture()
        let history = DemoHistory(seed: 2, from: CivilDate(year: 2025, month: 5, day: 1), days: 31)
        let workouts = try history.sessions.map(history.workout(of:))
        let hours = workouts.reduce(0) { $0 + $1.summary.timer.seconds } / 3600
        print(
            "\(fixed(hours, 1)) h of made-up workouts, folded before: "
                + "\(fixed(hours / (try seconds(ofStoring: workouts)), 0)) h of ride a second stored (30 or more)")
    }

    /// By the way that `wattbeat workouts import` goes.
    private func measureCapture() async throws {
        let file = try TemporaryFile()
        let store = try HistoryStore(path: file.path, for: .writing, now: { Self.now })
        let intake = HistoryIntake(store, takesDemo: true)
        let clock = ContinuousClock()
        let start = clock.now
        let archive = WorkoutArchive(paths: [capture], athlete: AthleteHistory())
        var hours = 0.0
        while let found = await archive.next() {
            hours += found.workout.summary.timer.seconds / 3600
            try intake.take(found)
        }
        try intake.finish()
        let seconds = start.duration(to: clock.now) / .seconds(1)
        print("a capture of \(fixed(hours, 1)) h to the store: \(fixed(hours / seconds, 0)) h of ride a second (30 or more)")
    }

    private func measureIntake(_ name: String, hours: Double, _ make: () throws -> Workout?) throws {
        let clock = ContinuousClock()
        let start = clock.now
        guard let workout = try make() else { return }
        let made = start.duration(to: clock.now) / .seconds(1)
        let stored = try seconds(ofStoring: [workout])
        print("\(name): \(fixed(hours / (made + stored), 0)) h of ride a second (30 or more)")
    }

    private func seconds(ofStoring workouts: [Workout]) throws -> Double {
        let file = try TemporaryFile()
        let store = try HistoryStore(path: file.path, for: .writing, now: { Self.now })
        let clock = ContinuousClock()
        let start = clock.now
        try store.batch { store throws(StorageError) in
            for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        }
        return start.duration(to: clock.now) / .seconds(1)
    }

    // MARK: As people run it

    private func measureProcesses() throws {
        print("\nas processes, over the same ten years\n\(Row.heading)")
        let list = """
            SELECT w.uid, coalesce(e.name, w.name), coalesce(e.type, w.type), start_at_us, timer_us, distance_m,
            average_heart_rate_bpm FROM workouts AS w LEFT JOIN workout_edits AS e USING (uid)
            WHERE uid NOT IN (SELECT uid FROM workout_deletions) ORDER BY start_at_us DESC LIMIT 50
            """
        let today = ["--today", "2025-07-09T10:00", "--time-zone", "Europe/Prague"]
        let peers = [
            Peer(name: "wattbeat workouts list", command: [program, "workouts", "list", "--store", path]),
            Peer(name: "sqlite3, the same list", command: ["sqlite3", path, list]),
            Peer(name: "wattbeat stats --period year", command: [program, "stats", "--period", "year", "--store", path] + today),
            Peer(name: "wattbeat zones --recorded", command: [program, "zones", "--recorded", "--store", path]),
        ]
        for peer in peers { if let measurement = try peer.measure(runs: 5) { print(Row(measurement)) } }
    }

    private func tellSize() throws {
        let (size, chunks) = try opened { store in (try store.size(), try store.sampleSizes()) }
        print(
            "\n\(fixed(Double(size.bytes) / 1e6, 1)) MB; \(fixed(Double(chunks.samples) / 1e6, 1)) million samples take "
                + "\(fixed(Double(chunks.sampleBytes) / Double(max(1, chunks.samples)), 2)) bytes each (at most 4), "
                + "\(fixed(Double(chunks.places) / 1e6, 1)) million places "
                + "\(fixed(Double(chunks.placeBytes) / Double(max(1, chunks.places)), 2))")
    }
}
