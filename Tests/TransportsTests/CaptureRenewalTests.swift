import Foundation
import Synchronization
import Testing
import WireFormats

@testable import Transports

/// A capture that is written anew, and how often that is tried.
@Suite final class CaptureRenewalTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "renewal-\(UUID().uuidString)").path
    private var path: String { "\(root)/ride.capture" }

    init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The disk refuses once, and then takes everything: what it refused is in the file that is written anew, and nowhere else.
    @Test func whatTheDiskRefusedIsWrittenAnew() throws {
        let header = CaptureHeader(identity: "0123456789abcdef0123456789abcdef", start: nil, isSynchronised: false)
        let records = (0..<3).map { CaptureRecord(offset: $0 * 1000, input: .bytes(LinkID(1), [UInt8($0)])) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, 0o640)
        let refusals = Refusals()
        let syncer = DiskSyncer(descriptor, path: path, interval: 60) { _ in refusals.next() }
        let writer = CaptureWriter(persistingAt: path, header: header, file: CaptureFile(descriptor, syncer: syncer))
        writer.append(records[0])
        #expect(writer.settle())
        refusals.count.store(1, ordering: .sequentiallyConsistent)
        #expect(!writer.settle())
        // The next one succeeds, and says nothing of what went before.
        #expect(!writer.settle())
        #expect(writer.diskFault == EIO && writer.state == .writing)
        let refused = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        writer.append(records[1])
        #expect(writer.takeRenewal() == .diskFault(code: EIO))
        #expect(writer.diskFault == nil)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int != refused)
        writer.append(records[2])
        #expect(writer.close() && writer.shortfall == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["ride.capture"])
        var reader = try CaptureReader(path: path)
        var read: [CaptureRecord] = []
        while let record = try reader.next() { read.append(record) }
        #expect(read == records)
    }

    private final class Refusals: Sendable {
        let count = Atomic<Int>(0)
        func next() -> Int32? {
            guard count.load(ordering: .sequentiallyConsistent) > 0 else { return nil }
            count.subtract(1, ordering: .sequentiallyConsistent)
            return EIO
        }
    }

    /// At once, then 1, 2, 4 … 64 s apart: a record every 10 ms for an hour is no reason for more than 62 copies.
    @Test func copiesAreNotTriedWithEachRecord() {
        var pace = RenewalPace()
        let turns = stride(from: Int64(0), through: 3600, by: 1).flatMap { second in
            (0..<100).map { second * 1_000_000 + $0 * 10_000 }
        }.filter { pace.takesTurn(at: $0) }
        let first: [Int64] = [0, 1, 3, 7, 15, 31, 63, 127]
        #expect(turns.prefix(8).map { $0 / 1_000_000 } == first)
        #expect(turns.count == 8 + (3600 - 127) / 64)
        pace.reset()
        let isDue = pace.takesTurn(at: 3_600_000_000)
        #expect(isDue)
    }

    @Test func aLockIsOfOneFolder() throws {
        let lock = try FolderLock(root)
        #expect(lock.holds)
        try FileManager.default.removeItem(atPath: root)
        #expect(!lock.holds)
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let other = try FolderLock(root)
        #expect(other.holds && !lock.holds)
    }
}
