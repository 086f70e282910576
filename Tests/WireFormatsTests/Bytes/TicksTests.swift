import Testing
import WireFormats

@Suite struct TicksTests {
    @Test func wrapOfEachRate() {
        #expect(TickRate.perSecond1024.wrapMicroseconds == 64_000_000)
        #expect(TickRate.perSecond2048.wrapMicroseconds == 32_000_000)
    }

    @Test func rolloverDoesNotShow() {
        let before = EventTime(ticks: 0xFE00, rate: .perSecond1024)
        let after = EventTime(ticks: 0x0200, rate: .perSecond1024)
        #expect(after.ticks(since: before) == 1024)
        #expect(UInt32(5).counted(since: .max) == 6)
    }

    @Test func lengths() {
        #expect(TickRate.perSecond2048.seconds(4096) == 2)
        #expect(TickRate.perSecond1024.milliseconds(410) == 400.390625)
    }
}
