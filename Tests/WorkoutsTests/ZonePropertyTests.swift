import Testing
import Workouts

/// What must hold on every input.
@Suite struct ZonePropertyTests {
    struct Story {
        var samples: [WorkoutEvent] = []
        var pauses: [WorkoutEvent] = []
        var end = 0.0

        /// A long one and many short ones, in which edges meet more often.
        static func all(seed: UInt64) -> [Story] {
            [Story(seed: seed)] + (1...25).map { Story(seed: seed &* 1000 &+ $0, longest: 25) }
        }

        /// Two straps, some holes, some pauses, samples at whole and broken seconds.
        init(seed: UInt64, longest: Double = 300) {
            var random = SeededGenerator(state: seed)
            end = Double.random(in: 1...longest, using: &random).rounded()
            for strap in [strap, meter] {
                var time = Double.random(in: -3...20, using: &random)
                if Bool.random(using: &random) { time.round() }
                while time < end + 5 {
                    let value = Double.random(in: 90...190, using: &random)
                    samples.append(reading(.heartRate, Bool.random(using: &random) ? value : value.rounded(), time, strap))
                    let isHole = Int.random(in: 0..<10, using: &random) == 0
                    time +=
                        isHole ? Double.random(in: 5...40, using: &random) : [0.25, 1, 1, 2.5].randomElement(using: &random) ?? 1
                }
            }
            var time = 0.0
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                time += Double.random(in: 0...60, using: &random).rounded()
                pauses.append(.paused(at(time), automatic: false))
                time += Double.random(in: 0...40, using: &random).rounded()
                pauses.append(.resumed(at(time), automatic: false))
            }
        }

        var sources: [WorkoutEvent] {
            [source(strap, priorities: [.heartRate: 0]), source(meter, priorities: [.heartRate: 1])]
        }
    }

    static func moment(_ event: WorkoutEvent) -> Offset {
        switch event {
        case .reading(let reading): reading.offset
        case .paused(let offset, _), .resumed(let offset, _): offset
        default: .zero
        }
    }

    @Test(arguments: UInt64(1)...20)
    func everyOrderOfArrivalGivesTheSameGroup(seed: UInt64) throws {
        for (index, story) in Story.all(seed: seed).enumerated() { try shuffle(story, seed: seed &* 1000 &+ UInt64(index)) }
    }

    private func shuffle(_ story: Story, seed: UInt64) throws {
        var random = SeededGenerator(state: seed &* 77)
        let zones = settings([try heartZones()])
        let first = try ride(story.sources + story.samples + story.pauses, end: story.end, settings: zones)
        let group = try #require(first.zoneGroups[.heartRate])
        #expect(group.covered + group.unattributed == first.summary.timer)
        #expect(group.unattributed >= .zero)
        for _ in 0..<3 {
            let shuffled = story.samples.shuffled(using: &random)
            let again = try ride(story.sources + story.pauses + shuffled, end: story.end, settings: zones)
            #expect(again.zoneGroups == first.zoneGroups)
            #expect(again.series == first.series)
        }
    }

    /// A slow second opinion: between all moments at which anything can change, look for the value by the rules.
    @Test(arguments: UInt64(1)...60)
    func theGroupIsWhatTheRulesSayPieceByPiece(seed: UInt64) throws {
        for story in Story.all(seed: seed) { try compareByPieces(story) }
    }

    private func compareByPieces(_ story: Story) throws {
        let zones = try heartZones()
        let workout = try ride(story.sources + story.samples + story.pauses, end: story.end, settings: settings([zones]))
        let hold = span(10)
        let readings = story.samples.compactMap { event -> Reading? in
            guard case .reading(let reading) = event else { return nil }
            return reading.offset >= .zero && reading.offset < workout.end ? reading : nil
        }
        func isRunning(_ offset: Offset) -> Bool {
            !workout.pauses.contains { $0.start <= offset && offset < $0.end }
        }
        func value(_ offset: Offset, of source: SourceID) -> Double? {
            let last = readings.filter { $0.source == source && $0.offset <= offset && isRunning($0.offset) }
                .max { $0.offset < $1.offset }
            guard let last, offset < last.offset + hold else { return nil }
            let isCut = workout.pauses.contains { last.offset < $0.start && $0.start <= offset }
            return isCut ? nil : last.value
        }
        var edges = Set(readings.flatMap { [$0.offset, $0.offset + hold] } + workout.pauses.flatMap { [$0.start, $0.end] })
        edges.formUnion([.zero, workout.end])
        let sorted = edges.filter { .zero <= $0 && $0 <= workout.end }.sorted()
        var expected = [TimeSpan](repeating: .zero, count: 5)
        for (from, to) in zip(sorted, sorted.dropFirst()) where isRunning(from) {
            if let value = value(from, of: strap) ?? value(from, of: meter) { expected[zones.zoneIndex(of: value)] += to - from }
        }
        #expect(workout.zoneGroups[.heartRate]?.zoneDurations == expected)
    }

    @Test(arguments: UInt64(1)...60)
    func liveTotalsAreBatchTotals(seed: UInt64) throws {
        for (index, story) in Story.all(seed: seed).enumerated() { try compareLive(story, seed: seed &* 1000 &+ UInt64(index)) }
    }

    private func compareLive(_ story: Story, seed: UInt64) throws {
        var random = SeededGenerator(state: seed &* 31)
        // An automatic pause is known late.
        let pauseDelay = seed.isMultiple(of: 2) ? 0.0 : 4
        // Most arrive in order, some a little late, a few very late.
        let delays = (story.samples + story.pauses).map { event -> (Double, WorkoutEvent) in
            let delay: Double = [0, 0, 0, 0, 1.5, 12, 80].randomElement(using: &random) ?? 0
            let isSample = if case .reading = event { true } else { false }
            return (Self.moment(event).seconds + (isSample ? delay : pauseDelay), event)
        }
        let zones = settings([try heartZones()])
        var draft = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        var tracker = LiveZoneTracker(configuration: try heartZones(), start: .zero, sources: [strap, meter])
        for event in [.started(.zero, .cycling)] + story.sources { _ = try draft.apply(event) }
        var zone: Zone?
        for (_, event) in delays.sorted(by: { $0.0 < $1.0 }) where Self.moment(event) < at(story.end) {
            let updates = try draft.apply(event)
            for update in updates {
                #expect(update.currentZone != update.previousZone)
                #expect(update.reason == .entered ? update.previousZone == nil : update.previousZone == zone)
                zone = update.currentZone
            }
            switch event {
            case .reading(let reading): _ = tracker.apply(reading.value, at: reading.offset, from: reading.source)
            case .paused(let offset, _): _ = tracker.pause(at: offset)
            case .resumed(let offset, _): _ = tracker.resume(at: offset)
            default: break
            }
        }
        _ = tracker.advance(to: at(story.end))
        _ = try draft.apply(.ended(at(story.end)))
        #expect(try draft.finished().zoneGroups[.heartRate] == tracker.zoneGroup)
    }

    @Test(arguments: UInt64(1)...40)
    func legsLapsAndTransitionsAddUp(seed: UInt64) throws {
        for (index, story) in Story.all(seed: seed).enumerated() { try addUp(story, seed: seed &* 1000 &+ UInt64(index)) }
    }

    private func addUp(_ story: Story, seed: UInt64) throws {
        var random = SeededGenerator(state: seed &* 13)
        var changes: [WorkoutEvent] = []
        var time = 0.0
        while time < story.end {
            time += Double.random(in: 0.5...60, using: &random)
            let type = [ActivityType.cycling, .transition, .running].randomElement(using: &random) ?? .running
            changes.append(Bool.random(using: &random) ? .lap(at(time), .manual) : .activity(at(time), type))
        }
        let workout = try ride(
            story.sources + story.pauses + changes + story.samples, end: story.end, settings: settings([try heartZones()]))
        let whole = try #require(workout.zoneGroups[.heartRate])
        for parts in [workout.activities.map { $0.zoneGroups[.heartRate] }, workout.laps.map { $0.zoneGroups[.heartRate] }] {
            let sum = try parts.compactMap { $0 }.reduce(
                ZoneGroup(
                    configuration: whole.configuration, zoneDurations: Array(repeating: TimeSpan.zero, count: 5),
                    unattributed: .zero,
                    maxHold: whole.maxHold)
            ) { try $0.adding($1) }
            #expect(sum == whole)
        }
        #expect(workout.laps.first?.start == workout.start && workout.laps.last?.end == workout.end)
        #expect(zip(workout.laps, workout.laps.dropFirst()).allSatisfy { $0.end == $1.start })
        for lap in workout.laps {
            let leg = workout.activities[lap.activityIndex]
            #expect(leg.start <= lap.start && lap.end <= leg.end)
        }
    }
}
