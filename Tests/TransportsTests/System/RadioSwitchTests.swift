import Foundation
import Testing

@testable import Transports

/// Switches as the kernel shows them (Documentation/ABI/stable/sysfs-class-rfkill).
struct RadioSwitchTests {
    private func state(_ switches: [(name: String, type: String, soft: String, hard: String)], of adapter: String) throws
        -> RadioSwitch
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-rfkill-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, item) in switches.enumerated() {
            let entry = folder.appending(path: "sys/class/rfkill/rfkill\(number)")
            try FileManager.default.createDirectory(at: entry, withIntermediateDirectories: true)
            for (file, text) in [("name", item.name), ("type", item.type), ("soft", item.soft), ("hard", item.hard)] {
                try (text + "\n").write(to: entry.appending(path: file), atomically: false, encoding: .utf8)
            }
        }
        return RadioSwitch.state(of: adapter, in: SystemTree(root: folder.path))
    }

    @Test func theAdaptersOwnSwitchCounts() throws {
        let switches = [
            (name: "phy0", type: "wlan", soft: "1", hard: "1"), (name: "hci0", type: "bluetooth", soft: "0", hard: "0"),
            (name: "hci1", type: "bluetooth", soft: "1", hard: "0"),
        ]
        #expect(try state(switches, of: "hci0") == .unblocked)
        #expect(try state(switches, of: "hci1") == .soft)
    }

    @Test func aSwitchOfTheMachineCountsWhereTheAdapterHasNone() throws {
        let switches = [(name: "thinkpad_bluetooth", type: "bluetooth", soft: "0", hard: "1")]
        #expect(try state(switches, of: "hci0") == .hard)
        #expect(try state([], of: "hci0") == .unblocked)
        #expect(RadioSwitch.state(of: "hci0", in: SystemTree(root: "/nonexistent")) == .unblocked)
    }
}
