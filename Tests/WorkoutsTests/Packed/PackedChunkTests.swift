import Testing

@testable import Workouts

/// A log as chunks, and back; anything else is damage.
@Suite struct PackedChunkTests {
    private func log(_ random: inout SeededGenerator, _ count: Int) -> PackedLog<Sample> {
        var log = PackedLog<Sample>()
        for index in 0..<Int64(count) {
            let offset = index * 1_000_000 + Int64.random(in: -20_000...20_000, using: &random)
            log.append(
                Sample(offset: Offset(microseconds: offset), value: Double(Int.random(in: 0...400, using: &random)) / 4))
        }
        return log
    }

    @Test(arguments: [0, 1, 2, 3, 255, 256, 257, 512, 700])
    func aLogComesBackAndGoesOn(count: Int) throws {
        var random = SeededGenerator(state: UInt64(count) + 1)
        var whole = log(&random, count)
        var back = try #require(PackedLog<Sample>(chunks: whole.chunks))
        #expect(back == whole && back.count == count && back.first == whole.first && back.last == whole.last)
        #expect(back.isOrdered == whole.isOrdered && back.isMonotone == whole.isMonotone)
        #expect(back.chunks == whole.chunks && whole.chunkCounts == whole.chunks.map(\.count))
        // More comes.
        for index in 0..<300 as Range<Int64> {
            let sample = Sample(offset: Offset(microseconds: 900_000_000 + index), value: 1)
            whole.append(sample)
            back.append(sample)
        }
        #expect(Array(back) == Array(whole) && back.rows == whole.rows)
        #expect(back.cropped { $0.microseconds >= 900_000_000 }.count == 300)
    }

    @Test func logsOutOfOrderSayTheSameOfThemselves() throws {
        var random = SeededGenerator(state: 4)
        let log = PackedLog(
            (0..<600).map { _ in
                Sample(offset: Offset(microseconds: Int64.random(in: 0...1000, using: &random)), value: 0)
            })
        let back = try #require(PackedLog<Sample>(chunks: log.chunks))
        #expect(back == log && !back.isOrdered && !back.isMonotone && back.inOrder() == log.inOrder())
    }

    /// Cut, lengthened, turned: never a trap; and never rows of another count or other ends than were said.
    @Test(arguments: UInt64(1)...400)
    func anyBytesAreReadOrRefused(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let chunk = log(&random, Int.random(in: 1...256, using: &random)).chunks[0]
        var bytes = chunk.bytes
        switch seed % 4 {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1: bytes += Array(repeating: 0, count: 8)
        case 2:
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
        default: bytes = bytes.map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
        let count = seed % 5 == 0 ? Int.random(in: -2...2000, using: &random) : chunk.count
        let other = PackedChunk(bytes: bytes, count: count, first: chunk.first, last: chunk.last)
        for rows in [other.samples?.count, other.spans?.count, other.beats?.count, other.segments?.count, other.locations?.count]
        {
            if let rows, rows != count { Issue.record("\(rows) rows instead of \(count)") }
        }
        if seed % 4 == 0 || seed % 4 == 1 { #expect(other.samples == nil) }
    }

    @Test func whatATurnOfTheWheelMakesTakesLittle() {
        // Of a wheel of 2.096 m, by the wheel's own clock: the rate is no decimal, the way is.
        var random = SeededGenerator(state: 8)
        var start: Int64 = 0
        let spans = (0..<256).map { _ in
            let ticks = Int64.random(in: 900...1200, using: &random)
            let length = ticks * 1_000_000 / 1024
            defer { start += length }
            let turns = Double(Int.random(in: 2...5, using: &random))
            return AmountSpan(
                offset: Offset(microseconds: start), end: Offset(microseconds: start + length),
                value: turns * 2.096 / TimeSpan(microseconds: length).seconds)
        }
        let chunk = PackedLog(spans).chunks[0]
        #expect(PackedLog<AmountSpan>(chunks: [chunk])?.rows == spans)
        // The bits of the rates alone would take as much.
        #expect(Double(chunk.bytes.count) / 256 < 7)
    }

    @Test func totalsOfChunksAddUp() {
        var random = SeededGenerator(state: 12)
        let series = SampleSeries(quantity: .power, source: SourceID(1), samples: log(&random, 600))
        let pause = Pause(start: Offset(seconds: 100), end: Offset(seconds: 130), isAutomatic: false)
        let timer = TimerIntervals(start: .zero, end: Offset(seconds: 600), pauses: [pause])
        let hold = TimeSpan(seconds: 5)
        let totals = series.chunkTotals(timer: timer, maxHold: hold)
        #expect(totals.map(\.count) == [256, 256, 88])
        let timeline = Timeline(merging: [TimelineLane(.holds(series.samples, maxHold: hold), source: SourceID(1), timer: timer)])
        #expect(totals.reduce(.zero) { $0 + $1.covered } == timeline.reduce(.zero) { $0 + $1.length })
        let integral = timeline.reduce(0) { $0 + $1.value * $1.length.seconds }
        #expect(abs(totals.reduce(0) { $0 + $1.integral } - integral) < 1e-6)
        #expect(totals.map(\.maximum).max() == series.values.max() && totals.map(\.minimum).min() == series.values.min())
    }
}
