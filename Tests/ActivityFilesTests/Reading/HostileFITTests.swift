import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What no honest device writes: refused or partly used, the place told, and no more held than the file has bytes.
struct HostileFITTests {
    /// A file of every kind of message, cut at every byte: what is whole is read, and it is said that the file is cut.
    @Test func everyByteOfARealFile() throws {
        let whole = FITActivity(try #require(OddRides.all.first).make()).encoded()
        let short = FITActivity(try TestRide.duathlon(hasPlaces: true)).encoded().prefix(700)
        for bytes in [whole, Array(short)] {
            var last = 0
            for length in 14..<bytes.count {
                let part = try #require(FITContents(decoding: Array(bytes.prefix(length))).parts.first)
                #expect(part.isTruncated && part.end == length)
                let count = part.messages.reduce(0) { $0 + $1.count }
                try #require(count >= last, "\(length)")
                last = count
                // What is cut may be no recording yet, but one is a workout.
                guard length.isMultiple(of: 8), let recording = part.recording else { continue }
                _ = try recording.workout(settings: WorkoutSettings())
            }
        }
    }

    /// The header says 4 GB, or 2, or one byte too many.
    @Test(arguments: [0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 100_000]) func sizesInTheHeader(size: Int) throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 100)
        file.record(1, 101)
        // Without the checksum, which would lie where the header promises data.
        let bytes = Array(file.file(dataSize: size).dropLast(2))
        let part = try #require(FITContents(decoding: bytes).parts.first)
        #expect(part.isTruncated && part.end == bytes.count)
        #expect(part.recording?.points.map(\.beatsPerMinute) == [100, 101])
        let contents = try ActivityFormat.read(bytes)
        #expect(
            contents.sentences.contains(
                "the file ends at byte \(bytes.count), before what it holds is complete; what stands before it is used"))
    }

    /// Laps and sessions without end: the first of them are kept, and the rest are counted.
    @Test func lapsAndSessionsWithoutEnd() throws {
        var file = FITBytes()
        file.defineRecord()
        for second in 0..<60 as Range<UInt64> { file.record(second, 100) }
        file.define(4, 19, [(2, 4, 0x86), (7, 4, 0x86)])
        for lap in 0..<20_000 as Range<UInt64> { file.data(4, [(FITBytes.start + lap % 60, 4), (1000, 4)]) }
        file.define(5, 18, [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0x00)])
        for session in 0..<20_000 as Range<UInt64> { file.data(5, [(FITBytes.start + session % 60, 4), (1000, 4), (1, 1)]) }
        let part = try #require(FITContents(decoding: file.file()).parts.first)
        #expect(part.messages.map(\.count) == [60, 20_000, 20_000])
        let recording = try #require(part.recording)
        #expect(recording.laps.count <= 10_000 && recording.legs.count <= 256)
        #expect(zip(recording.legs, recording.legs.dropFirst()).allSatisfy { $0.start < $1.start })
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(workout.laps.reduce(.zero) { $0 + $1.summary.timer } == workout.summary.timer)
    }

    /// Definitions of 255 fields of 255 bytes, developer fields that nobody described, fields of no size.
    @Test func definitionsGoneWild() throws {
        var file = FITBytes()
        file.define(
            2, 20, [(253, 4, 0x86), (3, 1, 0x02)] + (0..<253).map { (UInt8($0), 255, UInt8(truncatingIfNeeded: $0 * 7)) })
        var developer: [(number: UInt8, size: UInt8, index: UInt8)] = []
        for index in 0..<255 { developer.append((UInt8(index), index.isMultiple(of: 2) ? 255 : 0, UInt8(index))) }
        file.define(3, 20, [(253, 4, 0x86), (3, 1, 0x02), (7, 0, 0x84)], developer: developer)
        // A description that describes itself, without a name, of a type that is none.
        file.define(6, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 4, 7), (14, 2, 0x84), (15, 1, 2)])
        file.content += [6, 0, 0, 0x77, 0xFF, 0xFE, 0, 0, 206, 0, 3]
        file.content += [3] + file.bytes(FITBytes.start, 4) + [120] + [UInt8](repeating: 0xA5, count: 128 * 255)
        let part = try #require(FITContents(decoding: file.file()).parts.first)
        #expect(part.recording?.points.map(\.beatsPerMinute) == [120])
        // The first definition's message needs 64 KB that are not there.
        file.content.append(2)
        let place = 14 + file.content.count - 1
        #expect(throws: FITFault(.messageBeyondData, at: place)) { try FITContents(decoding: file.file()) }
    }

    /// 1989, 2107 and the end of the format's time, in one file and alone.
    @Test func dates() throws {
        func recording(_ seconds: [UInt64]) throws -> ActivityRecording {
            var file = FITBytes()
            file.defineRecord()
            for second in seconds { file.data(2, [(second, 4), (120, 1)]) }
            return try #require(FITContents(decoding: file.file()).recordings.first)
        }
        let now = FITBytes.start
        // 0xDC2E9D80 is in 2107.
        let mixed = try recording([0, now, now + 1, 0xDC2E_9D80, now + 2, 0xFFFF_FFFE, 1])
        #expect(mixed.points.count == 3 && mixed.findings.undatedPoints == 2 && mixed.findings.pointsOutside == 2)
        #expect(mixed.findings.clockStepped)
        #expect(mixed.clock.origin.iso8601 == "2026-05-03T06:30:00.000Z")
        for (second, isTrusted) in [(0 as UInt64, false), (0xDC2E_9D80, true), (0xFFFF_FFFE, true)] {
            let alone = try recording([second, second])
            #expect(alone.clock.isTrusted == isTrusted && alone.end.microseconds < 2_000_000)
            _ = try alone.workout(settings: WorkoutSettings())
        }
    }

    /// Back in time, the same second a hundred times, and a hole of three years.
    @Test func timeInAnyOrder() throws {
        var file = FITBytes()
        file.defineRecord()
        for second in (0..<100 as Range<UInt64>).reversed() { file.record(second, 100 + second) }
        for value in 0..<100 as Range<UInt64> { file.record(100, 50 + value) }
        file.record(100 + 3 * 365 * 86_400, 99)
        let recording = try #require(FITContents(decoding: file.file()).recordings.first)
        #expect(recording.points.prefix(100).map(\.beatsPerMinute) == (0..<100).map { Double(100 + $0) })
        #expect(recording.findings.pointsOutside == 1 && recording.end.seconds < 101)
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(workout.summary.heartRate.value?.sampleCount == 101)
    }

    /// A number that is none, in the fields that have room for one.
    @Test func notANumber() throws {
        var file = FITBytes()
        file.define(2, 20, [(253, 4, 0x86), (3, 4, 0x88), (7, 8, 0x89), (5, 4, 0x88), (78, 8, 0x89)])
        for (second, value) in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0].enumerated() {
            let single = UInt64(Float(value).bitPattern)
            file.data(
                2, [(FITBytes.start + UInt64(second), 4), (single, 4), (value.bitPattern, 8), (single, 4), (value.bitPattern, 8)])
        }
        let recording = try #require(FITContents(decoding: file.file()).recordings.first)
        for point in recording.points {
            for value in [point.beatsPerMinute, point.watts, point.distanceMetres, point.altitudeMetres] {
                #expect(value?.isFinite ?? true)
            }
        }
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(workout.summary.distance.value?.metres.isFinite ?? true)
    }
}
