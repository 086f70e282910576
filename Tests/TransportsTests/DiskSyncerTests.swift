import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Transports

/// What reaches the disk, and when: seen from a disk that counts.
@Suite struct DiskSyncerTests {
    /// Notes how much was written each time it was asked.
    private final class Disk: Sendable {
        let written = Atomic<Int>(0)
        let kept = Atomic<Int>(0)
        let calls = Atomic<Int>(0)
        let refusal = Atomic<Int32>(0)

        func put() -> Int32? {
            calls.add(1, ordering: .sequentiallyConsistent)
            let code = refusal.load(ordering: .sequentiallyConsistent)
            guard code == 0 else { return code }
            kept.store(written.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
            return nil
        }

        func write(_ syncer: DiskSyncer) {
            written.add(1, ordering: .sequentiallyConsistent)
            syncer.note()
        }

        var hasAll: Bool { kept.load(ordering: .sequentiallyConsistent) == written.load(ordering: .sequentiallyConsistent) }
    }

    private static func wait(for condition: () -> Bool) -> Bool {
        var patience = Patience()
        while !condition(), patience.lasts() { usleep(1000) }
        return condition()
    }

    /// The last write is followed by a sync, though nothing more comes; and then nothing is asked any more.
    @Test func theLastWriteReachesTheDisk() {
        let disk = Disk()
        let syncer = DiskSyncer(-1, interval: 0.05) { _ in disk.put() }
        disk.write(syncer)
        #expect(Self.wait { disk.hasAll })
        for _ in 0..<20 { disk.write(syncer) }
        #expect(Self.wait { disk.hasAll })
        let calls = disk.calls.load(ordering: .sequentiallyConsistent)
        // Twenty writes at once are not twenty syncs.
        #expect(calls >= 2 && calls < 20)
        usleep(120_000)
        // One may have come between the last write and its telling, and so have all of it before it is told.
        #expect(disk.calls.load(ordering: .sequentiallyConsistent) <= calls + 1)
        #expect(syncer.finish() == nil)
    }

    /// What the disk refused is gone from the kernel, so that it takes the next bytes gladly: the fault stays all the same.
    @Test func aRefusalStays() {
        let disk = Disk()
        let syncer = DiskSyncer(-1, interval: 0) { _ in disk.put() }
        disk.refusal.store(EIO, ordering: .sequentiallyConsistent)
        disk.write(syncer)
        #expect(syncer.settle() == EIO)
        #expect(syncer.fault == EIO)
        disk.refusal.store(0, ordering: .sequentiallyConsistent)
        disk.write(syncer)
        #expect(syncer.settle() == EIO && disk.hasAll)
        #expect(syncer.finish() == EIO)
    }

    @Test func aPipeHasNoDisk() {
        let disk = Disk()
        let syncer = DiskSyncer(-1, interval: 0) { _ in disk.put() }
        disk.refusal.store(EINVAL, ordering: .sequentiallyConsistent)
        disk.write(syncer)
        #expect(syncer.finish() == nil)
    }

    /// A call that was due when the file was closed must not reach whatever has its descriptor now.
    @Test func nothingIsAskedAfterTheEnd() {
        let disk = Disk()
        let syncer = DiskSyncer(-1, interval: 0.05) { _ in disk.put() }
        disk.write(syncer)
        #expect(Self.wait { disk.hasAll })
        disk.write(syncer)
        #expect(syncer.finish() == nil)
        #expect(disk.hasAll)
        let calls = disk.calls.load(ordering: .sequentiallyConsistent)
        usleep(120_000)
        disk.write(syncer)
        usleep(20_000)
        #expect(disk.calls.load(ordering: .sequentiallyConsistent) == calls)
    }
}
