import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// The container: headers, byte orders, definitions, checksums, what is cut and what is broken.
struct FITContentsTests {
    private func recording(_ file: [UInt8]) throws -> ActivityRecording {
        try #require(FITContents(decoding: file).recordings.first)
    }

    /// The example file of the reference's byte table: 49.3072° N 16.0961° E, 212.4 m, 3.25 m/s, 140 bpm, 85 rpm, 200 W.
    @Test func theBytesOfTheReference() throws {
        var file = FITBytes()
        file.content = [UInt8](
            hex: """
                40 00 00 0000 05 000100 010284 020284 03048c 040486  00 04 ff00 0100 39300000 689f5944
                62 00 00 1400 09 fd0486 000485 010485 4e0486 050486 490486 030102 040102 070284 01 000100
                02 689f5944 121a1023 a134720b ea0d0000 00000000 b20c0000 8c 55 c800 02
                02 699f5944 6c1a1023 3435720b ea0d0000 45010000 b20c0000 8d ff ffff 02
                43 00 00 4e00 01 000a84  03 2c03 1e03 ffff ffff ffff
                46 00 00 2200 07 fd0486 000486 010284 020100 030100 040100 050486  06 749f5944 a00f0000 0100 00 1a 01 94bb5944
                """.filter { !$0.isWhitespace })
        let contents = try FITContents(decoding: file.file())
        let part = try #require(contents.parts.first)
        #expect(part.fileType == 4 && part.maker.manufacturer == 255 && part.maker.serialNumber == 12345)
        #expect(part.messages.map(\.name) == ["file_id", "record", "hrv", "activity"])
        #expect(part.messages.map(\.count) == [1, 2, 1, 1])
        let recording = try #require(part.recording)
        #expect(recording.clock.origin.iso8601 == "2026-05-03T06:30:00.000Z")
        #expect(recording.clock.utcOffsetSeconds == 7200 && recording.clock.source == .file && recording.clock.isTrusted)
        let point = recording.points[0]
        let place = try #require(point.place)
        #expect(abs(place.latitude - 49.3072) < 1e-7 && abs(place.longitude - 16.0961) < 1e-7)
        #expect(abs(try #require(point.altitudeMetres) - 212.4) < 1e-9)
        #expect(
            point.speedMetresPerSecond == 3.25 && point.beatsPerMinute == 140 && point.revolutionsPerMinute == 85
                && point.watts == 200)
        #expect(
            recording.points[1].distanceMetres == 3.25 && recording.points[1].revolutionsPerMinute == nil
                && recording.points[1].watts == nil)
        // 812 and 798 ms are 831.5 and 817.2 ticks.
        #expect(recording.beats.map(\.rrTicks) == [[831, 817]])
        // At the last record, a second in, which is the end: kept just within it.
        #expect(recording.beats[0].offset == Offset(microseconds: 999_999))
    }

    @Test(arguments: [12, 14], [false, true]) func headersAndByteOrders(headerBytes: Int, isBigEndian: Bool) throws {
        var file = FITBytes(isBigEndian: isBigEndian)
        file.defineRecord()
        file.record(0, 120)
        file.record(1, 121)
        let recording = try recording(file.file(headerBytes: headerBytes))
        #expect(recording.points.map(\.beatsPerMinute) == [120, 121])
        #expect(recording.points.map(\.offset) == [.zero, Offset(seconds: 1)])
    }

    /// Five bits of the clock: 25 after 24, then 3 after the lowest bits have begun anew.
    @Test func compressedTimestamps() throws {
        var file = FITBytes()
        file.defineRecord()
        // …200 is 8 in its lowest five bits.
        file.record(0, 100)
        file.define(1, 20, [(3, 1, 0x02)])
        file.content += [0x80 | 1 << 5 | 9, 101, 0x80 | 1 << 5 | 7, 102, 0x80 | 1 << 5 | 7, 103]
        let recording = try recording(file.file())
        #expect(recording.points.map(\.offset) == [0, 1, 31, 31].map { Offset(seconds: $0) })
        #expect(recording.points.map(\.beatsPerMinute) == [100, 101, 102, 103])
    }

    @Test func aLocalTypeIsDefinedAnew() throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 100)
        file.define(2, 20, [(253, 4, 0x86), (7, 2, 0x84)])
        file.data(2, [(FITBytes.start + 1, 4), (250, 2)])
        let points = try recording(file.file()).points
        #expect(points.map(\.beatsPerMinute) == [100, nil] && points.map(\.watts) == [nil, 250])
    }

    /// Each type's own "no value", and zero where that means it.
    @Test func noValue() throws {
        var file = FITBytes()
        file.define(
            2, 20,
            [
                (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (3, 1, 0x02), (4, 1, 0x02), (5, 4, 0x86), (6, 2, 0x84),
                (7, 2, 0x84), (13, 1, 0x01), (73, 4, 0x86), (78, 4, 0x86),
            ])
        file.data(
            2,
            [
                (FITBytes.start, 4), (0x7FFF_FFFF, 4), (0x7FFF_FFFF, 4), (0xFFFF, 2), (0xFF, 1), (0xFF, 1), (0xFFFF_FFFF, 4),
                (0xFFFF, 2), (0xFFFF, 2), (0x7F, 1), (0xFFFF_FFFF, 4), (0xFFFF_FFFF, 4),
            ])
        file.data(
            2,
            [
                (FITBytes.start + 1, 4), (0, 4), (0, 4), (0, 2), (0, 1), (0, 1), (0, 4), (1, 2), (0, 2), (0, 1), (0xFFFF_FFFF, 4),
                (2500, 4),
            ])
        let points = try recording(file.file()).points
        #expect(points[0] == RecordedPoint(offset: .zero))
        #expect(
            points[1].latitude == 0 && points[1].beatsPerMinute == 0 && points[1].watts == 0 && points[1].temperatureCelsius == 0)
        // The enhanced field is asked first, and 0 m is 2500.
        #expect(points[1].speedMetresPerSecond == 0.001 && points[1].altitudeMetres == 0)
    }

    /// Wider and narrower types than the profile's, an unknown type, a size that holds no whole element, a missing endian bit.
    @Test func otherTypesThanTheProfiles() throws {
        var file = FITBytes()
        file.define(2, 20, [(253, 4, 0x06), (3, 2, 0x84), (7, 8, 0x8F), (4, 3, 0x84), (9, 5, 0x77), (13, 4, 0x88)])
        file.data(
            2,
            [
                (FITBytes.start, 4), (300, 2), (1234, 8), (0x010203, 3), (7, 5), (UInt64(Float(21.5).bitPattern), 4),
            ])
        let point = try #require(recording(file.file()).points.first)
        #expect(
            point.beatsPerMinute == 300 && point.watts == 1234 && point.revolutionsPerMinute == nil
                && point.temperatureCelsius == 21.5)
    }

    @Test func developerFieldsStandForNativeOnes() throws {
        var file = FITBytes()
        // developer index, number, type uint16, name "Power", record, field 7.
        file.define(3, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 6, 7), (14, 2, 0x84), (15, 1, 2)])
        file.content += [3, 0, 0, 0x84] + Array("Power".utf8) + [0, 20, 0, 7]
        file.define(2, 20, [(253, 4, 0x86)], developer: [(0, 2, 0)])
        file.data(2, [(FITBytes.start, 4), (250, 2)])
        file.data(2, [(FITBytes.start + 1, 4), (0xFFFF, 2)])
        let part = try #require(FITContents(decoding: file.file()).parts.first)
        #expect(part.developerFields == [FITPart.DeveloperField(name: "Power", nativeRecordField: 7, values: 1)])
        #expect(part.recording?.points.map(\.watts) == [250, nil])
    }

    /// 3 bytes: 12 bits of speed (1/100 m/s), 12 bits of distance (1/16 m), which begin anew after 256 m.
    @Test func speedAndDistanceOfEarlyWatches() throws {
        var file = FITBytes()
        file.define(2, 20, [(253, 4, 0x86), (8, 3, 0x0D)])
        // 3.21 m/s is 0x141; 250 m is 0xFA0 sixteenths, 4 m further is 0xFE0, 4 m further still 0x020.
        for (second, bytes) in [[0x41, 0x01, 0xFA], [0x41, 0x01, 0xFE], [0x41, 0x01, 0x02], [0xFF, 0xFF, 0xFF]].enumerated() {
            file.data(2, [(FITBytes.start + UInt64(second), 4)])
            file.content += bytes.map { UInt8($0) }
        }
        let points = try recording(file.file()).points
        #expect(points.map(\.speedMetresPerSecond) == [3.21, 3.21, 3.21, nil])
        #expect(points.map(\.distanceMetres) == [250, 254, 258, nil])
    }

    @Test func aWrongChecksumIsToldAndTheDataReadWhenAsked() throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 120)
        let bytes = file.file(checksum: 0x1234)
        let right = FITReading.checksum(bytes.dropLast(2)[...])
        let fault = FITFault(.wrongChecksum(stated: 0x1234, computed: right), at: bytes.count - 2)
        #expect(throws: fault) { try FITContents(decoding: bytes) }
        let part = try #require(FITContents(decoding: bytes, acceptingDamage: true).parts.first)
        #expect(part.fault == fault && part.recording?.points.count == 1)
        var other = file.file()
        other[12] ^= 1
        #expect(throws: FITFault.self) { try FITContents(decoding: other) }
        // A header's checksum of 0 is none.
        (other[12], other[13]) = (0, 0)
        let sum = FITReading.checksum(other.dropLast(2)[...])
        other[other.count - 2] = UInt8(sum & 255)
        other[other.count - 1] = UInt8(sum >> 8)
        #expect(try FITContents(decoding: other).parts.first?.fault == nil)
    }

    /// At every length: what is whole is read, and it is said that the file is cut.
    @Test func cutAnywhere() throws {
        var file = FITBytes()
        file.defineRecord()
        for second in 0..<20 as Range<UInt64> { file.record(second, 100 + second) }
        let bytes = file.file()
        for length in 14..<bytes.count {
            let part = try #require(FITContents(decoding: Array(bytes.prefix(length))).parts.first)
            #expect(part.isTruncated)
            // A header of 14, a definition of 12, then 6 bytes a record.
            #expect(part.recording?.points.count ?? 0 == max(0, min(20, (length - 26) / 6)), "\(length)")
            if let recording = part.recording { #expect(recording.findings.isTruncated) }
        }
        for length in 0..<14 { #expect(throws: FITFault.self) { try FITContents(decoding: Array(bytes.prefix(length))) } }
    }

    /// Who died while recording left the header's size at 0.
    @Test func aSizeThatWasNeverWritten() throws {
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 100)
        file.record(1, 101)
        let part = try #require(FITContents(decoding: file.file(dataSize: 0).dropLast(4)).parts.first)
        #expect(part.isTruncated && part.recording?.points.count == 1)
    }

    @Test func chainedFiles() throws {
        var first = FITBytes()
        first.defineRecord()
        first.record(0, 100)
        var second = FITBytes(isBigEndian: true)
        second.defineRecord()
        second.record(1000, 150)
        let contents = try FITContents(decoding: first.file() + second.file(headerBytes: 12) + [1, 2, 3])
        #expect(contents.recordings.map { $0.points.map(\.beatsPerMinute) } == [[100], [150]])
        #expect(contents.trailingBytes == 3)
        #expect(Set(contents.recordings.map(\.id)).count == 2)
        // What the first file defined means nothing in the second.
        var third = FITBytes()
        third.record(0, 100)
        let fault = FITFault(.undefinedMessage(localType: 2), at: first.file().count + 14)
        #expect(throws: fault) { try FITContents(decoding: first.file() + third.file()) }
    }

    @Test func damageNamesItsPlace() throws {
        func fault(_ change: (inout FITBytes) -> Void) -> FITFault? {
            var file = FITBytes()
            file.defineRecord()
            file.record(0, 100)
            change(&file)
            do throws(FITFault) {
                _ = try FITContents(decoding: file.file())
                return nil
            } catch {
                return error
            }
        }
        #expect(fault { $0.content += [5, 0] } == FITFault(.undefinedMessage(localType: 5), at: 14 + 12 + 6))
        #expect(fault { $0.content += [2, 0] } == FITFault(.messageBeyondData, at: 14 + 12 + 6))
        #expect(fault { $0.content[2] = 7 } == FITFault(.byteOrder(7), at: 16))
        #expect(throws: FITFault(.notFIT, at: 0)) { try FITContents(decoding: Array("<?xml version=\"1.0\"?>".utf8)) }
        #expect(throws: FITFault(.headerSize(13), at: 0)) {
            try FITContents(decoding: [13, 16, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0])
        }
        // What came before is there for who asks.
        var file = FITBytes()
        file.defineRecord()
        file.record(0, 100)
        file.content += [5, 0]
        let part = try #require(FITContents(decoding: file.file(), acceptingDamage: true).parts.first)
        #expect(part.fault?.reason == .undefinedMessage(localType: 5) && part.recording?.points.count == 1)
    }

    /// Any bytes: a fault or a recording, and a recording is a workout. Bytes of a file with some changed come far in.
    @Test func anyBytes() throws {
        var numbers = SeededGenerator(seed: 20_260_503)
        let whole = FITActivity(try FullRide.workout()).encoded()
        // The messages at both ends, since the middle is more of the same.
        let sound = Array(whole.prefix(1500)) + Array(whole.suffix(900))
        var workouts = 0
        for round in 0..<500 {
            var bytes = round.isMultiple(of: 4) ? numbers.bytes(Int.random(in: 0...80, using: &numbers)) : sound
            for _ in 0..<Int.random(in: 0...6, using: &numbers) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            if round.isMultiple(of: 4) {
                bytes = [14, 32, 0, 0, UInt8(truncatingIfNeeded: bytes.count), 0, 0, 0] + Array(".FIT".utf8) + [0, 0] + bytes
            }
            guard let contents = try? FITContents(decoding: bytes, acceptingDamage: true) else { continue }
            for recording in contents.recordings {
                let workout = try recording.workout(settings: WorkoutSettings())
                workouts += 1
                #expect(workout.summary.timer <= workout.summary.elapsed)
            }
        }
        #expect(workouts > 100)
    }
}
