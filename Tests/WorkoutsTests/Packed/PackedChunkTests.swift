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

    /// Rows coded as they should be that say what no workout says.
    @Test func spansThatEndNowhereAreDamage() {
        let second = Offset(seconds: 1)
        let far = (1 << 50) + 1 as Int64
        for end in [.min, .max, 0, far, -far, 1_000_000] as [Int64] {
            let span = AmountSpan(offset: second, end: Offset(microseconds: end), value: 1)
            let segment = Timeline.Segment(start: span.offset, end: span.end, value: 1, source: SourceID(1))
            let amounts = chunk(of: [span])
            #expect(PackedLog<AmountSpan>(chunks: [amounts]) == nil)
            // One that lasts no time is a value outside of workouts, and no amount.
            #expect((amounts.spans == nil) == (end != 1_000_000))
            #expect(chunk(of: [SegmentRow(segment: segment)]).segments == nil)
            #expect(PackedChunk([segment]) == nil)
            #expect((PackedChunk([ValueSpan(start: second, end: span.end, value: 1)]) == nil) == (end != 1_000_000))
        }
        #expect(chunk(of: [AmountSpan(offset: second, end: Offset(seconds: 2), value: 1)]).spans?.count == 1)
    }

    private func chunk<Row: PackedRow>(of rows: [Row]) -> PackedChunk {
        var writer = BitWriter()
        Row.pack(rows, into: &writer)
        return chunk(writer, rows.count, first: rows[0].offset, last: rows[rows.count - 1].offset)
    }

    private func chunk(_ writer: BitWriter, _ count: Int, first: Offset, last: Offset) -> PackedChunk {
        let bytes = writer.words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } }
        return PackedChunk(bytes: bytes, count: count, first: first, last: last)
    }

    /// Intervals that are all the same take no bits: a few bytes may not say that there are millions.
    @Test(arguments: [(1024, 65_536), (1024, 1025), (257, 4096), (1, 4097), (256, 4096), (1024, 1024), (1, 4096)])
    func soManyIntervalsAreInNoChunk(rows: Int, each: Int) {
        var writer = BitWriter()
        for value in [1, 0, 0, Int64(each)] { writer.append(integers: Array(repeating: value, count: rows)) }
        // However many there are, they are written like one.
        writer.append(integers: [1000])
        let chunk = chunk(writer, rows, first: .zero, last: .zero)
        #expect(chunk.bytes.count < 60)
        let beats = chunk.beats
        #expect((beats != nil) == (each <= 4096 && rows * each <= 256 * 4096))
        if let beats { #expect(beats.count == rows && beats.allSatisfy { $0.rrTicks.count == each && $0.rrTicks[0] == 1000 }) }
    }

    /// A file may tell all of its intervals at one moment.
    @Test func aLongRowIsKeptAsSeveral() throws {
        let ticks = (0..<10_000).map { UInt16(700 + $0 % 400) }
        let beats = Beats(source: SourceID(3), offset: Offset(seconds: 2), rrTicks: ticks, missed: 7)
        #expect(PackedChunk([beats]) == nil)
        #expect(beats.rows.map(\.rrTicks.count) == [4096, 4096, 1808] && beats.rows.map(\.missed) == [7, 0, 0])
        let chunk = try #require(PackedChunk(beats.rows))
        #expect(chunk.beats == beats.rows && chunk.beats?.flatMap(\.rrTicks) == ticks)
        let short = Beats(source: SourceID(3), offset: .zero, rrTicks: [])
        #expect(short.rows == [short])
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
