import Foundation
import TestSupport
import Testing
import Transports

@testable import Gateway

/// Facts from a folder that is laid out as `/sys`, `/proc`, `/dev` and `/etc` are.
final class SystemFactsTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())").path

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func write(_ text: String, _ path: String) throws {
        try makeFolder(of: path)
        try text.write(toFile: root + path, atomically: true, encoding: .utf8)
    }

    private func link(_ path: String, to target: String) throws {
        try makeFolder(of: path)
        try? FileManager.default.removeItem(atPath: root + path)
        try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
    }

    private func makeFolder(of path: String) throws {
        let folder = (root + path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func facts(receivers: [String] = []) -> SystemFacts {
        var facts = SystemFacts()
        facts.lookAtDevices(in: SystemTree(root: root), receivers: receivers)
        return facts
    }

    @Test func anEmptyMachine() {
        let facts = facts()
        #expect(facts.adapters.isEmpty && facts.sticks.isEmpty && facts.receivers.isEmpty)
        #expect(facts.ruleEdition == nil && facts.timeZone == nil && facts.bluetoothd == nil)
    }

    @Test func adaptersAndTheirSwitches() throws {
        // A connection's entry beside the adapters' is none.
        for name in ["hci0", "hci1", "hci0:64"] { try write("", "/sys/class/bluetooth/\(name)/uevent") }
        let switches = [
            ("rfkill0", "wlan", "phy0", "1"), ("rfkill1", "bluetooth", "hci1", "1"), ("rfkill2", "bluetooth", "hci0", "0"),
        ]
        for (entry, type, name, soft) in switches {
            for (file, text) in [("type", type), ("name", name), ("soft", soft), ("hard", "0")] {
                try write(text + "\n", "/sys/class/rfkill/\(entry)/\(file)")
            }
        }
        #expect(facts().adapters == [.init(name: "hci0"), .init(name: "hci1", block: .soft)])
    }

    @Test func sticksAndWhoHoldsThem() throws {
        let device = "/sys/bus/usb/devices/1-1"
        let files = [
            ("idVendor", "0fcf"), ("idProduct", "1009"), ("busnum", "1"), ("devnum", "14"), ("product", "ANT USB-m Stick"),
        ]
        for (file, text) in files { try write(text + "\n", "\(device)/\(file)") }
        try write("1d6b\n", "/sys/bus/usb/devices/usb1/idVendor")
        try link("\(device)/1-1:1.0/driver", to: "../../../../../bus/usb/drivers/usb_serial_simple")
        try write("", "/dev/bus/usb/001/014")
        var stick = try #require(facts().sticks.first)
        #expect(facts().sticks.count == 1)
        #expect(stick.name == "ANT USB-m Stick" && stick.node == "/dev/bus/usb/001/014" && stick.isUsable)
        #expect(!stick.isClaimed && stick.holders.isEmpty)

        try link("\(device)/1-1:1.0/driver", to: "../../../../../bus/usb/drivers/usbfs")
        try write("openant\n", "/proc/4711/comm")
        try link("/proc/4711/fd/7", to: "/dev/bus/usb/001/014")
        stick = try #require(facts().sticks.first)
        #expect(stick.isClaimed && stick.holders == [FileHolder(process: 4711, name: "openant")])
    }

    /// A stick behind a serial chip is used through its tty: what counts is who may open that, and who has it open.
    @Test func serialSticks() throws {
        for (port, product, address) in [("1-1", "1004", "5"), ("1-2", "1003", "6")] {
            for (file, text) in [("idVendor", "0fcf"), ("idProduct", product), ("busnum", "1"), ("devnum", address)] {
                try write(text + "\n", "/sys/bus/usb/devices/\(port)/\(file)")
            }
        }
        try write("188:0\n", "/sys/bus/usb/devices/1-1/1-1:1.0/ttyUSB0/dev")
        try link("/sys/bus/usb/devices/1-1/1-1:1.0/driver", to: "../../../../bus/usb/drivers/cp210x")
        for node in ["/dev/ttyUSB0", "/dev/bus/usb/001/005", "/dev/bus/usb/001/006"] { try write("", node) }
        try write("openant\n", "/proc/4711/comm")
        try link("/proc/4711/fd/7", to: "/dev/ttyUSB0")
        let sticks = facts().sticks
        #expect(sticks.map(\.name) == ["0fcf:1004", "0fcf:1003"])
        #expect(sticks.map(\.node) == ["/dev/ttyUSB0", nil])
        #expect(sticks.map(\.isUsable) == [true, false])
        #expect(sticks.map(\.holders) == [[FileHolder(process: 4711, name: "openant")], []])
    }

    @Test func receiversThatAreNamedAndThatUdevKnows() throws {
        for name in ["ttyUSB0", "ttyACM0"] { try write("", "/dev/\(name)") }
        try link("/dev/serial/by-id/usb-u-blox_7-if00", to: "../../ttyACM0")
        try write("gpsd\n", "/proc/99/comm")
        try link("/proc/99/fd/3", to: "/dev/ttyACM0")
        let facts = facts(receivers: ["/dev/ttyUSB0", "/dev/not-there"])
        #expect(facts.receivers.map(\.path) == ["/dev/ttyUSB0", "/dev/serial/by-id/usb-u-blox_7-if00"])
        #expect(facts.receivers.map(\.holders) == [[], [FileHolder(process: 99, name: "gpsd")]])
        #expect(facts.isGPSDRunning && !facts.isModemManagerRunning)
    }

    @Test func theRulesInForce() throws {
        // Those of before had no edition.
        try write("# Sensors that wattbeat reads\n", "/usr/lib/udev/rules.d/60-wattbeat.rules")
        #expect(facts().ruleEdition == 1)
        let shipped = try String(contentsOf: Fixture.repository.appending(path: "udev/60-wattbeat.rules"), encoding: .utf8)
        try write(shipped, "/usr/local/lib/udev/rules.d/60-wattbeat.rules")
        #expect(facts().ruleEdition == SystemFacts.newestRuleEdition, "the shipped rules are the newest")
    }

    @Test func timeZoneAndGroup() throws {
        try link("/etc/localtime", to: "../usr/share/zoneinfo/America/Argentina/Ushuaia")
        try write("root:x:0:\nwattbeat:x:995:ada\nbroken\n", "/etc/group")
        #expect(facts().timeZone == "America/Argentina/Ushuaia")
        #expect(facts().hasOwnGroup)
    }

    @Test func theFolderIsReallyWritten() throws {
        try write("", "/captures/a.capture.part")
        let captures = root + "/captures"
        let places = GatewayPlaces(settings: "\(root)/none.json", captures: captures, workouts: "", socket: "\(root)/socket")
        let facts = SystemFacts(places: places, sockets: [places.socket])
        #expect(facts.gateway == .absent && facts.settingsFault == nil)
        #expect(facts.folder.writing == .possible && (facts.folder.freeBytes ?? 0) > 0)
        #expect(facts.unfinishedCaptures == ["a.capture.part"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: captures) == ["a.capture.part"], "nothing is left")
        try write("{\n  \"ftp\": 1\n}\n", "/none.json")
        #expect(SystemFacts(places: places, sockets: []).settingsFault != nil)
        // A path that runs through a file.
        let blocked = GatewayPlaces(settings: "", captures: "\(root)/none.json/x", workouts: "", socket: "")
        #expect(SystemFacts(places: blocked, sockets: []).folder.writing == .impossible("Not a directory"))
    }

    /// Somebody listens at the socket and never says a word: the folder is looked at all the same.
    @Test func aGatewayThatDoesNotAnswerHidesNoFolder() throws {
        try write("", "/file")
        let reactor = try Reactor()
        let listener = try UnixListener(path: "\(root)/control.sock", group: "none-of-this-name", reactor: reactor) { _ in }
        defer { listener.stop() }
        let places = GatewayPlaces(settings: "", captures: "\(root)/file/captures", workouts: "", socket: listener.path)
        let facts = SystemFacts(places: places, sockets: [places.socket], patience: 1)
        guard case .unreachable = facts.gateway else { return #expect(Bool(false), "\(facts.gateway)") }
        #expect(facts.folder.writing == .impossible("Not a directory"))
        #expect(DoctorFindings(facts).all.first { $0.subject == "capture folder" }?.verdict == .fault)
    }
}
