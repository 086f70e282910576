import TestSupport
import Testing
import WireFormats

@testable import Ingest

private let second: Int64 = 1_000_000

@Suite struct ANTBeatSequenceTests {
    private func page(_ hex: String) throws -> HeartRatePage { try HeartRatePage(decoding: [UInt8](hex: hex)) }

    @Test func aStrapWithoutPagesIsReadByItsLastBytesAlone() throws {
        var beats = ANTBeatSequence()
        // Byte 0 says page 4 by chance, and bit 7 never changes: bytes 2 and 3 are no beat time.
        _ = beats.apply(try page("04 00 34 12 00 04 01 48"), at: 0)
        let one = beats.apply(try page("04 00 34 12 50 07 02 48"), at: second)
        #expect(one == .init(newBeats: 1, earlierInterval: nil, lastInterval: 848, missedIntervals: 0))
        let two = beats.apply(try page("04 00 34 12 F0 0D 04 48"), at: 2 * second)
        #expect(two == .init(newBeats: 2, earlierInterval: nil, lastInterval: nil, missedIntervals: 2))
        #expect(!beats.trustsPages)
    }

    @Test func pagesCountOnceTheToggleChanged() throws {
        var beats = ANTBeatSequence()
        _ = beats.apply(try page("00 FF FF FF 00 04 01 48"), at: 0)
        // 0x0750 and 0x0AA0 are 848 ticks apart.
        let update = beats.apply(try page("84 FF 50 07 A0 0A 03 48"), at: second)
        #expect(beats.trustsPages)
        #expect(update.intervals == [848, 848])
        #expect(update.missedIntervals == 0)
    }

    @Test func beatTimeZeroIsATime() throws {
        var beats = ANTBeatSequence()
        _ = beats.apply(try page("00 FF FF FF 00 FC 01 48"), at: 0)
        #expect(beats.apply(try page("00 FF FF FF 00 00 02 48"), at: second).intervals == [1024])
        #expect(beats.apply(try page("00 FF FF FF 00 04 03 48"), at: 2 * second).intervals == [1024])
    }

    @Test func whatCannotBeOneBeatIsMissed() throws {
        var beats = ANTBeatSequence()
        _ = beats.apply(try page("00 FF FF FF 00 04 01 48"), at: 0)
        // No time passed; then 4 s for one beat.
        #expect(beats.apply(try page("00 FF FF FF 00 04 02 48"), at: second) == .init(newBeats: 1, missedIntervals: 1))
        #expect(beats.apply(try page("00 FF FF FF 00 14 03 48"), at: 5 * second) == .init(newBeats: 1, missedIntervals: 1))
        // 3 s exactly may be a beat.
        #expect(beats.apply(try page("00 FF FF FF 00 20 04 48"), at: 8 * second).intervals == [3072])
    }

    @Test func afterAMinuteOfSilenceItStartsOver() throws {
        var beats = ANTBeatSequence()
        _ = beats.apply(try page("00 FF FF FF 00 04 01 48"), at: 0)
        // A repeat keeps the link alive but not the beat: 64 s later the time has wrapped.
        #expect(beats.apply(try page("00 FF FF FF 00 04 01 48"), at: 60 * second) == .init(newBeats: 0))
        #expect(beats.apply(try page("00 FF FF FF 50 07 02 48"), at: 65 * second) == .init(newBeats: nil))
        #expect(beats.apply(try page("00 FF FF FF A0 0A 03 48"), at: 66 * second).intervals == [848])
    }
}

@Suite struct ANTPowerMeterTests {
    private func page(_ hex: String) throws -> BicyclePowerPage { try BicyclePowerPage(decoding: [UInt8](hex: hex)) }

    @Test func aMeanOverLostMessages() throws {
        var power = ANTPowerSequence()
        #expect(power.apply(eventCount: 0xFE, accumulatedWatts: 0xFF00, watts: 200, at: 0).watts == 200)
        // 3 events for 600 W-events, through both wraps.
        let update = power.apply(eventCount: 1, accumulatedWatts: 0x0158, watts: 210, at: second)
        #expect(update == .init(events: 3, averageWatts: 200, watts: 200))
    }

    @Test func afterTheFastestWrapTheSumSaysNothing() {
        var power = ANTPowerSequence()
        _ = power.apply(eventCount: 0, accumulatedWatts: 0, watts: 200, at: 0)
        let update = power.apply(eventCount: 70, accumulatedWatts: 100, watts: 1000, at: 17 * second)
        #expect(update == .init(events: nil, averageWatts: nil, watts: 1000))
    }

    /// A meter whose sum grows by half the power, or by ten times as much.
    @Test(arguments: [100, 2000]) func aBrokenSumIsNotBelieved(perEvent: UInt16) {
        var power = ANTPowerSequence()
        _ = power.apply(eventCount: 0, accumulatedWatts: 0, watts: 200, at: 0)
        #expect(power.apply(eventCount: 1, accumulatedWatts: perEvent, watts: 200, at: second / 4).watts == 200)
        let gap = power.apply(eventCount: 4, accumulatedWatts: perEvent * 4, watts: 201, at: second)
        #expect(gap.watts == 201)
        #expect(gap.averageWatts == Double(perEvent))
    }

    /// Page 0x10 at 250 W interleaved with torque pages whose event counts have nothing to do with it, each page sent twice.
    @Test func interleavedPagesGiveNoDropOuts() throws {
        var meter = ANTPowerMeter()
        var watts: [Double] = []
        var cadences: [Double] = []
        for step in 0..<40 {
            let offset = Int64(step) * second / 4
            let page: DataPage
            if step % 4 < 2 {
                let event = UInt8(truncatingIfNeeded: 250 + step / 4)
                let sum = UInt16(truncatingIfNeeded: 65_000 + step / 4 * 250)
                page = try DataPage([0x10, event, 0xFF, 89, UInt8(sum & 0xFF), UInt8(sum >> 8), 250, 0])
            } else {
                // One revolution in 1365 ticks is 90.02 rpm, at 832/32 = 26 Nm.
                let count = step / 4
                let period = UInt16(truncatingIfNeeded: 60_000 + count * 1365)
                let torque = UInt16(truncatingIfNeeded: 65_000 + count * 832)
                page = try DataPage([
                    0x12, UInt8(count), UInt8(count), 0xFF, UInt8(period & 0xFF), UInt8(period >> 8), UInt8(torque & 0xFF),
                    UInt8(torque >> 8),
                ])
            }
            let update = meter.apply(BicyclePowerPage(decoding: page), at: offset)
            if let value = update.watts { watts.append(value) }
            if let value = update.cadencePerMinute { cadences.append(value) }
        }
        #expect(watts == Array(repeating: 250, count: 10))
        // The rounded cadence of page 0x10 speaks until the first torque page has come.
        #expect(cadences.first == 89)
        #expect(cadences.dropFirst().allSatisfy { abs($0 - 90.022) < 0.001 })
        #expect(cadences.count == 10)
    }

    @Test func torqueTakesOverWhenPage10StaysAway() throws {
        var meter = ANTPowerMeter()
        _ = meter.apply(try page("10 05 FF FF 10 27 FA 00"), at: 0)
        var watts: [Double?] = []
        for count in 0..<30 {
            let period = UInt16(count) * 1024
            let page = try DataPage([0x12, UInt8(count), 0, 0xFF, 0, UInt8(truncatingIfNeeded: period >> 8), UInt8(count * 2), 0])
            watts.append(meter.apply(BicyclePowerPage(decoding: page), at: Int64(count) * second / 4).watts)
        }
        #expect(watts.prefix(20).allSatisfy { $0 == nil })
        // 2/32 Nm at 2 revolutions a second: pi/4 W.
        let last = try #require(watts.last ?? nil)
        #expect(abs(last - 0.785) < 0.001)
    }

    @Test func theOffsetMakesFrequencyToPower() throws {
        var meter = ANTPowerMeter()
        _ = meter.apply(try page("20 05 00 FA 10 00 0F A0"), at: 0)
        let unknown = meter.apply(try page("20 06 00 FA 15 78 13 92"), at: second)
        #expect(unknown.watts == nil)
        #expect(unknown.cadencePerMinute.map { abs($0 - 85.714) < 0.001 } == true)
        _ = meter.apply(try page("01 10 01 FF FF FF 01 F4"), at: second)
        // The same step once more: 1400 ticks of time, 1010 of torque.
        let known = meter.apply(try page("20 07 00 FA 1A F0 17 84"), at: 2 * second)
        #expect(known.watts.map { abs($0 - 338.523) < 0.001 } == true)
    }

    @Test func restIsReportedOnce() throws {
        var meter = ANTPowerMeter()
        var zeros = 0
        for step in 0..<60 {
            let event: UInt8 = step < 20 ? UInt8(step) : 20
            let sum = UInt16(event) * 100
            let page = try DataPage([0x10, event, 0xFF, 90, UInt8(sum & 0xFF), UInt8(sum >> 8), 100, 0])
            let update = meter.apply(BicyclePowerPage(decoding: page), at: Int64(step) * second / 4)
            if update.watts == 0 {
                zeros += 1
                #expect(update.cadencePerMinute == 0)
                // The last news came with step 20; 3 s are 12 messages.
                #expect(step == 32)
            }
        }
        #expect(zeros == 1)
    }

    /// Without a clock, 12 messages stand for 3 s.
    @Test func restWithoutAClock() {
        var stop = ANTStopRule()
        #expect(stop.apply(hasNews: true, at: nil) == false)
        let reports = (1...30).map { _ in stop.apply(hasNews: false, at: nil) }
        #expect(reports.firstIndex(of: true) == 11)
        #expect(reports.count { $0 } == 1)
    }

    /// 497 Hz where the offset is 500 Hz: -0.12 Nm that nobody applies.
    @Test func torqueBelowZeroIsNoPower() throws {
        var meter = ANTPowerMeter(offsetHertz: 500)
        _ = meter.apply(try page("20 05 00 FA 10 00 00 00"), at: 0)
        // 2000 ticks are 1 s.
        let update = meter.apply(try page("20 06 00 FA 17 D0 01 F1"), at: second)
        #expect(update.watts == 0)
        #expect(update.cadencePerMinute == 60)
    }

    /// Trainers repeat themselves four times and then jump, and a crank below 60 rpm says nothing new for seconds.
    @Test func fourRepeatsAreNoRest() throws {
        var meter = ANTPowerMeter()
        for step in 0..<100 {
            let event = UInt8(step / 5)
            let sum = UInt16(event) * 200
            let page = try DataPage([0x10, event, 0xFF, 40, UInt8(sum & 0xFF), UInt8(sum >> 8), 200, 0])
            #expect(meter.apply(BicyclePowerPage(decoding: page), at: Int64(step) * second / 4).watts != 0)
        }
    }

    @Test func torqueThatStopsTurningIsZero() {
        var torque = ANTTorqueSequence()
        func counters(_ event: UInt8, _ period: UInt16, _ sum: UInt16) -> TorqueCounters {
            TorqueCounters(eventCount: event, ticks: 5, revolutionsPerMinute: nil, periodTicks: period, torqueTicks: sum)
        }
        _ = torque.apply(counters(1, 1000, 100), at: 0)
        let still = torque.apply(counters(2, 1000, 100), at: second)
        #expect(still.watts == 0)
        #expect(still.revolutionsPerMinute == 0)
        // 12 s unheard: the sum may have wrapped.
        #expect(torque.apply(counters(9, 9000, 200), at: 13 * second).events == nil)
        // A minute at rest, heard all the time: the period may have wrapped once the wheel turns again.
        for step in 14...74 { #expect(torque.apply(counters(9, 9000, 200), at: Int64(step) * second).events == 0) }
        #expect(torque.apply(counters(10, 9900, 250), at: 75 * second).events == nil)
        #expect(torque.apply(counters(11, 10924, 314), at: 76 * second).torqueNewtonMetres == 2)
    }
}

@Suite struct ANTCounterTests {
    /// A sensor that starts anew, or another that took its number, counts from somewhere else.
    @Test func countersThatStartAnewAreANewBaseline() throws {
        var wheel = ANTRevolutionSequence()
        _ = wheel.apply(eventTimeTicks: 40_000, revolutions: 1000, at: 0)
        #expect(wheel.apply(eventTimeTicks: 512, revolutions: 1, at: second) == .init(revolutions: nil))
        #expect(
            wheel.apply(eventTimeTicks: 1024, revolutions: 3, at: 2 * second) == .init(revolutions: 2, revolutionsPerMinute: 240))

        var power = ANTPowerSequence()
        _ = power.apply(eventCount: 200, accumulatedWatts: 40_000, watts: 200, at: 0)
        #expect(power.apply(eventCount: 0, accumulatedWatts: 0, watts: 210, at: second) == .init(watts: 210))

        var torque = ANTTorqueSequence()
        let before = TorqueCounters(eventCount: 90, ticks: 90, revolutionsPerMinute: nil, periodTicks: 9000, torqueTicks: 900)
        let after = TorqueCounters(eventCount: 1, ticks: 1, revolutionsPerMinute: nil, periodTicks: 0, torqueTicks: 0)
        _ = torque.apply(before, at: 0)
        #expect(torque.apply(after, at: second) == .init())

        var beats = ANTBeatSequence()
        _ = beats.apply(try HeartRatePage(decoding: [UInt8](hex: "00 FF FF FF 00 04 80 48")), at: 0)
        #expect(beats.apply(try HeartRatePage(decoding: [UInt8](hex: "00 FF FF FF 00 08 01 48")), at: second) == .init())
    }

    @Test func wheelRevolutionsWrap() {
        var wheel = ANTRevolutionSequence()
        _ = wheel.apply(eventTimeTicks: 0xFE00, revolutions: 0xFFFF, at: 0)
        let update = wheel.apply(eventTimeTicks: 0x0200, revolutions: 2, at: second)
        // 3 revolutions in 1024 ticks.
        #expect(update == .init(revolutions: 3, revolutionsPerMinute: 180))
        #expect(update.metresPerSecond(circumferenceMetres: 2).map { abs($0 - 6) < 1e-9 } == true)
    }

    @Test func aLongPauseIsTimedByTheClock() {
        var wheel = ANTRevolutionSequence()
        _ = wheel.apply(eventTimeTicks: 0, revolutions: 10, at: 0)
        // 100 s later the event time has wrapped; 20 revolutions took 100 s, not 36.
        let update = wheel.apply(eventTimeTicks: 36_864, revolutions: 30, at: 100 * second)
        #expect(update == .init(revolutions: 20, revolutionsPerMinute: 12))
    }

    @Test func restIsReportedOnceAndRepeatsAreNoRest() {
        var crank = ANTRevolutionSequence()
        var rates: [Double] = []
        // 30 rpm: 8 messages a revolution.
        for step in 0..<80 {
            let turn = UInt16(min(step, 40) / 8)
            let update = crank.apply(eventTimeTicks: turn * 2048, revolutions: turn, at: Int64(step) * second / 4)
            if let rate = update.revolutionsPerMinute { rates.append(rate) }
        }
        #expect(rates == [30, 30, 30, 30, 30, 0])
    }

    @Test func aSensorThatSaysItStandsStillIsBelievedAtOnce() throws {
        var wheel = ANTRevolutionSequence()
        _ = wheel.apply(try SpeedPage(decoding: [UInt8](hex: "00 FF FF FF 00 08 E8 03")), at: 0)
        let update = wheel.apply(try SpeedPage(decoding: [UInt8](hex: "05 01 FF FF 00 08 E8 03")), at: second)
        #expect(update == .init(revolutions: 0, revolutionsPerMinute: 0))
        #expect(
            wheel.apply(try SpeedPage(decoding: [UInt8](hex: "05 01 FF FF 00 08 E8 03")), at: 9 * second).revolutionsPerMinute
                == nil)
    }

    @Test func stridesWrap() throws {
        func main(_ hex: String) throws -> StrideSpeedDistancePage.Main {
            guard case .main(let main) = try StrideSpeedDistancePage(decoding: [UInt8](hex: hex)) else {
                throw WireError.invalid(field: "page", value: 0)
            }
            return main
        }
        var pod = ANTStrideSequence()
        #expect(pod.apply(try main("01 64 FF FF 83 40 FE 10"), at: 0).strides == nil)
        // 255.5 s to 0.5 s, 255.5 m to 3.25 m, strides 254 to 1.
        let update = pod.apply(try main("01 64 00 03 43 40 01 10"), at: second)
        #expect(update == .init(strides: 3, metres: 3.75, seconds: 1, hasNews: true))
        #expect(pod.apply(try main("01 64 00 03 43 40 01 10"), at: second).hasNews == false)
        #expect(pod.apply(try main("01 64 20 20 43 40 20 10"), at: 40 * second).metres == nil)
    }

    @Test func aMachineAddsUp() throws {
        var machine = ANTFitnessEquipment()
        func apply(_ hex: String, at offset: Int64) throws -> ANTFitnessEquipment.Update {
            machine.apply(try FitnessEquipmentPage(decoding: [UInt8](hex: hex)), at: offset)
        }
        #expect(try apply("10 19 F0 FE 10 27 FF 34", at: 0) == .init())
        // 60 s to 1 s, 254 m to 4 m; the lap bit flips.
        let update = try apply("10 19 04 04 10 27 FF B4", at: 5 * second)
        #expect(update.seconds == 5)
        #expect(update.metres == 6)
        #expect(update.isLap)
        // The distance is not vouched for any more.
        #expect(try apply("10 19 08 08 10 27 FF B0", at: 6 * second).metres == nil)
        // Longer than 256 m can take.
        #expect(try apply("10 19 08 08 10 27 FF B4", at: 7 * second).metres == nil)
        #expect(try apply("10 19 48 20 10 27 FF B4", at: 23 * second).metres == nil)
        // Energy: 250 to 4 kcal.
        #expect(try apply("12 FF E8 03 70 17 FA B1", at: 24 * second).kilocalories == nil)
        #expect(try apply("12 FF E8 03 70 17 04 B1", at: 25 * second).kilocalories == 10)
        // Page 25: 2 events for 500 W; page 26 has its say about torque but not about watts.
        #expect(try apply("19 10 5A 20 4E FA 00 B0", at: 26 * second).watts == 250)
        #expect(try apply("19 12 5A 14 50 F0 00 B0", at: 27 * second).watts == 250)
        #expect(try apply("1A 10 50 00 10 00 20 B0", at: 27 * second).watts == nil)
        let torque = try apply("1A 11 51 00 14 40 20 B0", at: 28 * second)
        #expect(torque.watts == nil)
        #expect(torque.torque?.torqueNewtonMetres == 2)
    }
}
