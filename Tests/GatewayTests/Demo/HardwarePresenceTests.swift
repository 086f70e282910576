import Foundation
import Testing
import Transports

@Suite struct HardwarePresenceTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-tree-\(UUID())")

    private func file(_ path: String, _ text: String) throws {
        let url = root.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private var presence: HardwarePresence { HardwarePresence(in: SystemTree(root: root.path)) }

    @Test func nothing() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(presence.isNone)
        // A keyboard, a root hub, a serial converter of which nobody knows what hangs on it.
        try file("sys/bus/usb/devices/1-1/idVendor", "046d\n")
        try file("sys/bus/usb/devices/1-1/idProduct", "c31c\n")
        try file("sys/bus/usb/devices/1-1:1.0/bInterfaceClass", "03\n")
        try file("dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A1-if00-port0", "")
        try file("dev/ttyUSB0", "")
        try file("sys/class/bluetooth/.keep", "")
        #expect(presence.isNone)
    }

    @Test func anAdapter() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try file("sys/class/bluetooth/hci0/address", "")
        try file("sys/class/bluetooth/hci0:64/type", "")
        #expect(presence.adapters == ["hci0"])
        #expect(!presence.isNone)
    }

    @Test(arguments: ["1003", "1004", "1008", "1009"]) func aStick(product: String) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try file("sys/bus/usb/devices/1-2/idVendor", "0fcf\n")
        try file("sys/bus/usb/devices/1-2/idProduct", product + "\n")
        try file("sys/bus/usb/devices/1-2/busnum", "1\n")
        try file("sys/bus/usb/devices/1-2/devnum", "9\n")
        #expect(presence.sticks == ["1-2"])
        #expect(!presence.isNone)
    }

    @Test func aReceiver() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try file("dev/serial/by-id/usb-u-blox_AG_u-blox_7_-_GPS_GNSS_Receiver-if00", "")
        #expect(presence.receivers == ["/dev/serial/by-id/usb-u-blox_AG_u-blox_7_-_GPS_GNSS_Receiver-if00"])
        #expect(!presence.isNone)
    }
}
