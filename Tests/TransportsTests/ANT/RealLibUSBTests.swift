import Foundation
import Testing

/// The transport through the real libusb, with a stick that umockdev plays.
struct RealLibUSBTests {
    private static let probe = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ANTProbe")

    private static func frame(_ id: UInt8, _ payload: [UInt8]) -> [UInt8] { VirtualANTStick.frame(id, payload) }

    /// From the reset to the open scan, each command with its answer.
    private static func startUp() -> USBRecording {
        var recording = USBRecording(receivers: 4)
        recording.sends(frame(0x4A, [0]))
        recording.says(frame(0x6F, [0x20]))
        for (id, answer): (UInt8, [UInt8]) in [
            (0x54, [8, 3, 0, 0xBA, 0x36, 0, 0xDF, 0]), (0x61, [0x78, 0x56, 0x34, 0x12]), (0x3E, Array("AJK1.04".utf8) + [0]),
        ] {
            recording.sends(frame(0x4D, [0, id]))
            recording.says(frame(id, answer))
        }
        let commands: [[UInt8]] = [
            [0x46, 0, 0xB9, 0xA5, 0x21, 0xFB, 0xBD, 0x72, 0xC3, 0x45], [0x6E, 0, 0xE0], [0x42, 0, 0, 0], [0x51, 0, 0, 0, 0, 0],
            [0x45, 0, 57], [0x5B, 0, 1],
        ]
        for command in commands {
            recording.sends(frame(command[0], Array(command.dropFirst())))
            recording.says(frame(0x40, [0, command[0], 0]))
        }
        return recording
    }

    /// A heart rate page of sensor 12345 with its channel id.
    private static let page = frame(0x4E, [0, 4, 0xFF, 0, 0, 0, 0, 1, 72, 0x80, 0x39, 0x30, 0x78, 0x01])

    /// - Parameter last: the line after which the probe is to end.
    /// - Returns: what the probe printed.
    private func run(_ recording: USBRecording, until last: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (description, capture, output) = (
            folder.appending(path: "device"), folder.appending(path: "pcap"), folder.appending(path: "output")
        )
        try Data(USBRecording.description.utf8).write(to: description)
        try recording.pcap.write(to: capture)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "timeout", "20", "umockdev-run", "-d", description.path, "-p", "\(USBRecording.sysfsPath)=\(capture.path)", "--",
            Self.probe.path, "10000", "auto", "ant:120:12345",
        ]
        process.standardOutput = try FileHandle(forWritingTo: output)
        let input = Pipe()
        process.standardInput = input
        try process.run()
        func lines() throws -> [String] {
            try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        while process.isRunning, try !lines().contains(last) { usleep(10_000) }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try lines()
    }

    @Test func startsTheStickAndHearsASensor() throws {
        var recording = Self.startUp()
        recording.says(Self.page)
        recording.stalls()
        // Two messages in one transfer, then one cut in two.
        recording.says(Self.page + Self.page)
        recording.says(Array(Self.page.prefix(5)))
        recording.says(Array(Self.page.dropFirst(5)))
        recording.sends(Self.frame(0x4A, [0]))
        let hex = Self.page.map { String(format: "%02x", $0) }.joined()
        let lines = try run(recording, until: "bytes 1 " + hex.dropFirst(10))
        #expect(
            lines.contains(
                "open 1 305419896 manufacturer=Dynastream Innovations model=ANT USBStick2 serial=305419896 firmware=AJK1.04"))
        #expect(lines.contains("status ant:120:12345 open "))
        let bytes = lines.filter { $0.hasPrefix("bytes 1 a40e") || $0 == "bytes 1 " + hex.dropFirst(10) }.map { $0.dropFirst(8) }
        #expect(bytes == [hex[...], (hex + hex)[...], hex.prefix(10), hex.dropFirst(10)])
        #expect(
            lines.suffix(4) == [
                "close 1 stopped", "status ant:305419896 removed ", "status ant:120:12345 removed ", "stopped",
            ])
    }

    /// A busy machine looks late, and finds several transfers at once: messages cut anywhere between them come whole.
    @Test func whatComesAtOnceComesInOrder() throws {
        var recording = Self.startUp()
        let hex = Self.page.map { String(format: "%02x", $0) }.joined()
        var (parts, cuts): ([String], [Int]) = ([], [4, 7, 12, 15, 3, 9, 13])
        for _ in 0..<3 {
            // Each transfer has its turn as the first.
            recording.says(Self.page)
            let stream = Self.page + Self.page + Self.page
            var transfers: [[UInt8]] = []
            var begin = 0
            for length in cuts.prefix(3) {
                transfers.append(Array(stream[begin..<begin + length]))
                begin += length
            }
            transfers.append(Array(stream[begin...]))
            cuts = Array(cuts.dropFirst(2))
            recording.saysAtOnce(transfers)
            parts += [hex] + transfers.map { $0.map { String(format: "%02x", $0) }.joined() }
        }
        recording.sends(Self.frame(0x4A, [0]))
        let lines = try run(recording, until: "bytes 1 " + (parts.last ?? ""))
        #expect(lines.filter { $0.hasPrefix("bytes 1 ") }.suffix(parts.count) == parts.map { "bytes 1 " + $0 })
    }

    /// Every transfer under way ends at once, and all of it must still be there when libusb says so.
    @Test func pulledInTheMiddle() throws {
        var recording = Self.startUp()
        recording.says(Self.page)
        recording.isPulled()
        let lines = try run(recording, until: "status ant:120:12345 lost no ANT stick works at present")
        #expect(lines.contains("close 1 unplugged; it is taken up again when it is back"))
        #expect(lines.contains("status ant:120:12345 lost no ANT stick works at present"))
        #expect(lines.last == "stopped")
    }
}
