import Foundation
import Testing
import WireFormats

@testable import Transports

struct ReceiverFinderTests {
    @Test func onlyReceiversAndEachOnce() throws {
        let machine = try PretendedMachine()
        for name in ["ttyACM0", "ttyUSB0", "ttyUSB1"] { try machine.write("", "/dev/\(name)") }
        try machine.link("/dev/serial/by-id/usb-u-blox_AG_u-blox_7-if00", to: "../../ttyACM0")
        try machine.link("/dev/serial/by-id/usb-Arduino_Uno-if00", to: "../../ttyUSB0")
        try machine.link("/dev/serial/by-id/usb-Prolific_Technology_Inc._USB-Serial_Controller-if00-port0", to: "../../ttyUSB1")
        try machine.link("/dev/wattbeat/ant-77", to: "../bus/usb/001/004")
        #expect(ReceiverFinder.candidates(in: machine.tree) == ["/dev/serial/by-id/usb-u-blox_AG_u-blox_7-if00"])
        try machine.link("/dev/wattbeat/gps-pci-0000:00:14.0-usb-0:2:1.0", to: "../ttyUSB1")
        try machine.link("/dev/wattbeat/gps-u", to: "../ttyACM0")
        #expect(
            ReceiverFinder.candidates(in: machine.tree)
                == ["/dev/wattbeat/gps-pci-0000:00:14.0-usb-0:2:1.0", "/dev/wattbeat/gps-u"])
    }

    @Test func aReceiverPluggedInLaterIsFoundAndTakesGPSDsPlace() throws {
        let machine = try PretendedMachine()
        try machine.makeFolder("/dev")
        let reactor = try Reactor()
        let intake = ReceiverIntake()
        let server = try PretendedServer()
        let finder = ReceiverFinder(reactor: reactor, intake: intake, in: machine.tree, gpsdPort: server.port)
        finder.start()
        reactor.turn { server.accept() }
        server.say(GPSDClientTests.greeting + GPSDClientTests.tpv + "\r\n")
        reactor.turn { intake.openLinks.count == 1 }

        let line = try PseudoTerminal()
        // udev makes both names, one after the other: one device still.
        try machine.link("/dev/serial/by-id/usb-u-blox_7", to: line.path)
        reactor.turn(until: reactor.now)
        try machine.link("/dev/wattbeat/gps-1", to: line.path)
        reactor.turn { intake.openLinks.isEmpty }
        #expect(intake.reports.last { $0.device == "gpsd:localhost:\(server.port)" }?.state == .removed)
        line.say(SerialReceiverTests.first + SerialReceiverTests.second)
        reactor.turn { intake.openLinks.count == 1 }
        #expect(intake.links.map(\.address) == ["localhost:\(server.port)", "/dev/wattbeat/gps-1"])
        finder.stop()
        #expect(intake.openLinks.isEmpty)
    }
}
