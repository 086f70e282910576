import Statistics
import TestSupport
import Testing
import Workouts

/// A history that joins samples says what one that keeps them all says.
@Suite struct JoinedSamplesTests {
    private static let strap = SampleSource(id: SourceID(1), kind: .ble, identity: "strap", priorities: [.heartRate: 0])
    private static let belt = SampleSource(id: SourceID(2), kind: .antPlus, identity: "belt", priorities: [.heartRate: 1])
    private static let wheel = SampleSource(
        id: SourceID(3), kind: .antPlus, identity: "wheel", priorities: [.distance: 0], distanceOrigin: .wheel)

    /// Some minutes of readings at odd moments, with holes, silent sensors, impossible rates and a pause.
    private static func ride(_ number: UInt64, from start: Timestamp, _ random: inout SeededGenerator) throws -> Workout {
        let seconds = Double(Int.random(in: 60...5000, using: &random))
        var events: [WorkoutEvent] = [.started(.zero, .cycling), .source(strap), .source(belt), .source(wheel)]
        var (time, pauseEnd) = (0.0, 0.0)
        while time < seconds - 5 {
            let offset = Offset(seconds: time)
            let step = Double(Int.random(in: 1...1400, using: &random)) / 1000
            if time >= pauseEnd {
                if pauseEnd > 0, pauseEnd < .infinity {
                    events.append(.resumed(offset, automatic: false))
                    pauseEnd = .infinity
                    time += step
                    continue
                }
                let isImpossible = Int.random(in: 0...300, using: &random) == 0
                let rate = Double(Int.random(in: isImpossible ? 10...20 : 90...180, using: &random))
                let source = Int.random(in: 0...9, using: &random) == 0 ? belt : strap
                events.append(.reading(Reading(.heartRate, rate, at: offset, from: source.id)))
                events.append(
                    .amount(
                        Amount(
                            .distance, Double.random(in: 0...20, using: &random), from: offset, to: Offset(seconds: time + step),
                            source: wheel.id)))
                if pauseEnd == 0, time > seconds / 2 {
                    events.append(.paused(Offset(seconds: time + step), automatic: false))
                    pauseEnd = time + 60
                }
            }
            time += Int.random(in: 0...200, using: &random) == 0 ? 40 : step
        }
        events.append(.ended(Offset(seconds: max(seconds, time + 2))))
        return try Workout(
            folding: events, id: WorkoutID(high: 9, low: number), settings: WorkoutSettings(),
            clock: WallClock(origin: start, source: .system, isTrusted: true))
    }

    /// A workout's sums are made of its samples as they are read: of thousands the same as of all at once.
    @Test func sumsOfOneWorkout() throws {
        var random = SeededGenerator(seed: 7)
        let start = try at("2025-06-07 23:55", rules())
        for number in 0..<12 {
            let ride = try Self.ride(UInt64(number), from: start, &random)
            var history = History()
            history.add(ride)
            let figures = try #require(history.workouts.first)
            let sums = try #require(SampleSums(of: ride))
            let totals = IntervalTotals(of: [(figures: figures, sums: sums)])
            #expect(totals.allData == history.totals(over: [figures.range]).first?.allData)
            #expect(totals.allData.distanceMetres != nil && totals.allData.heartRate != nil)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func sameTotals(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = try rules(seed % 2 == 0 ? "Europe/Prague" : "Australia/Lord_Howe")
        let now = try at("2025-10-09 13:27", rules) + TimeSpan(microseconds: Int64.random(in: 0..<60_000_000, using: &random))
        let kinds: [Period.Kind] = [.rolling24Hours, .day, .week, .month]
        let plans = try kinds.map { try HistoryPlan(HistoryQuery($0), rules: rules, now: now) }
        var (whole, joined) = (History(), History(joiningBetween: TotalEdges(daysOf: rules, and: plans)))
        for number in 0..<14 {
            // Some overlap each other; of the whole span some lie around midnight and around the cut.
            let start = now - TimeSpan(seconds: Double(Int.random(in: 0...30, using: &random)) * 43_200 + 1500.5)
            let ride = try Self.ride(UInt64(number), from: start, &random)
            if whole.workouts.contains(where: { $0.start < ride.endTimestamp && ride.startTimestamp < $0.end }) { continue }
            whole.add(ride)
            joined.add(ride)
        }
        // A phone that nobody ranked, to fill the holes.
        let phone = SampleSource(id: SourceID(9), kind: .imported, identity: "phone", priorities: [.distance: 5, .heartRate: 5])
        var (metres, rates) = (SampleColumns(), SampleColumns())
        for quarter in 0..<2000 {
            let start = now - TimeSpan(seconds: Double(quarter) * 900)
            metres.append(from: start, to: start + TimeSpan(seconds: 900), 333, source: phone.id)
            rates.append(from: start, to: start + TimeSpan(seconds: 900), Double(60 + quarter % 7), source: phone.id)
        }
        for quantity in [(HistoryQuantity.distance, metres), (.heartRate, rates)] {
            whole.add(quantity.1, of: quantity.0, from: [phone])
            joined.add(quantity.1, of: quantity.0, from: [phone])
        }
        #expect(joined.sampleCount < whole.sampleCount / 4)
        let days = rules.ranges(of: rules.day(containing: now).adding(days: -40)...rules.day(containing: now))
        for ranges in plans.map(\.ranges) + [days] {
            for (one, other) in zip(whole.totals(over: ranges), joined.totals(over: ranges)) {
                for scope in HistoryScope.allCases {
                    let (a, b) = (one.samples(in: scope), other.samples(in: scope))
                    #expect(isClose(a.distanceMetres, b.distanceMetres))
                    #expect(isClose(a.heartRate?.average, b.heartRate?.average))
                    #expect(a.heartRate?.minimum == b.heartRate?.minimum && a.heartRate?.maximum == b.heartRate?.maximum)
                    #expect(a.heartRate?.covered == b.heartRate?.covered)
                }
                #expect(one.workouts == other.workouts)
            }
        }
    }

    /// Two at once: a run is split in proportion to time where the better source begins, so it is right to within a minute's unevenness.
    @Test func overlapToWithinAMinute() throws {
        let rules = try rules("Europe/Prague")
        let start = try at("2025-06-07 12:00", rules)
        var (whole, joined) = (History(), History(joiningBetween: TotalEdges(daysOf: rules, and: [])))
        var random = SeededGenerator(seed: 5)
        for (number, later) in [(0, 0.0), (1, 700.3)] {
            let ride = try Self.ride(UInt64(number), from: start + TimeSpan(seconds: later), &random)
            whole.add(ride)
            joined.add(ride)
        }
        let day = [rules.range(of: rules.day(containing: start))]
        let exact = try #require(whole.totals(over: day)[0].allData.distanceMetres)
        let near = try #require(joined.totals(over: day)[0].allData.distanceMetres)
        // 20 m at most in one sample of some 0.7 s, so no minute has more than 3000 m.
        #expect(abs(exact - near) < 3000)
    }
}
