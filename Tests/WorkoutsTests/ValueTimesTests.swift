import TestSupport
import Testing
import Workouts

/// Times of values say of any zones what the samples themselves do.
struct ValueTimesTests {
    /// A sample every few seconds with holes, pauses, and values of few decimals, of one or two sources.
    private static func workout(_ random: inout SeededGenerator) -> (timeline: Timeline, timer: TimerIntervals) {
        var segments: [Timeline.Segment] = []
        var moment: Int64 = 0
        for _ in 0..<Int.random(in: 0...300, using: &random) {
            let length = Int64.random(in: 1...12_000_000, using: &random)
            if Int.random(in: 0..<9, using: &random) > 0 {
                let value = Double(Int.random(in: 900...1900, using: &random)) / (Bool.random(using: &random) ? 10 : 7)
                segments.append(
                    Timeline.Segment(
                        start: Offset(microseconds: moment), end: Offset(microseconds: moment + length), value: value,
                        source: SourceID(1)))
            }
            moment += length
        }
        let timer = TimerIntervals(start: .zero, end: Offset(microseconds: moment + 5), pauses: [])
        return (Timeline(segments: segments, maxHold: TimeSpan(microseconds: 10_000_000)), timer)
    }

    @Test(arguments: UInt64(1)...40)
    func theyTellTimeInAnyZones(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        for _ in 0..<25 {
            let (timeline, timer) = Self.workout(&random)
            let end = timer.intervals.last?.end ?? .zero
            let from = Offset(microseconds: Int64.random(in: 0...max(1, end.microseconds), using: &random))
            let scopes: [(Offset, Offset)] = [(.zero, end), (from, end), (.zero, from)]
            for (start, end) in scopes where start <= end {
                let times = ValueTimes(folding: timeline, from: start, to: end, timer: timer)
                let boundaries = Set((0..<4).map { _ in Double(Int.random(in: 100...190, using: &random)) }).sorted()
                guard boundaries.count > 1 else { continue }
                let zones = try ZoneConfiguration(.heartRate, boundaries: boundaries)
                let group = ZoneGroup(folding: timeline, into: zones, from: start, to: end, timer: timer)
                #expect(times.zoneGroup(in: zones) == group)
                #expect(times.covered + times.unattributed == timer.timer(from: start, to: end))
                #expect(times.time(above: boundaries[0]) == timeline.time(above: boundaries[0], from: start, to: end))
                let back = ValueTimes(
                    packedBytes: times.packedBytes, count: times.held.count, unattributed: times.unattributed,
                    maxHold: times.maxHold)
                #expect(back == times)
            }
        }
    }

    /// Whole beats of whole seconds: some two bytes each.
    @Test func theyTakeLittleRoom() {
        let held = (90..<190).map { ValueTimes.Held(value: Double($0), duration: TimeSpan(seconds: Double($0 * 7 % 200 + 1))) }
        let times = ValueTimes(held, unattributed: .zero, maxHold: .zero)
        #expect(times.packedBytes.count <= 160)
    }

    @Test(arguments: UInt64(1)...20)
    func noBytesAreTrusted(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let times = ValueTimes(
            (1...40).map { ValueTimes.Held(value: Double($0) / 4, duration: TimeSpan(microseconds: Int64($0) * 250_000)) },
            unattributed: .zero, maxHold: .zero)
        for _ in 0..<200 {
            var bytes = times.packedBytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            let count = Int.random(in: -2...3000, using: &random)
            let read = ValueTimes(packedBytes: bytes, count: count, unattributed: .zero, maxHold: .zero)
            // What is read can be summed: values rise, and each was held.
            if let read {
                #expect(zip(read.held, read.held.dropFirst()).allSatisfy { $0.value < $1.value })
                #expect(read.covered >= .zero)
            }
        }
    }
}
