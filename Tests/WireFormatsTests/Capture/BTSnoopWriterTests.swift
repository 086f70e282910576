import Foundation
import TestSupport
import Testing
import WireFormats

struct BTSnoopWriterTests {
    /// 2026-11-30T08:00:00Z.
    private static let start: Int64 = (20_787 * 86_400 + 8 * 3600) * 1_000_000

    /// A packet as the monitor's socket gives it.
    private static func message(_ opcode: UInt8, _ packet: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? packet.count
        return [opcode, 0, 0, 0, UInt8(length & 0xFF), UInt8(length >> 8)] + packet
    }

    /// - Parameter discovery: what host and strap say before the notification.
    private static func recording(_ discovery: some Sequence<(isReceived: Bool, att: [UInt8])>) -> [UInt8] {
        // The kernel begins with the adapters that are there: type, bus, address, name.
        let adapter: [UInt8] = [0, 1, 6, 5, 4, 3, 2, 1] + Array("hci0".utf8) + [0, 0, 0, 0]
        var messages = [message(0, adapter), message(3, HCIBytes.advertised("Strap")), message(3, HCIBytes.connected)]
        messages += discovery.map { message($0.isReceived ? 5 : 4, HCIBytes.acl($0.att)) }
        messages += [message(5, HCIBytes.acl([0x1B, 0x10, 0, 0x16, 0x8E, 0xB1, 0x01])), message(3, HCIBytes.disconnected)]
        return BTSnoopWriter.header
            + messages.enumerated().flatMap {
                BTSnoopWriter.record(ofMonitor: $0.element, stamp: start + Int64($0.offset) * 10_000) ?? []
            }
    }

    /// The same bytes as the builder that the reader is tested with makes: it has BlueZ's own constant for the year 2000.
    @Test func frame() {
        var file = BTSnoopFile(dataLink: 2001)
        file.packet([1, 2, 3], flags: 0x0002_0005, at: UInt64(Self.start - 946_684_800_000_000), lost: 7)
        let message: [UInt8] = [5, 0, 2, 0, 3, 0, 1, 2, 3]
        #expect(
            BTSnoopWriter.header + (BTSnoopWriter.record(ofMonitor: message, stamp: Self.start, lost: 7) ?? []) == file.bytes
        )
    }

    @Test func readsBack() throws {
        let reading = CaptureReading(Self.recording(HCIBytes.discovery))
        #expect(reading.kind == .btsnoop)
        #expect(reading.error == nil)
        #expect(reading.ending == .complete)
        let values = reading.records.compactMap { if case .bytes(_, let value) = $0.input { value } else { nil } }
        #expect(values.last == [0x16, 0x8E, 0xB1, 0x01])
    }

    /// What BlueZ's own monitor makes of it; no more than the length of packets is agreed on, since btmon 5.66 falls over discoveries.
    @Test func btmonReadsIt() throws {
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/btmon"), "btmon is not installed: make deps")
        let file = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID()).btsnoop")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.recording(HCIBytes.discovery.prefix(2))).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/btmon")
        process.arguments = ["-r", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text.contains("Name (complete): Strap"))
        #expect(text.contains("Handle Value Notification"))
        #expect(text.contains("168eb101"))
        #expect(text.contains("Disconnect Complete"))
    }

    /// A message cut in its head is none; one cut in its packet keeps its length.
    @Test func cut() throws {
        let whole = Self.message(5, [1, 2, 3])
        for length in 0..<6 { #expect(BTSnoopWriter.record(ofMonitor: Array(whole[..<length]), stamp: 0) == nil) }
        let record = try #require(BTSnoopWriter.record(ofMonitor: Self.message(5, [1, 2], length: 900), stamp: 0))
        #expect(Array(record[..<8]) == [0, 0, 3, 132, 0, 0, 0, 2])
        #expect(record.suffix(2) == [1, 2])
        // More than the length says belongs to no packet.
        #expect(BTSnoopWriter.record(ofMonitor: Self.message(5, [1, 2, 3], length: 2), stamp: 0)?.suffix(2) == [1, 2])
    }
}
