import Statistics
import TestSupport
import Testing
import Workouts

/// Core §5: durations of different zones are never added; samples cut by one configuration are.
@Suite struct ZoneTotalsTests {
    private let strap = SourceID(1)
    private func zones(_ boundaries: [Double]) throws -> ZoneConfiguration {
        try ZoneConfiguration(.heartRate, boundaries: boundaries)
    }

    /// A value every second from 0 on, with the changes of sport that are named.
    private func workout(
        _ values: [Double], _ type: ActivityType = .cycling, end: Double? = nil, changes: [(Double, ActivityType)] = [],
        pause: ClosedRange<Double>? = nil
    ) throws -> Workout {
        var events: [(Double, WorkoutEvent)] = values.enumerated().map { second, value in
            let offset = Offset(seconds: Double(second))
            return (Double(second), .reading(Reading(.heartRate, value, at: offset, from: strap)))
        }
        events += changes.map { ($0.0, .activity(Offset(seconds: $0.0), $0.1)) }
        if let pause {
            events.append((pause.lowerBound, .paused(Offset(seconds: pause.lowerBound), automatic: false)))
            events.append((pause.upperBound, .resumed(Offset(seconds: pause.upperBound), automatic: false)))
        }
        events.sort { $0.0 < $1.0 }
        return try Workout(
            folding: [.started(.zero, type)] + events.map(\.1) + [.ended(Offset(seconds: end ?? Double(values.count)))],
            id: WorkoutID(high: 1, low: 2), settings: WorkoutSettings(),
            clock: WallClock(origin: Timestamp(secondsSince1970: 1_700_000_000), source: .system, isTrusted: true))
    }

    private func seconds(_ group: ZoneGroup) -> [Double] { (group.zoneDurations + [group.unattributed]).map(\.seconds) }

    /// 10 s at 110, 10 s at 140; the second workout 5 s at 160 and nothing for 25 s, of which the last sample holds 10.
    @Test func workoutsOfOneConfiguration() throws {
        let five = try zones([114, 133, 152, 171])
        var totals = ZoneTotals(of: .heartRate, above: 140) { _ in five }
        let day = CalendarDay(year: 2026, month: 3, day: 1)
        totals.add(try workout(Array(repeating: 110, count: 10) + Array(repeating: 140, count: 10)), on: day)
        totals.add(try workout(Array(repeating: 160, count: 5), .running, end: 30), on: day.adding(days: 7))
        totals.add(try workout([], end: 60), on: day)
        let total = try #require(totals.totals.first)
        #expect(totals.totals.count == 1 && total.activities == [.cycling, .running])
        #expect(seconds(total.all.group) == [10, 0, 10, 14, 0, 16])
        #expect(totals.workouts == 2 && total.all.workouts == 2)
        #expect(totals.withoutSamples == 1 && totals.timerWithoutSamples.seconds == 60)
        #expect(totals.unassigned == .zero)
        // Strictly above: the ten seconds at 140 are not.
        #expect(totals.timeAbove?.seconds == 14 && total.all.timeAbove.seconds == 14)
        let weeks = total.buckets(by: .week, from: .monday)
        #expect(weeks.map { $0.first?.description } == ["2026-02-23", "2026-03-02"])
        #expect(weeks.map { seconds($0.sum.group) } == [[10, 0, 10, 0, 0, 0], [0, 0, 0, 14, 0, 16]])
        #expect(total.buckets(by: .month, from: .monday).map { $0.sum.workouts } == [2])
    }

    /// A duathlon: each leg in the zones of its sport, and what no sport has zones for in none.
    @Test func legsOfDifferentZones() throws {
        let (ride, run) = (try zones([100, 150]), try zones([120, 160]))
        var totals = ZoneTotals(of: .heartRate, above: 100) { $0 == .cycling ? ride : $0 == .running ? run : nil }
        let values = Array(repeating: 110.0, count: 30)
        totals.add(try workout(values, .running, changes: [(10, .transition), (15, .cycling), (25, .running)]), on: nil)
        #expect(totals.totals.map(\.activities) == [[.running], [.cycling]])
        #expect(totals.totals.map { seconds($0.all.group) } == [[15, 0, 0, 0], [0, 10, 0, 0]])
        // Two legs of running are one workout.
        #expect(totals.totals.map(\.all.workouts) == [1, 1])
        #expect(totals.unassigned.seconds == 5)
        #expect(totals.timeAbove?.seconds == 30)
        #expect(totals.totals[0].buckets(by: .week, from: .monday).map(\.first) == [nil])
    }

    /// Zones, what no sample covers and what has no zones are the timer time, to the microsecond; weeks and months add up to it.
    @Test func nothingIsLost() throws {
        var generator = SeededGenerator(seed: 5)
        let sports: [ActivityType] = [.cycling, .running, .walking]
        let (a, b) = (try zones([100, 130, 160]), try zones([120, 140]))
        for _ in 0..<300 {
            var totals = ZoneTotals(of: .heartRate) { $0 == .cycling ? a : $0 == .running ? b : nil }
            var (timer, withSamples) = (TimeSpan.zero, 0)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let length = Int.random(in: 0...80, using: &generator)
                let values = (0..<length).map { _ in Double(Int.random(in: 60...190, using: &generator)) }
                let end = Double(length) + Double(Int.random(in: 1...4000, using: &generator)) / 100
                let changes = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    (Double.random(in: 0..<end, using: &generator), sports.randomElement(using: &generator) ?? .cycling)
                }
                let edge = Double.random(in: 0..<end, using: &generator)
                let ride = try workout(
                    values, sports.randomElement(using: &generator) ?? .cycling, end: end,
                    changes: changes.sorted { $0.0 < $1.0 }, pause: edge...min(end, edge + 7))
                if !ride.timeline(of: .heartRate).isEmpty {
                    timer += ride.summary.timer
                    withSamples += 1
                }
                totals.add(ride, on: CalendarDay(number: Int.random(in: 20_000...20_050, using: &generator)))
            }
            let groups = totals.totals.map(\.all.group)
            let assigned = groups.reduce(TimeSpan.zero) { $0 + $1.covered + $1.unattributed }
            #expect(assigned + totals.unassigned == timer)
            #expect(totals.workouts == withSamples)
            for total in totals.totals {
                for unit in [BucketUnit.day, .week, .month] {
                    let buckets = total.buckets(by: unit, from: .monday)
                    let sum = try buckets.reduce(ZoneGroup(nothingIn: total.configuration)) { try $0.adding($1.sum.group) }
                    #expect(sum.zoneDurations == total.all.group.zoneDurations)
                    #expect(sum.unattributed == total.all.group.unattributed)
                    #expect(buckets.map(\.sum.workouts).reduce(0, +) == total.all.workouts)
                    let firsts = buckets.compactMap(\.first)
                    #expect(firsts == firsts.sorted())
                }
            }
        }
    }
}

@Suite struct WholeSecondsTests {
    private func group(_ zones: [Double], _ unattributed: Double) throws -> ZoneGroup {
        ZoneGroup(
            configuration: try ZoneConfiguration(.power, boundaries: [100, 200]),
            zoneDurations: zones.map { TimeSpan(seconds: $0) },
            unattributed: TimeSpan(seconds: unattributed), maxHold: TimeSpan(seconds: 5))
    }

    /// 1.4 + 1.4 + 1.4 + 0.8 = 5: the second that rounding down lacks goes to 0.8, then to the lower zone.
    @Test func partsAddUpToTheWhole() throws {
        let whole = try group([1.4, 1.4, 1.4], 0.8).wholeSeconds
        #expect(whole.zones == [2, 1, 1] && whole.unattributed == 1 && whole.timer == 5)
    }

    /// 10:36 + 26:36 + 5:36 + 17:12 = 60:00. Rounded one by one they were 61 minutes: of the two that rounding down lacks the lower zones
    /// have one each. Twice 30.5 s is one minute, the lower zone's.
    @Test func minutesAddUpToTheWhole() throws {
        let hour = try group([636, 1596, 336], 1032).wholeMinutes
        #expect(hour.zones == [11, 27, 5] && hour.unattributed == 17 && hour.timer == 60)
        let short = try group([30.5, 30.5, 0], 0).wholeMinutes
        #expect(short.zones == [1, 0, 0] && short.unattributed == 0 && short.timer == 1)
    }

    @Test func noneIsMoreThanASecondOff() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            let parts = (0..<4).map { _ in Double(Int.random(in: 0...5_000_000, using: &generator)) / 1e6 }
            let whole = try group(Array(parts.prefix(3)), parts[3]).wholeSeconds
            #expect(whole.zones.reduce(whole.unattributed, +) == whole.timer)
            #expect(abs(Double(whole.timer) - parts.reduce(0, +)) <= 0.500001)
            for (shown, exact) in zip(whole.zones + [whole.unattributed], parts) { #expect(abs(Double(shown) - exact) < 1) }
        }
    }
}
