import Foundation
import Testing

struct CaptureTests {
    @Test(arguments: [
        ["capture"], ["capture", "--hci"], ["capture", "--hci", "x", "--adapter", "usb0"],
        ["capture", "--hci", "x", "--adapter", "hci-1"],
        ["capture", "x"],
    ])
    func wrongUsage(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.complaint.contains("try: wattbeat capture --help"))
    }

    /// Where the monitor can be had, the file is refused; where not, there is a sentence about rights or the kernel. It stays as it is.
    @Test func nothingIsWrittenOver() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([1, 2, 3], "old.btsnoop")
        let outcome = try Program.run(["capture", "--hci", path])
        #expect(outcome.status == (Self.hasMonitor ? 73 : 66))
        #expect(
            outcome.complaint.contains(
                Self.hasMonitor ? "is there already and is not written over" : "the HCI monitor cannot be opened: "))
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == [1, 2, 3])
    }

    @Test(.enabled(if: !hasMonitor, "this machine gives the HCI monitor")) func noFileWithoutTheMonitor() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "x.btsnoop").path
        let outcome = try Program.run(["capture", "--hci", path])
        #expect(outcome.status == 66)
        #expect(outcome.complaint.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Whether the kernel gives the monitor to this process: `struct sockaddr_hci` of family 31, no device, channel 2.
    private static let hasMonitor: Bool = {
        let descriptor = socket(31, Int32(SOCK_RAW.rawValue), 1)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address: (UInt16, UInt16, UInt16) = (31, 0xFFFF, 2)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, 6) == 0 }
        }
    }()
}
