import Foundation
import Testing

@testable import Transports

/// The kernel's files about sticks, in a folder of the test's own.
struct ANTStickPlaceTests {
    private static let devices = "sys/bus/usb/devices"
    private let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())")

    private func write(_ path: String, _ text: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func link(_ path: String, to target: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }

    private func device(_ port: String, vendor: String = "0fcf", product: String, bus: String = "1", address: String = "2") throws
    {
        for (name, text) in [("idVendor", vendor), ("idProduct", product), ("busnum", bus), ("devnum", address)] {
            try write("\(Self.devices)/\(port)/\(name)", text + "\n")
        }
    }

    @Test func findsSticks() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try device("1-1.2", product: "1008", address: "12")
        try write("\(Self.devices)/1-1.2/product", "ANT USBStick2\n")
        try link("\(Self.devices)/1-1.2/1-1.2:1.0/driver", to: "../../../bus/usb/drivers/usb_serial_simple")
        try write("\(Self.devices)/1-1.2/1-1.2:1.0/ttyUSB1/dev", "188:1")
        try device("1-1", product: "1004", bus: "10", address: "127")
        try write("\(Self.devices)/1-1/1-1:1.0/ttyUSB0/dev", "188:0")
        // A hub, an ANT device that is no stick, and nonsense.
        try device("2-1", vendor: "1d6b", product: "0002")
        try device("2-2", product: "1234")
        try device("2-3", product: "1009", address: "two")
        let places = ANTStickPlace.all(in: SystemTree(root: folder.path))
        #expect(places.map(\.port) == ["1-1", "1-1.2"])
        #expect(places.map(\.devicePath) == ["/dev/bus/usb/010/127", "/dev/bus/usb/001/012"])
        #expect(places.map(\.tty) == ["/dev/ttyUSB0", "/dev/ttyUSB1"])
        #expect(places.map(\.isSerial) == [true, false])
        #expect(places.map(\.driver) == [nil, "usb_serial_simple"])
        #expect(places.map(\.productName) == [nil, "ANT USBStick2"])
    }

    @Test func noBusIsNoStick() { #expect(ANTStickPlace.all(in: SystemTree(root: folder.path)).isEmpty) }

    @Test func findsWhoHasADevice() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("dev/bus/usb/001/012", "")
        try link("proc/4711/fd/3", to: "/dev/bus/usb/001/012")
        try write("proc/4711/comm", "GoldenCheetah\n")
        try link("proc/4712/fd/3", to: "/dev/bus/usb/001/013")
        try write("proc/4712/comm", "other\n")
        try link("proc/self/fd/3", to: "/dev/bus/usb/001/012")
        let holders = SystemTree(root: folder.path).holders(of: "/dev/bus/usb/001/012")
        #expect(holders == [FileHolder(process: 4711, name: "GoldenCheetah")])
    }
}
