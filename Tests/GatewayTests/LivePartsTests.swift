import Testing
import Transports
import WireFormats
import Workouts

@testable import Gateway

/// The small parts of the live gateway.
struct LivePartsTests {
    @Test func theBucketFillsSteadily() {
        var gate = FloodGate(.gatt(characteristic: 0x2A37), now: 0)
        let admitted = { (count: Int, now: Int64) in (0..<count).filter { _ in gate.admits(byteCount: 20, at: now) }.count }
        #expect(admitted(300, 0) == 256)
        // 64 a second: one each 15 625 µs.
        #expect(admitted(1, 15_624) == 0 && admitted(1, 15_625) == 1)
        #expect(admitted(300, 1_015_625) == 64)
        // However long it rests it holds no more than its burst; a clock that goes back changes nothing.
        #expect(admitted(300, .max / 2) == 256)
        #expect(admitted(1, 0) == 0)
    }

    @Test func bytesAreCountedForLines() {
        var gate = FloodGate(.nmea, now: 0)
        let answers = [(Int.max, 0), (256 << 10, 0), (1, 0), (64 << 10, 1_000_000)].map { gate.admits(byteCount: $0, at: $1) }
        #expect(answers == [false, true, false, true])
    }

    @Test func numbersAreKeptAndRunOutGracefully() {
        var links = LiveLinks()
        // A second one to the same thing gets another number.
        let first = (links.open(.heartRate("AA"), at: 0), links.open(.heartRate("AA"), at: 0))
        #expect(first == (LinkID(1), LinkID(2)))
        let (closed, again) = (links.close(LinkID(1)), links.close(LinkID(1)))
        #expect(closed != nil && again == nil)
        let back = links.open(.heartRate("AA"), at: 0)
        #expect(back == LinkID(1))
        for number in 3...70_000 {
            guard let id = links.open(.heartRate("\(number)"), at: 0) else {
                Issue.record("no number for \(number)")
                return
            }
            _ = links.close(id)
        }
        for number in 0..<2000 { _ = links.open(.power("\(number)"), at: 0) }
        #expect(links.open.count == LiveLinks.mostOpen)
        #expect(links.open.map(\.id) == links.open.map(\.id).sorted())
    }

    @Test func aKeptClockThatDriftsSaysNothing() {
        var time = MachineTime(wall: 1_000_000_000, uptime: 0, isSynchronised: true)
        var watch = WallClockWatch(time)
        #expect(watch.nextLook == nil)
        for _ in 0..<100 {
            // 400 ppm: what the kernel does to correct a clock.
            time.uptime += 10_000_000
            time.wall += 10_004_000
            let anchor = watch.look(time)
            #expect(anchor == nil)
        }
        time.uptime += 10_000_000
        time.wall += 10_200_000
        let anchor = watch.look(time)
        #expect(anchor == ClockAnchor(timestamp: time.wall, source: .system, isSynchronised: true))
    }

    @Test func anUnkeptClockIsLookedAtEveryTenSeconds() {
        var time = MachineTime(wall: 5, uptime: 100, isSynchronised: false)
        var watch = WallClockWatch(time)
        #expect(watch.nextLook == 10_000_100)
        #expect(!watch.isDue(at: 9_000_000) && watch.isDue(at: 10_000_100))
        time.uptime += 10_000_000
        time.wall += 10_000_000
        let before = watch.look(time)
        time.isSynchronised = true
        let after = watch.look(time)
        #expect(before == nil && after?.isSynchronised == true)
        #expect(watch.nextLook == nil)
    }

    /// Readings at moments in seconds, and whether the last of them starts the workout.
    private func starts(
        _ quantity: Quantity, _ readings: [(Double, Double)], isReceiver: Bool = false, afterWorkout: Bool = false
    ) -> [Double] {
        var start = AutoStart(isAfterWorkout: afterWorkout)
        return readings.filter { moment, value in
            let sensor = LiveFigures.Sensor(
                source: SourceID(0), quantity: quantity, news: .current(value, from: SourceID(0)),
                lastHeard: Offset(seconds: moment))
            return start.apply([sensor], isReceiver: { _ in isReceiver })
        }
        .map(\.0)
    }

    @Test func movementStarts() {
        #expect(starts(.power, [(1, 0), (2, 100), (3, 120), (4, 130)]).first == 3)
        // One press of a pedal, or two that are far apart, are no start.
        #expect(starts(.power, [(1, 100), (2, 0), (3, 100), (4, 0)]).isEmpty)
        #expect(starts(.power, [(1, 100), (7, 100)]).isEmpty)
        #expect(starts(.cadence, [(1, 60), (2, 60)]) == [2])
        #expect(starts(.stepRate, [(1, 160), (2, 160)]) == [2])
        #expect(starts(.heartRate, [(1, 160), (2, 160)]).isEmpty)
        #expect(starts(.speed, [(1, 3), (2, 3)]) == [2])
        // A receiver wanders, and people carry it about: 5 s of going on.
        let walk = (1...5).map { (Double($0), 1.5) }
        #expect(starts(.speed, walk, isReceiver: true).isEmpty)
        let ride = (1...10).map { (Double($0), 4.0) }
        #expect(starts(.speed, ride, isReceiver: true).first == 6)
        // The same reading told again is no second one.
        #expect(starts(.power, [(2, 100), (2, 100)]).isEmpty)
    }

    @Test func afterAWorkoutRestComesFirst() {
        let on = (1...20).map { (Double($0), 100.0) }
        let again = (60...62).map { (Double($0), 100.0) }
        #expect(starts(.power, on + again, afterWorkout: true) == [61, 62])
    }

    @Test func troublesBecomeNotesOnce() {
        var board = StatusBoard()
        let fault = DeviceStatus(device: "ant:1", name: "ANT stick", state: .fault, sentence: "another program holds it")
        let told = [
            DeviceStatus(device: "ant:1", state: .searching), fault, fault,
            DeviceStatus(device: "ant:1", name: "ANT stick", state: .open), DeviceStatus(device: "ant:1", state: .removed),
        ].map { board.report($0) }
        #expect(told == [nil, "ANT stick: another program holds it", nil, "ANT stick works again", nil])
        #expect(board.sortedDevices.isEmpty)
        for number in 0..<50 { board.note("\(number)") }
        #expect(board.notes.count == 20 && board.notes.last == "49")
    }
}
