import Testing
import Workouts

/// Core §6.7 and §7: distance and steps of several origins.
@Suite struct DistanceTests {
    private typealias Part = WorkoutSummary.Distance.Part

    private let sources: [WorkoutEvent] = [source(wheel, distance: .wheel), source(receiver, .gps, distance: .gps)]

    /// The wheel says 10 m/s, the receiver 9 m/s.
    private func places(_ seconds: ClosedRange<Int>) -> [WorkoutEvent] {
        seconds.map { .location(place(Double($0), north: Double($0) * 9)) }
    }

    private func wheelAmounts(_ seconds: Range<Int>) -> [WorkoutEvent] {
        seconds.map { amount(10, Double($0), Double($0 + 1)) }
    }

    /// Apart by origin, within a millimetre.
    private func expect(
        _ workout: Workout, _ parts: [(SampleSource.DistanceOrigin, Double)], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let distance = workout.summary.distance.value
        #expect(distance?.parts.map(\.origin) == parts.map(\.0), sourceLocation: sourceLocation)
        for (part, expected) in zip(distance?.parts ?? [], parts) {
            #expect(abs(part.metres - expected.1) < 1e-3, sourceLocation: sourceLocation)
        }
        #expect(isClose(distance?.metres, parts.reduce(0) { $0 + $1.1 }, within: 1e-3), sourceLocation: sourceLocation)
    }

    /// A speed sensor drops and distance stops, though GPS is there (OpenTracks #762).
    @Test func gpsFillsExactlyTheTimeWithoutTheWheel() throws {
        let workout = try ride(sources + places(0...100) + wheelAmounts(0..<30) + wheelAmounts(50..<100), end: 100)
        expect(workout, [(.wheel, 800), (.gps, 180)])
        #expect(workout.summary.distance.value?.origin == .wheel)
        let broken = try ride(sources + places(0...100) + [amount(304, 0, 30.4), amount(400, 60, 100)], end: 100)
        expect(broken, [(.wheel, 704), (.gps, 29.6 * 9)])
    }

    @Test func oneOriginAlone() throws {
        expect(try ride(sources + places(0...100), end: 100), [(.gps, 900)])
        expect(try ride(sources + wheelAmounts(0..<100), end: 100), [(.wheel, 1000)])
        #expect(try ride(sources, end: 100).summary.distance == .unavailable(.noData))
    }

    @Test func aStandingWheelIsAMeasuredZero() throws {
        let still = (0..<10).map { amount(0, Double($0), Double($0 + 1)) }
        expect(try ride(sources + still + places(0...10), end: 10), [(.wheel, 0)])
    }

    @Test func machineBetweenWheelAndGPSWhateverThePriorities() throws {
        let machine = SourceID(9)
        let workout = try ride(
            [
                source(wheel, priorities: [.distance: 2], distance: .wheel),
                source(machine, priorities: [.distance: 0], distance: .machine),
                source(receiver, .gps, priorities: [.distance: 1], distance: .gps), amount(50, 0, 10),
                amount(120, 0, 20, machine),
            ] + places(0...30), end: 30)
        expect(workout, [(.wheel, 50), (.machine, 60), (.gps, 90)])
    }

    /// What a watch made of whatever it had is no machine's count, and better than the places alone.
    @Test func aDevicesOwnTotalBetweenMachineAndGPS() throws {
        let (machine, watch) = (SourceID(8), SourceID(9))
        let workout = try ride(
            [
                source(machine, distance: .machine), source(watch, .imported, distance: .device),
                source(receiver, .gps, distance: .gps), amount(50, 0, 10, machine), amount(120, 0, 20, watch),
            ] + places(0...30), end: 30)
        expect(workout, [(.machine, 50), (.device, 60), (.gps, 90)])
    }

    @Test func noneAcrossAPause() throws {
        let pause: [WorkoutEvent] = [.paused(at(20), automatic: false), .resumed(at(60), automatic: false)]
        expect(try ride(sources + pause + places(0...100), end: 100), [(.gps, 540)])
        expect(try ride(sources + pause + wheelAmounts(0..<100), end: 100), [(.wheel, 600)])
        // Only before and after: the way between is not known to have been ridden.
        expect(try ride(sources + pause + places(0...20) + places(60...70), end: 100), [(.gps, 270)])
        expect(try ride(sources + pause + places(0...18) + places(62...70), end: 100), [(.gps, 234)])
        // A span over the pause keeps its shares outside.
        expect(try ride(sources + pause + [amount(100, 10, 110)], end: 110), [(.wheel, 60)])
    }

    @Test func aSourceThatRepeatsASpanCountsOnce() throws {
        expect(try ride(sources + [amount(100, 0, 10), amount(100, 0, 10), amount(80, 6, 14)], end: 20), [(.wheel, 140)])
    }

    /// Core §7: where one source overlaps itself, what began last counts while it lasts.
    @Test func whatBeganLastCountsWhileItLasts() throws {
        // 2 m/s for 20 s, of which 5 s are told anew as 6 m/s.
        expect(try ride(sources + [amount(40, 0, 20), amount(30, 5, 10)], end: 20), [(.wheel, 60)])
        expect(try ride(sources + [amount(30, 5, 10), amount(40, 0, 20)], end: 20), [(.wheel, 60)])
        // All at once within it takes nothing from it.
        expect(try ride(sources + [amount(40, 0, 20), amount(5, 3, 3)], end: 20), [(.wheel, 45)])
    }

    /// Second by second, in any order of arrival, live and in the end.
    @Test func overlapsAreLikeCountingSecondBySecond() throws {
        var random = SeededGenerator(state: 11)
        for _ in 0..<300 {
            let spans = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                let start = Int.random(in: 0..<60, using: &random)
                return (start, start + Int.random(in: 1...30, using: &random), Double(Int.random(in: 0...40, using: &random)))
            }
            var expected = 0.0
            for second in 0..<90 {
                let covering = spans.filter { $0.0 <= second && second < $0.1 }
                guard let last = covering.min(by: { (-$0.0, $0.1, -$0.2) < (-$1.0, $1.1, -$1.2) }) else { continue }
                expected += last.2 / Double(last.1 - last.0)
            }
            var draft = WorkoutDraft(id: someID, settings: settings(), clock: someClock)
            for event in [.started(.zero, .cycling)] + sources { _ = try draft.apply(event) }
            for span in spans { _ = try draft.apply(amount(span.2, Double(span.0), Double(span.1))) }
            _ = draft.advance(to: at(90))
            #expect(isClose(draft.live.distance?.metres, expected, within: 1e-6), "\(spans)")
            _ = try draft.apply(.ended(at(90)))
            #expect(isClose(try draft.finished().summary.distance.value?.metres, expected, within: 1e-6), "\(spans)")
        }
    }

    @Test func impossibleAmountsAreCounted() throws {
        let workout = try ride(
            sources + [amount(-5, 0, 1), amount(.nan, 1, 2), amount(5, 3, 2), amount(.infinity, 3, 4)], end: 10)
        #expect(workout.summary.distance == .unavailable(.noData))
        #expect(workout.omissions.implausibleSamples == [.distance: 4])
        // All at once is still counted.
        expect(try ride(sources + [amount(5, 3, 3)], end: 10), [(.wheel, 5)])
    }

    /// Summing both is the classic bug (react-native-healthkit #301).
    @Test(arguments: [(0, 1, 840.0), (1, 0, 780)])
    func stepsOfTwoPods(first: Int, second: Int, steps: Double) throws {
        let workout = try ride(
            [
                source(strap, priorities: [.steps: first]), source(meter, priorities: [.steps: second]),
                .amount(Amount(.steps, 600, from: at(0), to: at(600), source: strap)),
                .amount(Amount(.steps, 480, from: at(300), to: at(900), source: meter)),
            ], type: .running, end: 900)
        #expect(isClose(workout.summary.steps.value, steps, within: 1e-9))
    }

    @Test func lapsAndLegsShareTheDistance() throws {
        let workout = try ride(sources + [amount(100, 0, 20), .lap(at(5), .manual), .activity(at(15), .running)], end: 20)
        #expect(workout.laps.map { $0.summary.distance.value?.metres } == [25, 50, 25])
        #expect(workout.activities.map { $0.summary.distance.value?.metres } == [75, 25])
        #expect(workout.value(of: .distance, at: at(10)) == 50)
        var cursor = Timeline.Cursor(workout.timeline(of: .distance))
        #expect([0, 5, 15, 20, 21].map { cursor.amount(before: at($0)) } == [0, 25, 75, 100, 100])
    }

    /// What was settled by the old order is reckoned anew, as far back as live amounts are kept.
    @Test func anotherOrderOfSourcesCountsLiveAsInTheEnd() throws {
        let other = SourceID(9)
        var draft = WorkoutDraft(id: someID, settings: settings(), clock: someClock)
        for event in [
            .started(.zero, .cycling), source(wheel, priorities: [.distance: 0], distance: .wheel),
            source(other, priorities: [.distance: 1], distance: .wheel),
        ] { _ = try draft.apply(event) }
        for second in 0..<120 {
            let time = Double(second)
            _ = try draft.apply(amount(10, time, time + 1))
            _ = try draft.apply(amount(7, time, time + 1, other))
        }
        _ = draft.advance(to: at(120))
        #expect(draft.live.distance?.metres == 1200)
        _ = try draft.apply(source(wheel, priorities: [.distance: 2], distance: .wheel))
        #expect(isClose(draft.live.distance?.metres, 840, within: 1e-9))
        _ = try draft.apply(.ended(at(120)))
        #expect(isClose(try draft.finished().summary.distance.value?.metres, 840, within: 1e-9))
    }

    /// Live and batch agree, also when amounts come late, within their window.
    @Test(arguments: UInt64(1)...30)
    func liveIsBatch(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        var arrivals: [(Double, WorkoutEvent)] = []
        for second in 0..<300 {
            let time = Double(second)
            if !(60..<110).contains(second), Int.random(in: 0..<8, using: &random) > 0 {
                arrivals.append(
                    (
                        time + Double.random(in: 1...14, using: &random),
                        amount(Double.random(in: 0...12, using: &random), time, time + 1)
                    ))
            }
            if !(90..<95).contains(second) { arrivals.append((time, .location(place(time, north: time * 9)))) }
        }
        arrivals.append((150, .paused(at(149.5), automatic: true)))
        arrivals.append((170, .resumed(at(168), automatic: true)))
        var draft = WorkoutDraft(id: someID, settings: settings(), clock: someClock)
        for event in [.started(.zero, .cycling)] + sources { _ = try draft.apply(event) }
        for (time, event) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            _ = draft.advance(to: at(time))
            _ = try draft.apply(event)
        }
        _ = draft.advance(to: at(320))
        let live = try #require(draft.live.distance)
        _ = try draft.apply(.ended(at(320)))
        let final = try #require(try draft.finished().summary.distance.value)
        #expect(abs(live.metres - final.metres) < 1e-6)
        for (a, b) in zip(live.parts, final.parts) { #expect(a.origin == b.origin && abs(a.metres - b.metres) < 1e-6) }
        #expect(isClose(draft.live.distance?.metres, final.metres, within: 1e-6))
    }
}
