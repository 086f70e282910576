import Dialogues
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Transports

struct ATTTransportTests {
    private static let strap = "C0:11:22:33:44:01"
    private static let meter = "C0:11:22:33:44:02"

    private struct TooSlow: Error { let what: String }

    /// A transport over a scripted strap and power meter, with waits of milliseconds.
    private final class Rig {
        let reactor: Reactor
        let host: ScriptedLEHost
        let intake = RecordingIntake()
        let strap = ScriptedLEHost.Peripheral(
            ATTTransportTests.strap, .recordedStrap(), advertisement: "02 01 06 03 03 0D18 06 09 5374726170")
        let meter = ScriptedLEHost.Peripheral(
            ATTTransportTests.meter, .powerMeter(), advertisement: "03 03 1818 06 09 4D65746572")
        let transport: ATTTransport

        init(adapter: String? = nil, _ change: (inout ATTTransport.Timing) -> Void = { _ in }) throws {
            reactor = try Reactor()
            host = ScriptedLEHost(reactor)
            host.peripherals = [strap, meter]
            var timing = ATTTransport.Timing()
            timing.adapters = 20_000
            timing.switchingOn = 10_000
            timing.plan.scan = 50_000
            timing.plan.scanForMissing = 50_000
            timing.plan.pause = 10_000
            timing.plan.longestPause = 10_000
            timing.plan.longestPauseForStrangers = 20_000
            timing.plan.retry = 10_000
            timing.plan.longestRetry = 20_000
            timing.plan.comparison = 20_000
            change(&timing)
            transport = ATTTransport(reactor: reactor, intake: intake, adapter: adapter, host: host, timing: timing)
        }

        deinit { transport.stop() }

        func demand(_ addresses: String..., looksAround: Bool = false) {
            transport.demand(LinkDemand(sensors: addresses.map { "ble:" + $0 }, looksAround: looksAround))
        }

        /// Turns the reactor until it is so.
        func wait(_ what: String, until isSo: () -> Bool) throws {
            var patience = Patience()
            while !isSo() {
                guard patience.lasts() else { throw TooSlow(what: what) }
                reactor.turn(until: reactor.now + 100_000)
            }
        }

        func waitUntilOpen(_ address: String) throws {
            try wait("open \(address)") { self.intake.status("ble:" + address)?.state == .open }
        }
    }

    @Test func severalSensors() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap, Self.meter)
        try rig.waitUntilOpen(Self.strap)
        try rig.waitUntilOpen(Self.meter)
        for value in [[0x16, 0x49, 0x50, 0x03], [0x16, 0x49, 0x52, 0x03]] as [[UInt8]] { rig.strap.notify(16, value) }
        rig.meter.notify(3, [0, 0, 250, 0])
        try rig.wait("values") { rig.intake.values.count >= 4 }
        #expect(rig.intake.values(of: 0x2A37, at: Self.strap) == [[0x16, 0x49, 0x50, 0x03], [0x16, 0x49, 0x52, 0x03]])
        #expect(rig.intake.values(of: 0x2A63, at: Self.meter) == [[0, 0, 250, 0]])
        #expect(rig.intake.values(of: 0x2A19, at: Self.strap) == [[88]])
        #expect(rig.host.connectsWhileScanning == 0)
        let identity = try #require(rig.intake.opened.first { $0.kind == .gatt(characteristic: 0x2A37) })
        #expect(identity.address == Self.strap && identity.name == "Strap")
        #expect(
            identity.facts.map { "\($0.name)=\($0.value)" } == [
                "manufacturer=Wattbeat Virtual Sensors", "model=VHR-1", "serial=C0:11:22:33:44:01", "firmware=1.0",
                "location=chest",
            ])
        let sight = try #require(rig.intake.sightings.last { $0.sensor == "ble:" + Self.strap })
        #expect(sight.kinds == [.heartRate] && sight.batteryPercent == 88)
        // Both are linked: nobody scans.
        try rig.wait("quiet") { !rig.host.isScanning }
    }

    /// What a peripheral says in the air need not be all, or anything.
    @Test func servicesHiddenFromAdvertising() throws {
        let rig = try Rig()
        rig.strap.advertisement = []
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        #expect(rig.intake.sightings.last?.kinds == [.heartRate])
        #expect(rig.intake.status("ble:" + Self.strap)?.name == "Strap")
    }

    @Test func strangersAreToldAndLeftAlone() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(looksAround: true)
        try rig.wait("both sighted") { Set(rig.intake.sightings.map(\.sensor)).count == 2 }
        let sight = try #require(rig.intake.sightings.first { $0.sensor == "ble:" + Self.meter })
        #expect(sight == Sighting(sensor: "ble:" + Self.meter, kinds: [.power], name: "Meter", signalDBm: -60))
        let scans = rig.host.scans
        try rig.wait("another scan") { rig.host.scans > scans }
        #expect(rig.strap.links + rig.meter.links == 0)
        // Scans and pauses are not told one by one.
        #expect(rig.intake.statuses.map(\.state) == [.open, .searching])
        #expect(rig.intake.opened.isEmpty)
    }

    @Test func aLinkLostAndBack() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        rig.strap.notify(16, [0, 60])
        try rig.wait("a value") { rig.intake.values(of: 0x2A37, at: Self.strap).count == 1 }
        rig.strap.isThere = false
        rig.host.drop(rig.strap)
        try rig.wait("lost") { rig.intake.status("ble:" + Self.strap)?.state == .lost }
        #expect(rig.intake.closed.map(\.reason) == ["it hung up", "it hung up"])
        rig.strap.isThere = true
        try rig.waitUntilOpen(Self.strap)
        rig.strap.notify(16, [0, 61])
        try rig.wait("another value") { rig.intake.values(of: 0x2A37, at: Self.strap).count == 2 }
        #expect(rig.intake.opened.count { $0.kind == .gatt(characteristic: 0x2A37) } == 2)
        #expect(rig.intake.opened.last { $0.kind == .gatt(characteristic: 0x2A37) }?.facts.count == 5)
    }

    /// A bluetoothd that was killed leaves its links to the kernel; a sensor that is linked does not advertise.
    @Test func aLinkOfAnEarlierOwnerIsCut() throws {
        let rig = try Rig()
        rig.meter.isHeld = true
        rig.strap.isHeld = true
        rig.transport.start()
        rig.demand(Self.meter)
        try rig.waitUntilOpen(Self.meter)
        #expect(rig.strap.isHeld, "not wanted: somebody else's")
    }

    /// Where the kernel keeps a link that has lost its socket, the sensor would stay taken: bluetoothd, say, would never hear it.
    @Test(arguments: [true, false]) func linksEndWithUs(byStopping: Bool) throws {
        let rig = try Rig()
        rig.host.keepsLinks = true
        rig.transport.start()
        rig.demand(Self.strap, Self.meter)
        try rig.waitUntilOpen(Self.strap)
        try rig.waitUntilOpen(Self.meter)
        if byStopping { rig.transport.stop() } else { rig.demand(Self.meter) }
        try rig.wait("the strap is free") { !rig.strap.isLinked && !rig.strap.isHeld }
        try rig.wait("so is the meter, or it is ours") { !rig.meter.isHeld && rig.meter.isLinked != byStopping }
    }

    @Test func aSensorThatFallsSilentIsFreed() throws {
        let rig = try Rig { $0.link.silence = 60_000 }
        rig.host.keepsLinks = true
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.wait("linked again") { rig.strap.links == 2 }
    }

    @Test func notHeard() throws {
        let rig = try Rig { $0.plan.silence = 60_000 }
        rig.strap.isThere = false
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.wait("a sentence") { rig.intake.status("ble:" + Self.strap)?.sentence != nil }
        let status = try #require(rig.intake.status("ble:" + Self.strap))
        #expect(status.state == .searching)
        #expect(status.sentence?.contains("held by another device") == true)
    }

    @Test func connectedButSilent() throws {
        let rig = try Rig { $0.link.silence = 60_000 }
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.wait("linked anew") { rig.strap.links == 2 }
        #expect(rig.intake.closed.first?.reason == "connected but silent, so it is connected anew")
        #expect(rig.intake.statuses.contains { $0.sentence == "connected but silent, so it is connected anew" })
    }

    @Test func aLinkThatNeverComesAbout() throws {
        let rig = try Rig { $0.link.connect = 30_000 }
        rig.strap.canBeLinked = false
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.wait("lost") { rig.intake.status("ble:" + Self.strap)?.sentence == "no link came about in time" }
        rig.strap.canBeLinked = true
        try rig.waitUntilOpen(Self.strap)
    }

    @Test func anAdapterGoneAndBack() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        let adapters = rig.host.list
        rig.host.unplug(0)
        try rig.wait("lost") { rig.intake.status("bluetooth:hci0")?.state == .lost }
        try rig.wait("no adapter") {
            rig.intake.status("bluetooth:adapter")?.sentence == "there is no Bluetooth adapter: plug one in"
        }
        try rig.wait("sensor lost") { rig.intake.status("ble:" + Self.strap)?.state == .lost }
        rig.host.list = adapters
        try rig.waitUntilOpen(Self.strap)
        #expect(rig.intake.status("bluetooth:adapter")?.state == .removed)
        #expect(rig.intake.status("bluetooth:hci0")?.state != .lost)
    }

    /// An adapter that is off is switched on; where that is not allowed, the person is told what to type.
    @Test func anAdapterThatIsOff() throws {
        let rig = try Rig()
        rig.host.list[0].isUp = false
        rig.host.switchingOnFails = EPERM
        rig.transport.start()
        rig.demand(Self.strap)
        #expect(rig.intake.status("bluetooth:hci0")?.state == .fault)
        #expect(rig.intake.status("bluetooth:hci0")?.sentence?.contains("hciconfig hci0 up") == true)
        rig.host.switchingOnFails = 132
        try rig.wait("rfkill") { rig.intake.status("bluetooth:hci0")?.sentence?.contains("rfkill unblock bluetooth") == true }
        rig.host.switchingOnFails = nil
        try rig.waitUntilOpen(Self.strap)
    }

    @Test func rightsAreMissing() throws {
        let rig = try Rig()
        rig.host.refusal = EPERM
        rig.transport.start()
        #expect(rig.intake.status("bluetooth:hci0")?.state == .fault)
        #expect(rig.intake.status("bluetooth:hci0")?.sentence?.contains("CAP_NET_RAW") == true)
        #expect(Obstacle.hasNetRaw(status: "Name:\tx\nCapEff:\t0000000000002000\n"))
        #expect(!Obstacle.hasNetRaw(status: "Name:\tx\nCapEff:\t0000000000001000\n"))
        #expect(!Obstacle.hasNetRaw(status: ""))
    }

    /// Where the kernel shows no adapter since it shows this process none, none is to be plugged in.
    @Test func withoutTheRightNoAdapterIsAskedFor() throws {
        let rig = try Rig()
        let adapters = rig.host.list
        rig.host.list = []
        rig.host.obstacle = Obstacle.words(for: EAFNOSUPPORT)
        rig.transport.start()
        #expect(
            rig.intake.status("bluetooth:adapter")
                == DeviceStatus(
                    device: "bluetooth:adapter", state: .fault,
                    sentence: "Bluetooth cannot be used: this kernel has no Bluetooth: load it with modprobe bluetooth"))
        rig.host.list = adapters
        rig.host.obstacle = Obstacle.words(for: EPERM)
        try rig.wait("the right") {
            rig.intake.status("bluetooth:hci0")?.sentence?.hasPrefix("hci0 cannot be used: CAP_NET_RAW is needed") == true
        }
        rig.host.obstacle = nil
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
    }

    @Test func onlyTheAdapterThatIsNamed() throws {
        let rig = try Rig(adapter: "hci1")
        rig.host.list.append(LEAdapter(number: 1, address: BluetoothAddress("00:11:22:33:44:56"), isUp: true))
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        #expect(rig.intake.status("bluetooth:hci0") == nil)
        #expect(rig.intake.status("bluetooth:hci1") != nil)
    }

    @Test func aSensorNoLongerWanted() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        rig.demand()
        #expect(Set(rig.intake.closed.map(\.reason)) == ["no longer wanted"])
        #expect(rig.intake.status("ble:" + Self.strap)?.state == .removed)
        try rig.wait("hung up") { !rig.strap.isLinked }
    }

    @Test func nothingIsToldAfterTheEnd() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        rig.transport.stop()
        #expect(rig.intake.closed.map(\.link) == [LinkID(1), LinkID(2)] && rig.intake.shown == [])
        #expect(Set(rig.intake.closed.map(\.reason)) == ["stopped"])
        let told = rig.intake.statuses.count
        rig.strap.notify(16, [0, 60])
        try rig.wait("hung up") { !rig.strap.isLinked }
        #expect(rig.intake.statuses.count == told)
        #expect(rig.intake.values(of: 0x2A37, at: Self.strap).isEmpty)
    }

    @Test func indicationsAreConfirmedAndRequestsAnswered() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        rig.strap.send([0x1D, 16, 0, 0, 60])
        try rig.wait("confirmed") { rig.strap.received.contains([0x1E]) }
        #expect(rig.intake.values(of: 0x2A37, at: Self.strap) == [[0, 60]])
        rig.strap.send([0x0A, 3, 0])
        try rig.wait("refused") { rig.strap.received.contains([0x01, 0x0A, 0, 0, 0x06]) }
    }

    /// It asks and never listens: bounded, and nobody else suffers.
    @Test func aPeripheralThatFloods() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap, Self.meter)
        try rig.waitUntilOpen(Self.strap)
        try rig.waitUntilOpen(Self.meter)
        rig.strap.isDeaf = true
        for _ in 0..<400 {
            for unit in ["0A 03 00", "FF FF", "1B", "11 00", "1D FF FF 00"] { rig.strap.send([UInt8](hex: unit)) }
            rig.reactor.turn(until: rig.reactor.now)
        }
        rig.meter.notify(3, [0, 0, 200, 0])
        try rig.wait("the other's value") { rig.intake.values(of: 0x2A63, at: Self.meter) == [[0, 0, 200, 0]] }
    }

    /// What cannot be read is counted where a person sees it.
    @Test func unusablePacketsAreShown() throws {
        let rig = try Rig()
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.waitUntilOpen(Self.strap)
        // Notifications without a handle.
        for _ in 0..<3 { rig.strap.send([0x1B]) }
        try rig.wait("the count") { rig.intake.statuses.last?.sentence == "at least 2 unusable packets" }
        #expect(
            rig.intake.statuses.last
                == .init(
                    device: "ble:" + Self.strap, name: "Strap", state: .open, sentence: "at least 2 unusable packets"))
        rig.host.sendToController([0x04, 0x3E])
        try rig.wait("the adapter's count") {
            rig.intake.status("bluetooth:hci0")
                == .init(
                    device: "bluetooth:hci0", state: .open, sentence: "an unusable packet")
        }
    }

    @Test func pairingIsNeeded() throws {
        let rig = try Rig()
        rig.strap.server.set(17, error: 0x05)
        rig.transport.start()
        rig.demand(Self.strap)
        try rig.wait("fault") { rig.intake.status("ble:" + Self.strap)?.state == .fault }
        #expect(rig.intake.status("ble:" + Self.strap)?.sentence?.contains("pairing is needed") == true)
    }

    @Test func zeroOffset() throws {
        let rig = try Rig { $0.link.calibration = 50_000 }
        var outcome: CalibrationOutcome?
        rig.transport.start()
        #expect(!rig.transport.calibrate("ant:11:54321") { outcome = $0 })
        #expect(rig.transport.calibrate("ble:" + Self.meter) { outcome = $0 })
        #expect(outcome == .impossible("it is not connected"))
        rig.demand(Self.meter, Self.strap)
        try rig.waitUntilOpen(Self.meter)
        try rig.waitUntilOpen(Self.strap)
        #expect(rig.transport.calibrate("ble:" + Self.strap) { outcome = $0 })
        #expect(outcome == .impossible("it has no zero offset that can be set"))
        outcome = nil
        #expect(rig.transport.calibrate("ble:" + Self.meter) { outcome = $0 })
        try rig.wait("written") { rig.meter.server.writes.last?.value == [0x0C] }
        rig.meter.send([0x1D, 6, 0, 0x20, 0x0C, 0x01, 0x28, 0x00])
        try rig.wait("an answer") { outcome != nil }
        #expect(outcome == .success(offset: "offset 1.25 Nm"))
        outcome = nil
        #expect(rig.transport.calibrate("ble:" + Self.meter) { outcome = $0 })
        try rig.wait("silence") { outcome != nil }
        #expect(outcome == .silent)
        outcome = nil
        rig.meter.server.set(6, error: 0xFE)
        #expect(rig.transport.calibrate("ble:" + Self.meter) { outcome = $0 })
        try rig.wait("a refusal") { outcome != nil }
        #expect(outcome == CyclingPowerCalibration.outcome(attError: 0xFE))
    }
}
