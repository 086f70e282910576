import Dialogues
import Testing
import WireFormats

@testable import Transports

struct ANTTransportTests {
    let reactor: Reactor
    let sticks: ScriptedSticks
    let intake = StickIntake()

    static let strap = VirtualANTStick.Sensor(type: 120, number: 12345, page: [4, 0xFF, 0, 0, 0, 0, 1, 72])
    static let meter = VirtualANTStick.Sensor(type: 11, number: 54321, signal: -75, page: [0x10, 1, 0xFF, 90, 200, 0, 200, 0])
    static let both = VirtualANTStick([strap, meter], pace: 10)

    init() throws {
        reactor = try Reactor()
        sticks = ScriptedSticks(reactor)
    }

    func transport(_ mode: ANTTransport.Mode = .auto) -> ANTTransport {
        ANTTransport(reactor: reactor, intake: intake, source: sticks, mode: mode, networkKey: nil)
    }

    /// Bytes of pages, message id 4E.
    var pages: Int {
        intake.events.count { if case .bytes(let bytes, _) = $0 { bytes.dropFirst(2).first == 0x4E } else { false } }
    }

    @Test func findsBothSensorsByScanning() {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        #expect(sticks.wait { pages >= 4 })
        #expect(
            intake.identities == [
                LinkIdentity(
                    kind: .ant, address: "305419896", name: "ANT stick",
                    facts: [.init(name: "serial", value: "305419896"), .init(name: "firmware", value: "AJK1.04")])
            ])
        #expect(
            intake.sightings == [
                Sighting(sensor: "ant:120:12345", kinds: [.heartRate], signalDBm: -60),
                Sighting(sensor: "ant:11:54321", kinds: [.power], signalDBm: -75),
            ])
        #expect(intake.statuses.map(\.device) == ["ant:1-1", "ant:1-1", "ant:305419896", "ant:305419896", "ant:305419896"])
        #expect(intake.statuses.map(\.state) == [.connecting, .removed, .connecting, .searching, .open])
        transport.stop()
        #expect(sticks.channels["1-1"]?.lastWords == [0xA4, 1, 0x4A, 0, 0xEF])
        let removed = StickIntake.Event.status(DeviceStatus(device: "ant:305419896", state: .removed))
        #expect(intake.events.suffix(2) == [.closed(LinkID(1), "stopped"), removed])
    }

    /// A sensor must be known before the bytes that carry its first page.
    @Test func sightsBeforeTheBytes() throws {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        #expect(sticks.wait { pages >= 1 })
        let sighting = try #require(intake.events.firstIndex { if case .sighted = $0 { true } else { false } })
        let bytes = try #require(
            intake.events.firstIndex { if case .bytes(let bytes, _) = $0 { bytes.dropFirst(2).first == 0x4E } else { false } })
        #expect(sighting < bytes)
        transport.stop()
    }

    @Test func unpluggedAndPluggedInAgain() {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        transport.demand(LinkDemand(sensors: ["ant:120:12345"], looksAround: true))
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .open })
        sticks.unplug()
        #expect(intake.state(of: "ant:305419896") == .lost)
        #expect(intake.state(of: "ant:120:12345") == .lost)
        #expect(intake.events.contains(.closed(LinkID(1), "unplugged; it is taken up again when it is back")))
        intake.forget()
        sticks.plug(Self.both, port: "1-2")
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .open && pages > 2 })
        #expect(intake.identities.map(\.address) == ["305419896"])
        transport.stop()
    }

    @Test func dedicatedChannelsLoseAndFind() {
        let transport = transport(.channels)
        sticks.plug(VirtualANTStick([Self.strap, Self.meter], pace: 100))
        transport.start()
        transport.demand(LinkDemand(sensors: ["ant:120:12345", "ant:11:54321"]))
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .open && intake.state(of: "ant:11:54321") == .open })
        sticks.change { $0.sensors[0].isNear = false }
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .lost })
        #expect(intake.state(of: "ant:11:54321") == .open)
        sticks.change { $0.sensors[0].isNear = true }
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .open })
        transport.stop()
    }

    @Test func forgetsWhoIsNotWanted() {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        transport.demand(LinkDemand(sensors: ["ant:120:12345"]))
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .open })
        transport.demand(LinkDemand(sensors: ["ble:C0:11:22:33:44:01"]))
        #expect(intake.state(of: "ant:120:12345") == .removed)
        transport.demand(LinkDemand(sensors: ["ant:120:12345"]))
        #expect(sticks.wait { intake.state(of: "ant:120:12345") == .open })
        transport.stop()
        #expect(intake.state(of: "ant:120:12345") == .removed)
    }

    @Test func noiseAndSplitFramesAreOnlyBytes() {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        #expect(sticks.wait { pages >= 1 })
        sticks.channels["1-1"]?.garbles = { [[0x00, 0xFF, 0xA4, 0x03] + $0] }
        let before = pages
        #expect(sticks.wait { pages >= before + 3 })
        sticks.channels["1-1"]?.garbles = { [Array($0.prefix(5)), Array($0.dropFirst(5))] }
        #expect(sticks.wait { pages >= before + 6 })
        #expect(sticks.opened == 1)
        #expect(intake.statuses.contains { $0.state == .open && $0.sentence == "an unusable message" })
        transport.stop()
    }

    @Test(arguments: [
        (
            ANTStickFault.busy(by: "GoldenCheetah (process 4711)"),
            "another program has the stick: GoldenCheetah (process 4711); end it"
        ),
        (
            .noRight(path: "/dev/bus/usb/001/002"),
            """
            no right to open /dev/bus/usb/001/002: install the udev rule (sudo make install, then plug the stick in again) or join \
            the group wattbeat
            """
        ),
    ])
    func saysWhatAPersonCanDo(fault: ANTStickFault, sentence: String) {
        let transport = transport()
        sticks.fault = fault
        sticks.plug(Self.both)
        transport.start()
        #expect(intake.statuses == [DeviceStatus(device: "ant:1-1", name: "ANT stick", state: .fault, sentence: sentence)])
        transport.stop()
    }

    @Test func opensAgainAfterAnError() {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        #expect(sticks.wait { pages >= 1 })
        sticks.channels["1-1"]?.lose(.failed("a transfer failed"))
        #expect(intake.state(of: "ant:305419896") == .lost)
        intake.forget()
        #expect(sticks.wait { pages >= 1 })
        #expect(sticks.opened == 2)
        transport.stop()
    }

    @Test func twoSticksShareTheWork() {
        let transport = transport()
        sticks.plug(Self.both)
        transport.start()
        transport.demand(LinkDemand(sensors: ["ant:11:54321"], looksAround: true))
        #expect(sticks.wait { intake.state(of: "ant:11:54321") == .open })
        var second = Self.both
        second.serialNumber = 7
        sticks.plug(second, port: "1-2")
        #expect(sticks.wait { intake.events.contains { if case .bytes(_, LinkID(2)) = $0 { true } else { false } } })
        #expect(sticks.wait { sticks.channels["1-2"]?.stick.heard.contains { $0.first == 0x4B } ?? false })
        #expect(sticks.channels["1-1"]?.stick.isScanning == true)
        #expect(sticks.channels["1-2"]?.stick.isScanning == false)
        // The second one takes over when the first leaves.
        sticks.unplug(port: "1-1")
        #expect(sticks.wait { sticks.channels["1-2"]?.stick.isScanning == true })
        transport.stop()
    }

    /// Opening takes its time: who has left meanwhile is let go of when it is done.
    @Test func leftWhileItIsOpened() {
        let transport = transport()
        sticks.isSlow = true
        sticks.plug(Self.both)
        transport.start()
        transport.refresh()
        #expect(sticks.waiting.count == 1, "once is enough")
        transport.stop()
        sticks.waiting.forEach { $0() }
        #expect(sticks.channels["1-1"]?.isClosed == true)
        #expect(intake.events.isEmpty)
    }

    /// Clones of one batch share a serial number.
    @Test func equalSerialNumbersAreToldApart() {
        let transport = transport()
        sticks.plug(Self.both)
        sticks.plug(Self.both, port: "1-2")
        transport.start()
        #expect(sticks.wait { intake.identities.count == 2 })
        #expect(intake.identities.map(\.address) == ["305419896", "1-2"])
        transport.stop()
    }

    @Test(arguments: [ANTTransport.Mode.scan, .channels])
    func setsAZero(mode: ANTTransport.Mode) {
        let transport = transport(mode)
        var stick = Self.both
        stick.calibrationAnswer = [0x01, 0xAC, 0xFF, 0xFF, 0xFF, 0xFF, 0xD6, 0xFF]
        sticks.plug(stick)
        transport.start()
        transport.demand(LinkDemand(sensors: ["ant:11:54321"]))
        #expect(sticks.wait { intake.state(of: "ant:11:54321") == .open })
        var outcome: CalibrationOutcome?
        #expect(transport.calibrate("ant:11:54321") { outcome = $0 })
        #expect(sticks.wait { outcome != nil })
        #expect(outcome == .success(offset: "offset -42"))
        #expect(!transport.calibrate("ble:C0:11:22:33:44:01") { _ in })
        #expect(transport.calibrate("ant:120:12345") { outcome = $0 })
        #expect(outcome == .impossible("only power meters have a zero to set"))
        transport.stop()
    }

    @Test func withoutASensorNoMoreThanAQuestionNow() {
        let transport = transport()
        sticks.plug(VirtualANTStick([]))
        transport.start()
        #expect(sticks.wait { sticks.channels["1-1"]?.stick.isScanning ?? false })
        let said = sticks.channels["1-1"]?.stick.heard.count
        for _ in 0..<10 { reactor.turn(until: reactor.now + 10_000) }
        #expect(sticks.channels["1-1"]?.stick.heard.count == said)
        transport.stop()
    }
}
