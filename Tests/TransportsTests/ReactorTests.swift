import Foundation
import Testing

@testable import Transports

struct ReactorTests {
    @Test func callsWhoIsReadyAndWhoIsDue() throws {
        let reactor = try Reactor()
        let pipe = Pipe()
        var heard: [String] = []
        let token = reactor.watch(pipe.fileHandleForReading.fileDescriptor, .readable) { interest in
            if interest.contains(.readable) { heard.append("file") }
            _ = pipe.fileHandleForReading.availableData
        }
        pipe.fileHandleForWriting.write(Data([1]))
        reactor.turn(until: reactor.now + 1_000_000)
        #expect(heard == ["file"])
        _ = reactor.schedule(after: 2000) { heard.append("second") }
        _ = reactor.schedule(after: 1000) { heard.append("first") }
        let cancelled = reactor.schedule(after: 500) { heard.append("never") }
        reactor.cancel(cancelled)
        while heard.count < 3 { reactor.turn(until: reactor.now + 1_000_000) }
        #expect(heard == ["file", "first", "second"])
        reactor.unwatch(token)
        pipe.fileHandleForWriting.write(Data([1]))
        reactor.turn(until: reactor.now + 5000)
        #expect(heard.count == 3)
    }

    @Test func wakesFromAnotherThread() throws {
        let reactor = try Reactor()
        let waker = reactor.waker
        Thread.detachNewThread { waker.wake() }
        let deadline = reactor.now + 60_000_000
        reactor.turn(until: deadline)
        #expect(reactor.now < deadline, "the wake ended the wait, not the deadline")
        #expect(reactor.turns == 1)
        // It is taken: the next turn waits again.
        let next = reactor.now + 20_000
        reactor.turn(until: next)
        #expect(reactor.now >= next)
    }

    @Test func aHandlerMayForgetAnother() throws {
        let reactor = try Reactor()
        let (a, b) = (Pipe(), Pipe())
        var calls = 0
        var tokens: [Reactor.Token] = []
        for pipe in [a, b] {
            tokens.append(
                reactor.watch(pipe.fileHandleForReading.fileDescriptor, .readable) { _ in
                    calls += 1
                    tokens.forEach(reactor.unwatch)
                })
            pipe.fileHandleForWriting.write(Data([1]))
        }
        reactor.turn(until: reactor.now + 1_000_000)
        #expect(calls == 1)
    }
}
