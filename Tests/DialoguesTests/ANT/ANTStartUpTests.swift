import Dialogues
import Testing
import WireFormats

struct ANTStartUpTests {
    /// The order of the reference, and its bytes: key on network 0, id with signal and time, any sensor on 2457 MHz.
    @Test func scansWhereTheStickCan() {
        var script = StickScript()
        script.start()
        #expect(
            script.said == [
                [0x4A, 0], [0x4D, 0, 0x54], [0x4D, 0, 0x61], [0x4D, 0, 0x3E],
                [0x46, 0, 0xB9, 0xA5, 0x21, 0xFB, 0xBD, 0x72, 0xC3, 0x45], [0x6E, 0, 0xE0], [0x42, 0, 0, 0],
                [0x51, 0, 0, 0, 0, 0],
                [0x45, 0, 57], [0x5B, 0, 1],
            ])
        #expect(script.dialogue.identity?.serialNumber == 0x1234_5678)
        #expect(script.dialogue.identity?.version == "AP2")
        #expect(script.events.last == .condition(.scanning))
    }

    /// Half a second for each reset; the second one is answered.
    @Test func resetsTwice() {
        var script = StickScript()
        script.unanswered = [0x4A]
        script.start()
        script.pass(400_000)
        #expect(script.count(0x4A) == 1)
        script.unanswered = []
        script.pass(200_000)
        #expect(script.count(0x4A) == 2)
        #expect(script.dialogue.isScanning)
    }

    /// A stick that hangs when it is reset, and one left in the middle of a session: it is asked, and its channels closed.
    @Test func goesOnWithoutAReset() {
        var script = StickScript()
        script.unanswered = [0x4A]
        script.start()
        script.pass(1_100_000)
        #expect(script.dialogue.isScanning)
        #expect(script.count(0x4A) == 2)
        #expect(script.said.filter { $0.first == 0x4C } == (0..<8).map { [0x4C, $0] })
        #expect(script.said.filter { $0.first == 0x41 } == (0..<8).map { [0x41, $0] })
    }

    @Test func givesUpOnAMuteStick() {
        var script = StickScript()
        script.unanswered = [0x4A, 0x4D]
        script.start()
        script.pass(10_000_000)
        #expect(script.events.last == .reopen)
        #expect(script.count(0x4A) == 4)
        #expect(script.dialogue.nextWake == nil)
        // Opened again, it begins again.
        script.unanswered = []
        script.start()
        #expect(script.dialogue.isScanning)
    }

    @Test func tellsThatTheKeyIsRefused() {
        var script = StickScript()
        script.codes = [0x46: 0x33]
        script.start()
        #expect(script.events.last == .condition(.keyRefused))
        #expect(script.count(0x42) == 0)
        script.codes = [:]
        script.pass(61_000_000)
        #expect(script.dialogue.isScanning)
    }

    /// Said to scan, and refused: channels then.
    @Test func followsByChannelsWhereScanningIsRefused() {
        var script = StickScript()
        script.codes = [0x5B: 0x19]
        script.start()
        #expect(script.events.last == .condition(.channels(8)))
        #expect(!script.dialogue.isScanning)
    }

    @Test func saysThatItCannotScan() {
        var script = StickScript(.scan)
        script.capabilities = [4, 1, 0, 0x02, 0x00]
        script.start()
        #expect(script.events.last == .condition(.cannotScan))
        script.dialogue = ANTStickDialogue(mode: .auto)
        script.start()
        #expect(script.events.last == .condition(.channels(4)))
        // Without the capability its serial number is not asked for.
        #expect(script.dialogue.identity?.serialNumber == nil)
    }

    @Test func usesTheOldWayToNameSenders() {
        var script = StickScript()
        script.codes = [0x6E: 0x28]
        script.start()
        #expect(script.said.contains([0x66, 0, 1]))
        #expect(script.dialogue.isScanning)
    }

    /// Each command is said three times, half a second apart; then all begins anew.
    @Test func repeatsWhatIsNotAnswered() {
        var script = StickScript()
        script.unanswered = [0x46]
        script.start()
        script.pass(1_400_000)
        #expect(script.count(0x46) == 3)
        #expect(script.count(0x4A) == 1)
        script.unanswered = []
        script.pass(200_000)
        #expect(script.count(0x4A) == 2)
        #expect(script.dialogue.isScanning)
        #expect(script.dialogue.tally.restarts == 1)
    }

    /// A stick that lost power for a moment: no reset is needed, but all that it was told is.
    @Test func configuresAStickThatRestarted() {
        var script = StickScript()
        script.start()
        script.forget()
        script.hear(0x6F, [0x00])
        #expect(script.count(0x4A) == 0)
        #expect(script.count(0x46) == 1)
        #expect(script.dialogue.isScanning)
        #expect(script.dialogue.tally.restarts == 1)
    }

    /// Both resets are answered, the first one late.
    @Test func aLateStartUpIsNoRestart() {
        var script = StickScript()
        script.unanswered = [0x4A, 0x4D]
        script.start()
        script.pass(600_000)
        script.hear(0x6F, [0x20])
        script.hear(0x6F, [0x20])
        script.unanswered = []
        script.pass(600_000)
        #expect(script.dialogue.isScanning)
        #expect(script.dialogue.tally.restarts == 0)
    }

    /// Half a minute without a byte: asked whether it lives; an answer is enough, none leads to a reset.
    @Test func asksASilentStick() {
        var script = StickScript()
        script.start()
        script.forget()
        script.pass(29_000_000)
        #expect(script.said.isEmpty)
        script.pass(2_000_000)
        #expect(script.said == [[0x4D, 0, 0x54]])
        #expect(script.dialogue.isScanning)
        script.unanswered = [0x54]
        script.pass(31_600_000)
        #expect(script.count(0x4A) == 1)
        #expect(script.events.contains(.condition(.starting)))
        script.unanswered = []
        script.pass(1_000_000)
        #expect(script.dialogue.isScanning)
    }
}
