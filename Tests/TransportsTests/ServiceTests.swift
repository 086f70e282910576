import Testing
import Transports

/// What the service manager is told, and what the machine's clocks say.
struct ServiceTests {
    @Test func aStatusIsOneLineAndToldOnce() {
        var sent: [String] = []
        let service = ServiceNotifier(watchdogInterval: nil) { sent.append($0) }
        service.ready()
        service.status("recording 1:02")
        service.status("recording 1:02")
        service.status("two\nlines\r\nWATCHDOG=1")
        service.beat()
        service.stopping()
        #expect(
            sent == ["READY=1", "STATUS=recording 1:02", "STATUS=two lines WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"])
    }

    @Test func withoutAManagerNobodyWatches() {
        let service = ServiceNotifier()
        #expect(service.watchdogInterval == nil)
        service.beat()
    }

    @Test func theMachinesClocksGoOn() throws {
        let clock = SystemClock()
        let reactor = try Reactor()
        let (a, b) = (clock.read(), clock.read())
        #expect(a.uptime <= b.uptime && b.uptime <= reactor.now)
        // 2020 to 2200, and no zone is more than a day away.
        #expect((1_577_836_800_000_000...7_258_118_400_000_000).contains(a.wall))
        #expect(abs(a.utcOffsetSeconds) < 86_400)
    }
}

struct PretendedClockTests {
    @Test func timeJumpsToTheNextMomentThatIsWaitedFor() throws {
        let clock = PretendedClock(now: 1_000_000)
        let reactor = try Reactor(clock: clock)
        var heard: [Int64] = []
        _ = reactor.schedule(after: 3_600_000_000) { heard.append(reactor.now) }
        _ = reactor.schedule(after: 500) { heard.append(reactor.now) }
        reactor.turn()
        reactor.turn(until: 60_000_000)
        reactor.turn()
        #expect(heard == [1_000_500, 3_601_000_000])
        #expect(reactor.turns == 3)
        clock.skip(to: 0)
        #expect(reactor.now == 3_601_000_000)
    }

    @Test func whoIsReadyIsCalledBeforeTimePasses() throws {
        let clock = PretendedClock()
        let reactor = try Reactor(clock: clock)
        reactor.waker.wake()
        reactor.turn(until: 1_000_000)
        #expect(clock.now == 0)
        reactor.turn(until: 1_000_000)
        #expect(clock.now == 1_000_000)
    }
}
