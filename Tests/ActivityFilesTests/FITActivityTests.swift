import Testing
import Workouts

@testable import ActivityFiles

struct FITActivityTests {
    @Test func theSameBytesEveryTime() throws {
        let first = FITActivity(try FullRide.workout()).encoded()
        #expect(first == FITActivity(try FullRide.workout()).encoded())
    }

    /// A checksum of 16 bits finds every change of one byte.
    @Test func anyFlippedByteIsFound() throws {
        var ride = TestRide()
        for k in 0..<20 { ride.heartRate(120, at: Double(k)) }
        let file = FITActivity(try ride.finished(after: 20)).encoded()
        _ = try FITReading(file)
        for index in file.indices {
            for bit in [0x01, 0x80] as [UInt8] {
                var damaged = file
                damaged[index] ^= bit
                #expect(throws: FITReading.Malformed.self) { try FITReading(damaged) }
            }
        }
        for length in file.indices {
            #expect(throws: FITReading.Malformed.self) { try FITReading(Array(file.prefix(length))) }
        }
    }

    /// Time never steps back among events and records, and no record stands between a stop and the next start.
    @Test func eventsAndRecordsInOrder() throws {
        let file = try FITReading(FITActivity(try FullRide.workout()).encoded())
        var last: UInt64 = 0
        var isRunning = false
        for message in file.messages {
            switch message.number {
            case 21:
                let type = try #require(message.unsigned(1))
                if type != 3 { isRunning = type == 0 }
            case 20: #expect(isRunning)
            default: continue
            }
            let second = try #require(message.unsigned(253))
            #expect(second >= last)
            last = second
        }
        #expect(!isRunning)
    }

    /// What was made up for show says so where people look: as the product.
    @Test func aDemoSaysSo() throws {
        var workout = try TestRide().finished(after: 10)
        let demo = Array("wattbeat DEMO".utf8)
        #expect(FITActivity(workout).encoded().firstRange(of: demo) == nil)
        workout.isDemo = true
        let bytes = FITActivity(workout).encoded()
        #expect(bytes.ranges(of: demo).count == 2)  // file_id and the creator's device_info
        _ = try FITReading(bytes)
    }

    /// Power zones that are set, and no power meter: no time in them, not even an hour of nothing.
    @Test func noTimeInZonesThatNobodyMeasured() throws {
        var ride = TestRide()
        for k in 0..<20 { ride.heartRate(120, at: Double(k)) }
        let workout = try ride.finished(after: 20)
        try #require(workout.zoneGroups[.power] != nil && workout.zoneGroups[.heartRate] != nil)
        let zones = try FITReading(FITActivity(workout).encoded())[216]
        #expect(!zones.isEmpty)
        #expect(zones.allSatisfy { $0.fields[2] != nil && $0.fields[5] == nil && $0.fields[9] == nil })
    }

    /// Cadence without zeros is no figure where there were zeros only: absent, as in the JSON.
    @Test func noAverageCadenceOfZerosAlone() throws {
        var ride = TestRide()
        for k in 0..<20 { ride.reading(.cadence, 0, at: Double(k), from: TestRide.meter) }
        let session = try #require(try FITReading(FITActivity(try ride.finished(after: 20)).encoded())[18].first)
        #expect(session.fields[18] == nil)
        #expect(session.unsigned(19) == 0)
    }

    @Test func neverAZeroForWhatNobodyMeasured() throws {
        var ride = TestRide()
        ride.heartRate(120, at: 0)
        ride.heartRate(121, at: 30)
        ride.reading(.power, 200, at: 0, from: TestRide.meter)
        let records = try FITReading(FITActivity(try ride.finished(after: 60)).encoded())[20]
        // That the first ones counted for some seconds more is no news of those seconds.
        #expect(records.map { $0.unsigned(253) } == [0, 30].map { UInt64(TestRide.startSecond + $0) })
        #expect(records.map { $0.unsigned(3) } == [120, 121])
        #expect(records.map { $0.unsigned(7) } == [200, 0xFFFF])
        #expect(records.allSatisfy { $0.fields[0] == nil && $0.fields[5] == nil })
    }

    @Test func twoWorkoutsAreTwoForTheServices() throws {
        func identity(_ id: WorkoutID) throws -> [UInt64?] {
            var ride = TestRide()
            ride.id = id
            let message = try FITReading(FITActivity(try ride.finished(after: 1)).encoded())[0].first
            return [message?.unsigned(1), message?.unsigned(3), message?.unsigned(4)]
        }
        #expect(try identity(WorkoutID(high: 0, low: 5)) == [255, 5, 1_146_724_201])
        #expect(try identity(WorkoutID(high: 1 << 32, low: 4)) == identity(WorkoutID(high: 0, low: 5)))
        #expect(try identity(WorkoutID(high: 0, low: 6)) != identity(WorkoutID(high: 0, low: 5)))
        #expect(try identity(WorkoutID(high: 0, low: 0))[1] == 1)
    }

    @Test func aStrapHeardTwiceBeatsOnce() throws {
        var ride = TestRide()
        for k in 0..<10 {
            // Over both radios, 0.1 s apart; the strap has the higher priority.
            ride.heartRate(60, at: Double(k))
            ride.add(.beats(Beats(source: TestRide.strap, offset: TestRide.at(Double(k)), rrTicks: [1024])))
            ride.heartRate(61, at: Double(k) + 0.1, from: TestRide.pod)
            ride.add(.beats(Beats(source: TestRide.pod, offset: TestRide.at(Double(k) + 0.1), rrTicks: [1024])))
        }
        let file = try FITReading(FITActivity(try ride.finished(after: 10)).encoded())
        #expect(file[78].count == 10)
        #expect(file[78].allSatisfy { $0.fields[0] == [0xE8, 0x03, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] })
    }

    @Test func sixIntervalsInASecondTakeTwoMessages() throws {
        var ride = TestRide()
        ride.heartRate(200, at: 0)
        ride.add(.beats(Beats(source: TestRide.strap, offset: TestRide.start, rrTicks: [300, 301, 302, 303, 304, 305, 0])))
        let messages = try FITReading(FITActivity(try ride.finished(after: 0.1)).encoded())[78]
        // 300/1024 s are 292.97 ms; an interval of 0 is none.
        let milliseconds = messages.flatMap { message in
            let bytes = message.fields[0] ?? []
            return stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        }
        #expect(milliseconds == [293, 294, 295, 296, 297, 298, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF])
    }

    @Test func longerThanSixteenBitsOfSeconds() throws {
        var ride = TestRide(.hiking)
        ride.heartRate(100, at: 0)
        ride.heartRate(110, at: 70_000)
        let file = try FITReading(FITActivity(try ride.finished(after: 70_001)).encoded())
        #expect(file[18].first?.unsigned(7) == 70_001_000)
        // Nothing for the hole.
        #expect(file[20].map { $0.unsigned(253) } == [0, 70_000].map { UInt64(TestRide.startSecond + $0) })
    }

    @Test func sixtyThousandRecords() throws {
        var ride = TestRide(.hiking)
        for k in 0..<60_000 { ride.heartRate(Double(80 + k % 100), at: Double(k)) }
        let records = try FITReading(FITActivity(try ride.finished(after: 59_999.25)).encoded())[20]
        #expect(records.count == 60_000)
        for (k, record) in records.enumerated() {
            try #require(record.unsigned(253) == UInt64(TestRide.startSecond + k))
            try #require(record.unsigned(3) == UInt64(80 + k % 100))
        }
    }

    @Test func zonesOfTheLegCount() throws {
        var ride = TestRide(.running)
        ride.settings.zonesByActivity[.cycling] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [80, 90])]
        for k in 0..<20 { ride.heartRate(100, at: Double(k)) }
        ride.add(.activity(TestRide.at(10), .cycling))
        let file = try FITReading(FITActivity(try ride.finished(after: 20)).encoded())
        let zones = file[20].map { $0.developerFields[0] }
        // Running: 114, 133, … (zone 0); cycling from 06:30:11.75Z, where the value of that second comes from.
        #expect(zones == Array(repeating: [0], count: 10) + Array(repeating: [2], count: 10))
    }

    @Test func caps() {
        var message = FITMessage(.record)
        message.add(3, .uint8, FITValues.heartRate(300))
        message.add(3, .uint8, FITValues.heartRate(254.4))
        message.add(3, .uint8, FITValues.heartRate(142.5))
        message.add(7, .uint16, FITValues.power(1e9))
        message.add(7, .uint16, FITValues.power(0))
        #expect(message.payload == [254, 254, 143, 0xFE, 0xFF, 0, 0])
        #expect(FITValues.strides(171).whole == 85 && FITValues.strides(171).fraction == 64)
        #expect(FITValues.strides(170).whole == 85 && FITValues.strides(170).fraction == 0)
        #expect(FITValues.strides(600).whole == nil)
        #expect(FITValues.milliseconds(TimeSpan(microseconds: 1_499)) == 1)
        #expect(FITValues.milliseconds(TimeSpan(microseconds: 1_500)) == 2)
    }
}
