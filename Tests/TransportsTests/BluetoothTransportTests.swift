import Dialogues
import TestSupport
import Testing
import WireFormats

@testable import Transports

struct BluetoothTransportTests {
    /// Notes what is done with it.
    private final class Stub: Transport {
        let name: String
        let log: Log
        init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
        func start() { log.lines.append("\(name) starts") }
        func demand(_ demand: LinkDemand) { log.lines.append("\(name) wants \(demand.sensors.joined(separator: " "))") }
        func calibrate(_ sensor: String, reply: @escaping (CalibrationOutcome) -> Void) -> Bool { true }
        func stop() { log.lines.append("\(name) stops") }
    }

    private final class Log {
        var lines: [String] = []
        var tell: ((Bool) -> Void)?
    }

    private func rig(obstacle: String? = nil, _ log: Log) throws -> (Reactor, BluetoothTransport) {
        let reactor = try Reactor()
        let transport = BluetoothTransport(
            reactor: reactor, throughBlueZ: { Stub("bluez", log) }, throughKernel: { Stub("att", log) },
            watches: { _, changed in
                log.tell = changed
                return log
            },
            kernelObstacle: { obstacle })
        transport.demand(LinkDemand(sensors: ["ble:1"]))
        transport.start()
        return (reactor, transport)
    }

    @Test func bluetoothdIsUsedWhereItRuns() throws {
        let log = Log()
        let (_, transport) = try rig(log)
        #expect(!transport.calibrate("ble:1") { _ in })
        log.tell?(true)
        #expect(log.lines == ["bluez starts", "bluez wants ble:1"])
        #expect(transport.calibrate("ble:1") { _ in })
        transport.stop()
        #expect(log.lines.last == "bluez stops")
    }

    @Test func theKernelIsUsedWhereItDoesNotAndLeftWhenItComes() throws {
        let log = Log()
        let (_, transport) = try rig(log)
        log.tell?(false)
        log.tell?(true)
        #expect(log.lines == ["att starts", "att wants ble:1", "att stops", "bluez starts", "bluez wants ble:1"])
        transport.stop()
    }

    /// bluetoothd that is restarted comes back within seconds; its adapter is not taken meanwhile.
    @Test func aRestartIsWaitedFor() throws {
        let log = Log()
        let (reactor, transport) = try rig(log)
        log.tell?(true)
        log.tell?(false)
        reactor.turn(until: reactor.now + 2000)
        log.tell?(true)
        #expect(log.lines == ["bluez starts", "bluez wants ble:1"])
        transport.stop()
    }

    /// A link that one way opened is closed before the other opens its own, and what the one told of its devices is taken back: the
    /// other knows nothing of either.
    @Test func nothingOfTheOneWayIsLeftToTheOther() throws {
        let reactor = try Reactor()
        let (intake, host) = (RecordingIntake(), ScriptedLEHost(reactor))
        let strap = ScriptedLEHost.Peripheral("C0:11:22:33:44:01", .recordedStrap(), advertisement: "03 03 0D18")
        host.peripherals = [strap]
        var tell: ((Bool) -> Void)?
        let transport = BluetoothTransport(
            reactor: reactor,
            throughBlueZ: {
                BlueZTransport(
                    reactor: reactor, intake: intake, adapter: nil, timing: .impatient, busAddress: "unix:path=/nonexistent/bus",
                    radioSwitch: { _ in .unblocked })
            },
            throughKernel: { ATTTransport(reactor: reactor, intake: intake, adapter: nil, host: host) },
            watches: { _, changed in
                tell = changed
                return intake
            },
            kernelObstacle: { nil }, restartPatience: 1000)
        transport.demand(LinkDemand(sensors: ["ble:C0:11:22:33:44:01"]))
        transport.start()
        tell?(false)
        reactor.turn { intake.status("ble:C0:11:22:33:44:01")?.state == .open }
        #expect(intake.opened.count == 2 && intake.closed.isEmpty, "its heart rate and its battery")

        tell?(true)
        #expect(intake.closed.map(\.link) == [LinkID(1), LinkID(2)])
        #expect(Set(intake.closed.map(\.reason)) == ["stopped"])
        #expect(intake.status("bluetooth:hci0")?.state == .removed)
        reactor.turn { intake.shown == ["bluetooth:bluez", "ble:C0:11:22:33:44:01"] }

        tell?(false)
        reactor.turn { intake.status("ble:C0:11:22:33:44:01")?.state == .open }
        #expect(intake.shown == ["ble:C0:11:22:33:44:01", "bluetooth:hci0"])
        #expect(intake.opened.count == 4)
        transport.stop()
        #expect(intake.closed.count == 4 && intake.shown == [])
    }

    /// Who may not open the kernel's sockets is told by BlueZ's transport that bluetoothd is missing.
    @Test func withoutTheRightToItStaysWithBlueZ() throws {
        let log = Log()
        let (_, transport) = try rig(obstacle: "CAP_NET_RAW is needed", log)
        log.tell?(false)
        #expect(log.lines == ["bluez starts", "bluez wants ble:1"])
        transport.stop()
    }
}
