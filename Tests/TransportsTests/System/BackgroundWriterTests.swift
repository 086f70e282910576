import Foundation
import Synchronization
import TestSupport
import Testing
import Transports

/// A pipe stands for whatever nobody reads.
struct BackgroundWriterTests {
    @Test func whatFindsNoRoomIsLeftOutAndCounted() async throws {
        let pipe = Pipe()
        // Until then its number is nobody else's.
        defer { try? pipe.fileHandleForWriting.close() }
        let writer = try #require(
            BackgroundWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor) { "\($0) are missing" })
        let line = Array((String(repeating: "x", count: 1023) + "\n").utf8)
        let count = 1000
        for _ in 0..<count { writer.write(line) }
        #expect(writer.isBehind)
        // On a thread of its own, since the tests' own may all be waiting.
        let text = Mutex("")
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread {
            while case let data = reading.availableData, !data.isEmpty {
                text.withLock { $0 += String(decoding: data, as: UTF8.self) }
            }
        }
        await writer.drain()
        writer.write(Array("the end\n".utf8))
        await writer.drain()
        var patience = Patience()
        while !text.withLock({ $0.hasSuffix("the end\n") }), patience.lasts() { usleep(1000) }
        let lines = text.withLock { $0.split(separator: "\n") }
        let whole = lines.count { $0.utf8.count == 1023 }
        // 64 KiB are in the pipe, 64 are being written, 64 wait.
        #expect(whole <= 3 * BackgroundWriter.capacity / 1024)
        // Some may have found room again meanwhile, and others none: each gap is told where it is.
        let missing = lines.filter { $0.hasSuffix(" are missing") }.compactMap { Int($0.dropLast(12)) }
        #expect(!missing.isEmpty && missing.reduce(whole, +) == count)
        #expect(lines.last == "the end" && lines.count == whole + missing.count + 1)
        #expect(!writer.isBehind && writer.takeFailure() == nil)
    }

    @Test func aReaderThatHasGone() async throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        // Until then its number is nobody else's.
        defer { try? pipe.fileHandleForWriting.close() }
        let writer = try #require(BackgroundWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor) { "\($0)" })
        try pipe.fileHandleForReading.close()
        writer.write([1])
        await writer.drain()
        #expect(writer.takeFailure() == EPIPE)
        #expect(writer.takeFailure() == nil)
    }

    /// A held terminal keeps nobody who was asked to end.
    @Test func aCancelledTaskDoesNotWaitForever() async throws {
        let pipe = Pipe()
        // Until then its number is nobody else's.
        defer { try? pipe.fileHandleForWriting.close() }
        let writer = try #require(BackgroundWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor) { "\($0)" })
        for _ in 0..<3 { writer.write([UInt8](repeating: 0, count: BackgroundWriter.capacity)) }
        let waiting = Task { await writer.drain() }
        waiting.cancel()
        await waiting.value
        #expect(writer.isBehind)
        signal(SIGPIPE, SIG_IGN)
        try pipe.fileHandleForReading.close()
        var patience = Patience()
        while writer.isBehind, patience.lasts() { usleep(1000) }
        #expect(!writer.isBehind)
    }
}
