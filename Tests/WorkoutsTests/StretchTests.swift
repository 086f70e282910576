import Testing
import Workouts

/// Workouts that are cut and joined: the fold of all that was recorded, again.
@Suite struct StretchTests {
    /// An hour of heart rate, power, wheel and places at odd moments, with holes, pauses, laps and two legs.
    private func events(_ random: inout SeededGenerator) -> [WorkoutEvent] {
        var events: [WorkoutEvent] = [
            source(strap), source(meter, priorities: [.power: 0]), source(wheel, distance: .wheel), source(receiver, .gps),
        ]
        var moment = 0.0
        var (isPaused, metres) = (false, 0.0)
        while moment < 3600 {
            let step = Double(Int.random(in: 1...40, using: &random)) / 8
            let next = moment + step
            switch Int.random(in: 0..<400, using: &random) {
            case 0: moment += Double.random(in: 5...90, using: &random)
            case 1:
                events.append(isPaused ? .resumed(at(moment), automatic: false) : .paused(at(moment), automatic: false))
                isPaused.toggle()
            case 2: events.append(.lap(at(moment), .manual))
            case 3: events.append(.activity(at(moment), [.cycling, .running].randomElement(using: &random) ?? .cycling))
            case 4: events.append(.marker(at(moment), .marker, note: "here"))
            default: break
            }
            guard next > moment else { continue }
            events.append(reading(.heartRate, Double.random(in: 90...180, using: &random), moment))
            if Bool.random(using: &random) {
                events.append(reading(.power, Double.random(in: 0...400, using: &random), moment, meter))
            }
            if Int.random(in: 0..<3, using: &random) > 0 { events.append(amount(step * 7, moment, next)) }
            metres += step * 6
            events.append(.location(place(moment, north: metres, altitude: 100 + metres / 50)))
            events.append(.beats(Beats(source: strap, offset: at(moment), rrTicks: [700, 701])))
            moment = next
        }
        return events
    }

    private func workout(_ seed: UInt64) throws -> Workout {
        var random = SeededGenerator(state: seed)
        var zones = settings([try heartZones(), try ZoneModel.coggan7(thresholdWatts: 250).configuration()], ftp: 250)
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [100, 120])]
        return try ride(events(&random), end: 3600, settings: zones)
    }

    /// Folding all of a workout again changes no bit of it.
    @Test(arguments: UInt64(1)...6)
    func theWholeIsTheWorkout(seed: UInt64) throws {
        let workout = try workout(seed)
        #expect(try Workout(folding: [WorkoutStretch(of: workout)], id: workout.id) == workout)
    }

    /// Cut anywhere, inside a sample's hold, a leg of the route, a pause, at a lap: nothing is lost, and nothing counts twice.
    @Test(arguments: UInt64(1)...12)
    func thePartsAreTheWhole(seed: UInt64) throws {
        let workout = try workout(seed)
        var random = SeededGenerator(state: seed &* 977)
        var cuts = (0..<3).map { _ in Offset(microseconds: Int64.random(in: 1..<3_600_000_000, using: &random)) }
        cuts += workout.laps.dropLast().prefix(1).map(\.end)
        cuts += workout.pauses.prefix(1).map { $0.start + TimeSpan(microseconds: ($0.end - $0.start).microseconds / 2) }
        let edges = [workout.start] + Set(cuts).sorted() + [workout.end]
        let parts = try zip(edges, edges.dropFirst()).enumerated().map { index, edge in
            try Workout(
                folding: [WorkoutStretch(of: workout, from: edge.0, to: edge.1)], id: WorkoutID(high: 9, low: UInt64(index)))
        }
        func sum(_ figure: (Workout) -> Double?) -> Double { parts.reduce(0) { $0 + (figure($1) ?? 0) } }
        #expect(parts.reduce(TimeSpan.zero) { $0 + $1.summary.timer } == workout.summary.timer)
        #expect(parts.reduce(TimeSpan.zero) { $0 + $1.summary.elapsed } == workout.summary.elapsed)
        #expect(parts.reduce(0) { $0 + $1.route.placeCount } == workout.route.placeCount)
        #expect(parts.reduce(0) { $0 + $1.markers.count } == workout.markers.count)
        #expect(parts.reduce(0) { $0 + $1.beats.count } == workout.beats.count)
        for quantity in [Quantity.heartRate, .power] {
            let (all, own) = (workout.timeline(of: quantity), parts.map { $0.timeline(of: quantity) })
            #expect(
                own.reduce(0) { $0 + $1.count { $0.beginsWithSample } } == all.count { $0.beginsWithSample }, "\(quantity)")
            let integral = { (timeline: Timeline) in timeline.reduce(0.0) { $0 + $1.value * ($1.end - $1.start).seconds } }
            #expect(isClose(own.reduce(0) { $0 + integral($1) }, integral(all), within: 1e-4))
        }
        #expect(isClose(sum { $0.summary.distance.value?.metres }, workout.summary.distance.value?.metres ?? 0, within: 1e-6))
        // Work is of whole seconds (core §6.1): of each part less than one is left out, of 400 W at most.
        let work = sum { $0.summary.workKilojoules.value } - (workout.summary.workKilojoules.value ?? 0)
        #expect(work <= 0.4 && work >= -0.4 * Double(parts.count))
        for (quantity, group) in workout.zoneGroups {
            // Legs of another sport have zones of their own, so that a part's need not be the whole's.
            let own = parts.compactMap { $0.zoneGroups[quantity] }.filter { $0.configuration == group.configuration }
            guard own.count == parts.count else { continue }
            for zone in group.zoneDurations.indices {
                #expect(own.reduce(TimeSpan.zero) { $0 + $1.zoneDurations[zone] } == group.zoneDurations[zone])
            }
        }
        // A part that is folded again is that part.
        for part in parts { #expect(try Workout(folding: [WorkoutStretch(of: part)], id: part.id) == part) }
    }

    /// A hold that runs out behind the cut does so at the same moment.
    @Test func aHoldRunsOutWhereItDid() throws {
        let workout = try ride([source(meter), reading(.power, 200, 0, meter), reading(.power, 100, 10, meter)], end: 20)
        // Held from 0 to 5 s and from 10 to 15 s.
        let rest = try Workout(folding: [WorkoutStretch(of: workout, from: at(2))], id: someID)
        #expect(rest.timeline(of: .power).segments.map(\.start) == [at(2), at(10)])
        #expect(rest.timeline(of: .power).segments.map(\.end) == [at(5), at(15)])
        #expect(rest.summary.power.value?.sampleCount == 1)
        #expect(rest.summary.workKilojoules.value == 1.1)
        let late = try Workout(folding: [WorkoutStretch(of: workout, from: at(7))], id: someID)
        #expect(late.timeline(of: .power).segments.map(\.start) == [at(10)])
    }

    @Test func aPauseLiesBetweenTwoWorkoutsAndATransitionBetweenTwoSports() throws {
        var zones = settings([try heartZones()])
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [150, 170])]
        let first = try ride(powers([(200, 100)]) + [reading(.heartRate, 140, 5)], end: 100, settings: zones)
        var second = try ride(
            [source(strap), reading(.heartRate, 160, 1)], type: .running, end: 50, settings: zones)
        // Two minutes after the first began.
        second.clock.origin = someClock.origin + TimeSpan(microseconds: 120_000_000)
        let joint = try Workout(folding: [WorkoutStretch(of: first), WorkoutStretch(of: second)], id: someID)
        #expect(joint.activities.map(\.type) == [.cycling, .transition, .running])
        #expect(joint.activities.map(\.start) == [at(0), at(100), at(120)])
        #expect(joint.pauses == [Pause(start: at(100), end: at(120), isAutomatic: false)])
        #expect(joint.end == at(170) && joint.summary.timer == span(150) && joint.summary.elapsed == span(170))
        #expect(joint.activities[0].summary == first.summary)
        #expect(joint.activities[2].zoneGroups[.heartRate]?.zoneDurations == [.zero, span(10), .zero])
        second.clock.origin = someClock.origin + TimeSpan(microseconds: 99_000_000)
        #expect(throws: StretchError.overlap) {
            try Workout(folding: [WorkoutStretch(of: first), WorkoutStretch(of: second)], id: someID)
        }
        second.clock.origin = someClock.origin + TimeSpan(microseconds: 40 * 86_400_000_000)
        #expect(throws: StretchError.tooLong) {
            try Workout(folding: [WorkoutStretch(of: first), WorkoutStretch(of: second)], id: someID)
        }
    }

    /// Two workouts of one sport are one leg with a lap each; sensors that only share a number are kept apart.
    @Test func oneSportIsOneLeg() throws {
        let first = try ride([source(meter)] + powers([(200, 60)]), end: 60)
        let other = SampleSource(id: meter, kind: .ble, identity: "another meter")
        var second = try ride([.source(other)] + powers([(300, 60)]), end: 60)
        second.clock.origin = someClock.origin + TimeSpan(microseconds: 60_000_000)
        let joint = try Workout(folding: [WorkoutStretch(of: first), WorkoutStretch(of: second)], id: someID)
        #expect(joint.activities.count == 1 && joint.laps.map(\.end) == [at(60), at(120)])
        #expect(joint.laps.map { $0.summary.power.value?.average } == [200, 300])
        #expect(Set(joint.sources.map(\.id)).count == 2 && joint.pauses.isEmpty)
        #expect(joint.summary.workKilojoules.value == 30)
    }

    @Test func anotherSportHasItsZones() throws {
        var zones = settings([try heartZones()])
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [150, 170])]
        let events = [source(strap), reading(.heartRate, 140, 1), WorkoutEvent.lap(at(30), .manual)]
        let cycling = try ride(events, end: 50, settings: zones)
        let running = try ride(events, type: .running, end: 50, settings: zones)
        #expect(try Workout(folding: [WorkoutStretch(of: cycling)], id: someID, as: .running) == running)
        #expect(try Workout(folding: [WorkoutStretch(of: running)], id: someID, as: .cycling) == cycling)
    }

    @Test func nothingIsNoWorkout() throws {
        let workout = try ride([], end: 50)
        #expect(throws: StretchError.outside) { try Workout(folding: [], id: someID) }
        for (start, end) in [(at(10), at(10)), (at(-1), at(10)), (at(10), at(51)), (at(20), at(10))] {
            #expect(throws: StretchError.outside) {
                try Workout(folding: [WorkoutStretch(of: workout, from: start, to: end)], id: someID)
            }
        }
    }
}
