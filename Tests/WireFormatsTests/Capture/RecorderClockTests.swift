import Testing

@testable import WireFormats

/// A Raspberry Pi without a clock chip: the time is set while the recorder runs.
struct RecorderClockTests {
    private let start2026: Int64 = 1_795_000_000_000_000

    private func advance(_ clock: inout RecorderClock, _ stamp: Int64) -> RecorderClock.Step { clock.advance(to: stamp) }

    @Test func offsetsAreDifferencesOfStamps() {
        var clock = RecorderClock()
        #expect(advance(&clock, start2026) == .none)
        #expect(advance(&clock, start2026 + 1_500_000) == .none)
        #expect(clock.offset == 1_500_000)
        #expect(clock.start == start2026)
    }

    @Test func packetsThatPassEachOtherKeepTheirPlace() {
        var clock = RecorderClock()
        _ = clock.advance(to: start2026)
        _ = clock.advance(to: start2026 + 2_000_000)
        #expect(advance(&clock, start2026 + 1_900_000) == .outOfOrder)
        #expect(clock.offset == 2_000_000)
        #expect(advance(&clock, start2026 + 3_000_000) == .none)
        #expect(clock.offset == 3_000_000)
    }

    @Test func aClockThatIsSetMovesNoOffset() {
        var clock = RecorderClock()
        _ = clock.advance(to: 60_000_000)
        _ = clock.advance(to: 70_000_000)
        #expect(advance(&clock, start2026) == .clockSet)
        #expect(clock.offset == 10_000_000)
        #expect(advance(&clock, start2026 + 1_000_000) == .none)
        #expect(clock.offset == 11_000_000)
        #expect(advance(&clock, 0) == .clockSet)
        #expect(clock.offset == 11_000_000)
    }

    @Test func aNightBetweenTwoRidesIsNoStep() {
        var clock = RecorderClock()
        _ = clock.advance(to: start2026)
        #expect(advance(&clock, start2026 + 14 * 3_600_000_000) == .none)
        #expect(clock.offset == 14 * 3_600_000_000)
    }

    @Test(arguments: [Int64.min, .max, 1 << 58])
    func absurdStampsDoNothing(stamp: Int64) {
        var clock = RecorderClock()
        _ = clock.advance(to: start2026)
        #expect(advance(&clock, stamp) == .outOfOrder)
        #expect(clock.offset == 0)
    }
}
