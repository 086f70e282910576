import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

/// Who spoke, how often and when, and what each device says of itself.
@Suite struct RideRecordsTests {
    /// Wall clocks are stated in milliseconds, cut.
    private static let millisecond: Int64 = 1000

    @Test(arguments: RecordedRide.all)
    func notifications(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        let counts = try await ride.replay().counts
        for (key, due) in (expected.ble?.notifications ?? [:]).sorted(by: { $0.key < $1.key }) {
            let found = try #require(counts.values[key], "\(key)")
            if key.hasSuffix("2a19") {
                // The recorder also read the battery when it connected: an answer is a record like a notification.
                #expect(found.records >= due.inFile, "\(key)")
            } else {
                #expect(found.records == due.inFile, "\(key)")
                #expect(abs(found.first - (try microseconds(due.first))) < 2 * Self.millisecond, "\(key)")
            }
            #expect(abs(found.inWorkout - due.inWorkout) <= expected.tolerances.notificationsInWorkout, "\(key)")
            #expect(abs(found.last - (try microseconds(due.last))) < 2 * Self.millisecond, "\(key)")
        }
    }

    @Test(arguments: RecordedRide.eachOnce)
    func broadcasts(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        let counts = try await ride.replay().counts
        for (key, due) in (expected.ant?.broadcasts ?? [:]).sorted(by: { $0.key < $1.key }) {
            let found = try #require(counts.broadcasts[key], "\(key)")
            #expect(found.records == due.inFile, "\(key)")
            #expect(abs(found.inWorkout - due.inWorkout) <= expected.tolerances.notificationsInWorkout, "\(key)")
            #expect(abs(found.first - (try microseconds(due.first))) < 2 * Self.millisecond, "\(key)")
            #expect(abs(found.last - (try microseconds(due.last))) < 2 * Self.millisecond, "\(key)")
            for (page, count) in due.pages ?? [:] {
                #expect(found.pages[UInt8(page, radix: 16) ?? 0] == count, "\(key) page \(page)")
            }
        }
    }

    @Test(arguments: RecordedRide.all)
    func devices(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        let replay = try await ride.replay()
        let sources = try replay.workout().sources
        for device in expected.devices {
            guard device.link == "ble", let address = device.address else {
                let key = "\(device.deviceNumber ?? 0)/\(device.deviceType ?? 0)"
                let identity = "ant:\(device.deviceType ?? 0):\(device.deviceNumber ?? 0)"
                #expect(sources.contains { $0.kind == .antPlus && $0.identity == identity }, "\(key)")
                #expect(replay.counts.transmissionTypes[key].map(Int.init) == device.transmissionType, "\(key)")
                continue
            }
            let source = try #require(sources.first { $0.identity == "ble:\(address)" })
            #expect(source.kind == .ble)
            #expect(source.name == device.name)
            #expect(source.manufacturer == device.manufacturer)
            #expect(source.model == device.model)
            #expect(source.serialNumber == device.serial)
            #expect(source.firmware == device.firmware)
            for battery in expected.battery where battery.device == device.name {
                #expect(source.batteryPercent == battery.percent)
            }
            func value(_ characteristic: String) -> [UInt8]? {
                replay.counts.values["\(address) \(characteristic)"]?.values.last?.bytes
            }
            if let location = device.bodySensorLocation { #expect(value("2a38") == [UInt8(location)]) }
            if let location = device.sensorLocation { #expect(value("2a5d") == [UInt8(location)]) }
            if let feature = device.cyclingPowerFeature { #expect(value("2a65") == [UInt8(feature), 0, 0, 0]) }
        }
        let radios = sources.filter { $0.kind == .ble || $0.kind == .antPlus }
        #expect(radios.count == expected.devices.count)
    }

    /// A link that closed within the workout is marked where it closed, and again when the sensor speaks.
    @Test(arguments: RecordedRide.all)
    func lostLinks(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        let replay = try await ride.replay()
        let workout = try replay.workout()
        let start = try microseconds(expected.start)
        var lost = 0
        var back = 0
        let events = expected.ble?.links ?? []
        for (index, event) in events.enumerated() where event.event == "disconnected" && event.t < expected.elapsed {
            let closures = replay.counts.closures[event.device] ?? []
            #expect(closures.contains { abs(Double($0 - start) / 1e6 - event.t) < 0.002 }, "\(event.device) at \(event.t) s")
            let identity = "ble:\(event.device)"
            let marker = workout.markers.first {
                $0.kind == .sensorLost && $0.note == identity && abs(($0.offset - workout.start).seconds - event.t) < 0.002
            }
            #expect(marker != nil, "\(event.device) at \(event.t) s")
            lost += 1
            guard let again = events.dropFirst(index + 1).first(where: { $0.device == event.device && $0.event == "connected" })
            else { continue }
            back += 1
            // The first value comes within some seconds of the connection.
            let speaks = workout.markers.contains {
                let moment = ($0.offset - workout.start).seconds
                return $0.kind == .sensorBack && $0.note == identity && moment > again.t && moment < again.t + 3
            }
            #expect(speaks, "\(event.device) at \(again.t) s")
        }
        #expect(workout.markers.filter { $0.kind == .sensorLost }.count == lost)
        #expect(workout.markers.filter { $0.kind == .sensorBack }.count == back)
    }
}
