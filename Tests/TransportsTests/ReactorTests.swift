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

    @Test func anAlarmRingsOnceAtItsLastMoment() throws {
        let clock = PretendedClock()
        let reactor = try Reactor(clock: clock)
        let alarm = Alarm(on: reactor)
        var rung: [Int64] = []
        let beginning = reactor.now
        let ring: () -> Void = { rung.append(reactor.now - beginning) }
        #expect(alarm.moment == nil)
        alarm.set(after: 3000, ring)
        alarm.set(after: 5000, ring)
        #expect(alarm.moment == beginning + 5000)
        alarm.set(noLaterThan: beginning + 9000, ring)
        #expect(alarm.moment == beginning + 5000, "an earlier one stays")
        alarm.set(noLaterThan: beginning + 4000, ring)
        reactor.turn(until: beginning + 4000)
        reactor.turn(until: beginning + 20_000)
        #expect(rung == [4000])
        #expect(alarm.moment == nil)
    }

    @Test func anAlarmMayBeSetByWhatItCalls() throws {
        let reactor = try Reactor(clock: PretendedClock())
        let alarm = Alarm(on: reactor)
        var count = 0
        func ring() {
            count += 1
            if count < 3 { alarm.set(noLaterThan: reactor.now + 1000, ring) }
        }
        alarm.set(after: 1000, ring)
        for _ in 0..<5 { reactor.turn(until: reactor.now + 1000) }
        #expect(count == 3)
    }

    @Test func anAlarmIsForgottenWithItsOwner() throws {
        let reactor = try Reactor(clock: PretendedClock())
        var hasRung = false
        var alarm: Alarm? = Alarm(on: reactor)
        alarm?.set(after: 1000) { hasRung = true }
        alarm = nil
        reactor.turn(until: reactor.now + 2000)
        let cancelled = Alarm(on: reactor)
        cancelled.set(after: 1000) { hasRung = true }
        cancelled.cancel()
        #expect(cancelled.moment == nil)
        reactor.turn(until: reactor.now + 2000)
        #expect(!hasRung)
    }
}
