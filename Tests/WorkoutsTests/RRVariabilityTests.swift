import Testing
import Workouts

/// Core §6.5.
@Suite struct RRVariabilityTests {
    @Test func theExamples() throws {
        let steady = try #require(RRVariability(ofMilliseconds: [[800, 810, 790, 805, 795, 800, 815]]))
        #expect(isClose(steady.rmssdMilliseconds, 13.3853, within: 5e-5))
        #expect(steady.pairs == 6 && steady.quality == 1)
        let missed = try #require(RRVariability(ofMilliseconds: [[800, 810, 790, 1200, 805, 795, 800, 815]]))
        #expect(isClose(missed.rmssdMilliseconds, 13.0384, within: 5e-5))
        #expect(missed.pairs == 5 && missed.quality == 0.875)
        #expect(RRVariability(ofMilliseconds: [[700, 0, 710]]) == nil)
    }

    @Test func theRangeIsOpen() {
        // Fewer than five neighbours: the range alone decides.
        #expect(RRVariability(ofMilliseconds: [[300, 310]]) == nil)
        #expect(RRVariability(ofMilliseconds: [[1999, 2000]]) == nil)
        #expect(RRVariability(ofMilliseconds: [[301, 1999]])?.pairs == 1)
        #expect(RRVariability(ofMilliseconds: [[.nan, 800], [.infinity, 800]]) == nil)
        #expect(RRVariability(ofMilliseconds: []) == nil)
    }

    @Test func noDifferenceAcrossABreak() {
        #expect(RRVariability(ofMilliseconds: [[800], [900]]) == nil)
        #expect(RRVariability(ofMilliseconds: [[800, 810], [900, 920]])?.pairs == 2)
        #expect(RRVariability(ofMilliseconds: [[800, 810], [900, 920]])?.rmssdMilliseconds == 250.0.squareRoot())
    }

    /// Exactly 20 % away is accepted.
    @Test(arguments: [(960.0, 7), (960.5, 5), (640, 7), (639.5, 5)])
    func aFifthOfTheMedian(interval: Double, pairs: Int) {
        #expect(RRVariability(ofMilliseconds: [[800, 800, 800, interval, 800, 800, 800, 800]])?.pairs == pairs)
    }

    /// Against the rule word by word: a sliding window gives what sorting every neighbourhood gives.
    @Test(arguments: UInt64(1)...60)
    func theWindowIsTheRule(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let count = Int.random(in: 0...150, using: &random)
        let intervals = (0..<count).map { _ -> Double in
            switch Int.random(in: 0..<20, using: &random) {
            case 0: return 0
            case 1: return 2500
            case 2: return 300
            case 3...5: return Double(Int.random(in: 300...2000, using: &random))
            default: return Double(Int.random(in: 760...840, using: &random))
            }
        }
        let accepted = intervals.indices.map { isAccepted(intervals, $0) }
        var squares: [Double] = []
        for index in intervals.indices.dropFirst() where accepted[index - 1] && accepted[index] {
            let difference = intervals[index] - intervals[index - 1]
            squares.append(difference * difference)
        }
        guard let result = RRVariability(ofMilliseconds: [intervals]) else {
            #expect(squares.isEmpty)
            return
        }
        #expect(result.pairs == squares.count)
        #expect(result.acceptedBeats == accepted.count { $0 })
        #expect(abs(result.rmssdMilliseconds - (squares.reduce(0, +) / Double(squares.count)).squareRoot()) < 1e-9)
    }

    private func isAccepted(_ intervals: [Double], _ index: Int) -> Bool {
        func isInRange(_ value: Double) -> Bool { 300 < value && value < 2000 }
        guard isInRange(intervals[index]) else { return false }
        let around = max(0, index - 20)...min(intervals.count - 1, index + 20)
        let near = around.filter { $0 != index }.map { intervals[$0] }.filter(isInRange).sorted()
        guard near.count >= 5 else { return true }
        let upper = near[near.count / 2]
        let median: Double = near.count.isMultiple(of: 2) ? (near[near.count / 2 - 1] + upper) / 2 : upper
        return abs(intervals[index] - median) <= median / 5
    }

    // In a workout.

    private func beats(_ seconds: Double, _ ticks: [UInt16], missed: Int = 0, _ source: SourceID = strap) -> WorkoutEvent {
        .beats(Beats(source: source, offset: at(seconds), rrTicks: ticks, missed: missed))
    }

    /// 1024 and 1004 ticks in turn, a message a second.
    private func regular(_ seconds: Range<Int>, _ source: SourceID = strap) -> [WorkoutEvent] {
        seconds.map { beats(Double($0), [$0.isMultiple(of: 2) ? 1024 : 1004], source) }
    }

    @Test func ticksAreATicksLength() throws {
        let variability = try #require(try ride(regular(1..<101), end: 101).summary.rrVariability.value)
        #expect(isClose(variability.rmssdMilliseconds, 20 * 1000 / 1024, within: 1e-9))
        #expect(variability.pairs == 99 && variability.totalBeats == 100)
        #expect(variability.isShown)
        #expect(try ride(regular(1..<51), end: 60).summary.rrVariability.value?.isShown == false)
        #expect(try ride([], end: 60).summary.rrVariability == .unavailable(.noData))
    }

    @Test(arguments: [
        // Nothing for five seconds.
        [WorkoutEvent](), [.paused(at(50.5), automatic: false), .resumed(at(50.6), automatic: false)],
    ])
    func whatBreaksTheSeries(events: [WorkoutEvent]) throws {
        let rest = events.isEmpty ? 55 : 51
        let workout = try ride(regular(1..<51) + events + regular(rest..<101), end: 101)
        #expect(workout.summary.rrVariability.value?.pairs == 100 - (rest - 51) - 2)
    }

    @Test func aMissedBeatBreaksTheSeries() throws {
        let workout = try ride(regular(1..<51) + [beats(51, [1004], missed: 1)] + regular(52..<101), end: 101)
        #expect(workout.summary.rrVariability.value?.pairs == 98)
    }

    /// A strap over two radios has one heart.
    @Test func ofTwoRadiosTheOneThatCounts() throws {
        let ranks = [source(strap, priorities: [.heartRate: 1]), source(meter, priorities: [.heartRate: 0])]
        let rates = (0..<101).flatMap { [reading(.heartRate, 60, Double($0)), reading(.heartRate, 60, Double($0), meter)] }
        let events = (1..<101).flatMap { regular($0..<$0 + 1) + regular($0..<$0 + 1, meter) }
        let workout = try ride(ranks + rates + events, end: 101)
        #expect(workout.summary.rrVariability.value?.totalBeats == 100)
        #expect(Set(workout.countingBeats.map(\.source)) == [meter])
    }

    @Test func beatsInAPauseDoNotCountAndLapsHaveTheirOwn() throws {
        let events =
            regular(1..<101) + [
                .paused(at(40.5), automatic: false), .resumed(at(60.5), automatic: false), .lap(at(80.5), .manual),
            ]
        let workout = try ride(events, end: 101)
        #expect(workout.summary.rrVariability.value?.totalBeats == 80)
        #expect(workout.laps.map(\.summary.rrVariability.value?.totalBeats) == [60, 20])
        #expect(workout.laps.map(\.summary.rrVariability.value?.pairs) == [58, 19])
    }
}
