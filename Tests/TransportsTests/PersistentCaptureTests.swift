import Foundation
import Testing
import Transports
import WireFormats

/// A gateway's capture outlives a disk that is not there, is full, or loses the file.
@Suite final class PersistentCaptureTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString)").path
    private var path: String { "\(root)/ride.capture" }
    private static let header = CaptureHeader(identity: "0123456789abcdef0123456789abcdef", start: nil, isSynchronised: false)

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private static func record(_ number: Int) -> CaptureRecord {
        CaptureRecord(offset: Int64(number) * 1000, input: .bytes(LinkID(1), [0, UInt8(number & 0xFF)]))
    }

    private func makeRoot() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }

    /// A file stands where the folder should be.
    private func block() throws { try Data().write(to: URL(filePath: root)) }
    private func unblock() throws { try FileManager.default.removeItem(atPath: root) }

    private func read() throws -> [CaptureRecord] {
        var reader = try CaptureReader(path: path)
        var records: [CaptureRecord] = []
        while let record = try reader.next() { records.append(record) }
        #expect(reader.header == Self.header && reader.ending == .complete)
        return records
    }

    @Test func whatComesBeforeTheFileWaits() throws {
        try block()
        let writer = CaptureWriter(persistingAt: path, header: Self.header)
        #expect(writer.state == .suspended(code: ENOTDIR, lostRecords: 0))
        for number in 0..<10 { writer.append(Self.record(number)) }
        #expect(writer.state == .suspended(code: ENOTDIR, lostRecords: 0))
        #expect(!writer.settle())
        try unblock()
        writer.append(Self.record(10))
        #expect(writer.state == .writing)
        #expect(writer.settle())
        #expect(try read() == (0...10).map(Self.record))
        writer.close()
        #expect(writer.shortfall == nil)
    }

    /// What waits when the capture ends goes out when it can, as before its end; until then it does not count as whole.
    @Test func theEndWaitsToo() throws {
        try block()
        let writer = CaptureWriter(persistingAt: path, header: Self.header)
        for number in 0..<10 { writer.append(Self.record(number)) }
        #expect(!writer.close())
        #expect(writer.shortfall?.code == ENOTDIR && writer.shortfall?.lostRecords == 0)
        #expect(writer.state == .suspended(code: ENOTDIR, lostRecords: 0))
        // It is over.
        writer.append(Self.record(10))
        #expect(!writer.close())
        try unblock()
        #expect(writer.close())
        #expect(writer.state == .closed && writer.shortfall == nil)
        #expect(try read() == (0..<10).map(Self.record))
    }

    /// Beyond 1 MiB: the number stays known, and the file says it.
    @Test func whatFindsNoPlaceIsCounted() throws {
        try block()
        let writer = CaptureWriter(persistingAt: path, header: Self.header)
        for number in 0..<80_000 { writer.append(Self.record(number)) }
        let lost = writer.lostRecords
        #expect(lost > 0 && writer.state == .suspended(code: ENOTDIR, lostRecords: lost))
        #expect(!writer.close())
        try unblock()
        #expect(writer.close())
        #expect(writer.lostRecords == lost)
        let records = try read()
        #expect(records.count == 80_000 - lost + 1)
        #expect(records.last?.input == .dropped(LinkID(1), count: lost))
    }

    @Test func anothersFileIsNotTaken() throws {
        try makeRoot()
        try Data("precious".utf8).write(to: URL(filePath: path))
        let writer = CaptureWriter(persistingAt: path, header: Self.header)
        writer.append(Self.record(0))
        #expect(writer.state == .suspended(code: EEXIST, lostRecords: 0))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    /// Somebody cleans up: the capture is written anew, whole.
    @Test func aRemovedFileComesBack() throws {
        try makeRoot()
        let writer = CaptureWriter(persistingAt: path, header: Self.header)
        for number in 0..<5000 { writer.append(Self.record(number)) }
        try FileManager.default.removeItem(atPath: path)
        // It shows when the disk is asked next.
        #expect(writer.settle())
        writer.append(Self.record(5000))
        #expect(writer.state == .writing)
        #expect(try read() == (0...5000).map(Self.record))
        #expect(writer.takeRenewal() == .displaced)
        #expect(writer.takeRenewal() == nil)
        // The folder with it.
        try FileManager.default.removeItem(atPath: root)
        _ = writer.settle()
        writer.append(Self.record(5001))
        #expect(writer.state == .writing)
        #expect(try read() == (0...5001).map(Self.record))
        // Moved away, it still has a name: another one.
        let away = root + "-away"
        try FileManager.default.moveItem(atPath: root, toPath: away)
        defer { try? FileManager.default.removeItem(atPath: away) }
        _ = writer.settle()
        writer.append(Self.record(5002))
        #expect(writer.takeRenewal() == .displaced)
        #expect(writer.close())
        #expect(try read() == (0...5002).map(Self.record))
    }

    /// Where it cannot be written anew, what comes goes on into the file without a name, and nothing of it is lost.
    @Test func aRemovedFileWaitsForItsFolder() throws {
        try makeRoot()
        let writer = CaptureWriter(persistingAt: path, header: Self.header)
        writer.append(Self.record(0))
        try FileManager.default.removeItem(atPath: root)
        try block()
        _ = writer.settle()
        for number in 1..<10 { writer.append(Self.record(number)) }
        #expect(writer.state == .suspended(code: ENOTDIR, lostRecords: 0))
        try unblock()
        writer.append(Self.record(10_000))
        #expect(writer.state == .writing)
        #expect(writer.close())
        #expect(try read() == ((0..<10) + [10_000]).map(Self.record))
    }
}
