import Dialogues
import Testing
import WireFormats

struct ANTPowerCalibrationTests {
    private let meter = ANTSensorID("ant:11:54321")
    private static let power: [UInt8] = [0x10, 1, 0xFF, 90, 200, 0, 200, 0]
    /// Reference P13.
    private static let request: [UInt8] = [0x4F, 0, 0x01, 0xAA, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]

    /// A meter that is followed by channel 0, its zero asked for.
    private func asked(_ mode: ANTStickDialogue.Mode = .channels) throws -> StickScript {
        let meter = try #require(meter)
        var script = StickScript(mode)
        script.start()
        script.demand(["ant:11:54321"])
        script.hear(Self.power, number: 54321, type: 11)
        #expect(script.dialogue.canReach(meter, at: script.now))
        script.forget()
        script.note(script.dialogue.calibrate(meter, at: script.now))
        return script
    }

    private func outcomes(_ script: StickScript) -> [CalibrationOutcome] {
        script.events.compactMap { if case .calibrated(meter, let outcome) = $0 { outcome } else { nil } }
    }

    /// Reference P14 and P15: -42 after success, 410 with automatic zero after failure.
    @Test func succeedsOrFails() throws {
        var script = try asked()
        #expect(script.said == [Self.request])
        script.hear(0x40, [0, 1, 5])
        script.hear([0x01, 0xAC, 0xFF, 0xFF, 0xFF, 0xFF, 0xD6, 0xFF], number: 54321, type: 11)
        #expect(outcomes(script) == [.success(offset: "offset -42")])
        script = try asked()
        script.hear([0x01, 0xAF, 0x01, 0xFF, 0xFF, 0xFF, 0x9A, 0x01], number: 54321, type: 11)
        #expect(
            outcomes(script) == [
                .refused("the meter refused, as it finds its zero by itself (offset 410); keep the cranks still and unloaded")
            ])
    }

    /// While it scans the channel is named for the one, and for all again afterwards.
    @Test func namesTheMeterWhileScanning() throws {
        var script = try asked(.auto)
        #expect(script.said == [[0x51, 0, 0x31, 0xD4, 11, 1], Self.request])
        script.forget()
        script.hear([0x01, 0xAC, 0xFF, 0xFF, 0xFF, 0xFF, 0xD6, 0xFF], number: 54321, type: 11)
        #expect(outcomes(script) == [.success(offset: "offset -42")])
        #expect(script.said == [[0x51, 0, 0, 0, 0, 0]])
    }

    /// Another meter's answer is not this one's.
    @Test func hearsItsOwnMeterOnly() throws {
        var script = try asked(.auto)
        script.hear([0x01, 0xAC, 0xFF, 0xFF, 0xFF, 0xFF, 0xD6, 0xFF], number: 54322, type: 11)
        #expect(outcomes(script).isEmpty)
    }

    /// A request that did not arrive is sent again in the next slots; ten seconds without a word end it.
    @Test func repeatsAndThenGivesUp() throws {
        var script = try asked()
        script.hear(0x40, [0, 1, 6])
        script.pass(300_000)
        #expect(script.count(0x4F) == 2)
        script.hear(0x40, [0, 1, 5])
        script.pass(9_600_000)
        #expect(script.count(0x4F) == 2)
        #expect(outcomes(script).isEmpty)
        script.pass(200_000)
        #expect(outcomes(script) == [.silent])
    }

    /// Meters of the crank torque frequency kind send their offset until it stands still: 502 Hz, as in reference P16.
    @Test func takesAnOffsetThatStandsStill() throws {
        var script = try asked()
        func offset(_ hertz: UInt8) -> [UInt8] { [0x01, 0x10, 0x01, 0xFF, 0xFF, 0xFF, 0x01, hertz] }
        script.hear(offset(0xF6), number: 54321, type: 11)
        script.hear(0x40, [0, 1, 5])
        for hertz: UInt8 in [0x80, 0xF4, 0xF5, 0xF6] { script.hear(offset(hertz), number: 54321, type: 11) }
        #expect(outcomes(script).isEmpty)
        script.hear(offset(0xF6), number: 54321, type: 11)
        #expect(outcomes(script) == [.success(offset: "offset 502 Hz")])
    }

    @Test func saysWhatIsImpossible() throws {
        let meter = try #require(meter)
        var script = StickScript()
        #expect(script.dialogue.calibrate(meter, at: 0) == [.calibrated(meter, .impossible("the stick is not ready"))])
        script.start()
        #expect(
            script.dialogue.calibrate(meter, at: script.now) == [
                .calibrated(meter, .impossible("the meter is not heard; turn the cranks to wake it"))
            ])
        var refusing = try asked(.auto)
        refusing.hear(0x40, [0, 0x4F, 0x31])
        #expect(
            outcomes(refusing) == [
                .impossible("the stick cannot send while it scans; set \"ant\": \"channels\" in the settings")
            ])
    }
}
