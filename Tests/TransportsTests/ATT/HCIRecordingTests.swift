import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Transports

struct HCIRecordingTests {
    /// A recording of a socket pair's messages, in a file that goes with it.
    private final class Rig {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())")
        let theirs: CInt
        let recording: HCIRecording

        init(adapter: Int? = nil, file: CInt? = nil) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var ends: [CInt] = [-1, -1]
            _ = socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
            theirs = ends[1]
            let path = folder.appending(path: "x.btsnoop").path
            recording = try HCIRecording(
                path: path, adapter: adapter, monitor: ends[0], file: file ?? open(path, O_RDWR | O_CREAT | O_EXCL, 0o600))
        }

        deinit {
            close(theirs)
            try? FileManager.default.removeItem(at: folder)
        }

        var bytes: [UInt8] { (try? Data(contentsOf: folder.appending(path: "x.btsnoop"))).map { [UInt8]($0) } ?? [] }

        /// - Parameter message: as the monitor gives it.
        func say(_ message: String) {
            let bytes = [UInt8](hex: message)
            _ = send(theirs, bytes, bytes.count, CInt(MSG_DONTWAIT))
        }
    }

    @Test func whatTheMonitorSaysStandsInTheFile() throws {
        let rig = try Rig()
        let before = Int64(Date().timeIntervalSince1970 * 1e6) - 1_000_000
        rig.say("0300 0000 0400 050102FF")
        rig.say("0500 0100 0200 AABB")
        rig.say("03")
        try rig.recording.record(forAtMost: 1000)
        try rig.recording.finish()
        let after = Int64(Date().timeIntervalSince1970 * 1e6) + 1_000_000
        let file = rig.bytes
        #expect(rig.recording.packets == 2)
        #expect(rig.recording.length == file.count)
        #expect(file.count == 16 + 24 + 4 + 24 + 2)
        // Length twice, adapter and opcode, none lost; the stamp; the packet.
        #expect(Array(file[16..<32]) == [UInt8](hex: "00000004 00000004 00000003 00000000"))
        #expect(Array(file[40..<44]) == [UInt8](hex: "050102FF"))
        #expect(Array(file[44..<60]) == [UInt8](hex: "00000002 00000002 00010005 00000000"))
        let stamp = file[32..<40].reduce(Int64(0)) { $0 << 8 | Int64($1) } - 62_168_256_000_000_000
        #expect((before...after).contains(stamp))
    }

    @Test func oneAdapterAlone() throws {
        let rig = try Rig(adapter: 1)
        for adapter in ["0000", "0100", "0200", "FFFF"] { rig.say("0300 \(adapter) 0100 05") }
        try rig.recording.record(forAtMost: 1000)
        #expect(rig.recording.packets == 2)
    }

    /// No room from the first byte on: told, with the system's reason.
    @Test func aFullDisk() throws {
        #expect(throws: TransportError.cannotKeep(path: "/dev/full", code: ENOSPC)) {
            var ends: [CInt] = [-1, -1]
            _ = socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends)
            defer { close(ends[1]) }
            _ = try HCIRecording(path: "/dev/full", adapter: nil, monitor: ends[0], file: open("/dev/full", O_WRONLY))
        }
    }

    /// No room for the third packet: the file ends with the second. (A sealed file in memory stands for the full disk.)
    @Test func aDiskThatFills() throws {
        let file = try Self.sealableFile()
        let copy = dup(file)
        defer { close(copy) }
        ftruncate(file, 16 + 2 * 25 + 10)
        let (addSeals, growing): (CInt, CInt) = (1033, 4)
        #expect(fcntl(file, addSeals, growing) == 0)
        let rig = try Rig(file: file)
        for _ in 0..<3 { rig.say("0300 0000 0100 05") }
        #expect(throws: TransportError.self) { try rig.recording.record(forAtMost: 1000) }
        #expect(rig.recording.packets == 2)
        #expect(lseek(copy, 0, SEEK_END) == 16 + 2 * 25)
    }

    /// Glibc's module lacks memfd_create.
    private static func sealableFile() throws -> CInt {
        typealias Create = @convention(c) (UnsafePointer<CChar>, CUnsignedInt) -> CInt
        let create = unsafeBitCast(try #require(dlsym(nil, "memfd_create")), to: Create.self)
        let allowSealing: CUnsignedInt = 2
        return create("full", allowSealing)
    }

    @Test func theMonitorGone() throws {
        let rig = try Rig()
        rig.say("0300 0000 0100 05")
        shutdown(rig.theirs, CInt(SHUT_WR))
        #expect(throws: TransportError.cannotRead(path: "the HCI monitor", code: EPIPE)) {
            try rig.recording.record(forAtMost: 1000)
        }
        #expect(rig.recording.packets == 1)
    }
}
