import Dialogues
import TestSupport
import Testing

struct CyclingPowerCalibrationTests {
    /// Bit 16 of the feature says torque (Cycling Power Service 1.1, table 3.2), bit 9 that the offset can be set.
    private static let torque = [UInt8](hex: "00 02 01 00")
    private static let force = [UInt8](hex: "00 02 00 00")

    @Test func asksForOffsetCompensation() { #expect(CyclingPowerCalibration().request == [0x0C]) }

    /// 40/32 = 1.25 Nm, −1/32 = −0.03125 Nm; a force is in whole newtons; without the feature the bare number is told.
    @Test(arguments: [
        (torque, "20 0C 01 28 00", "offset 1.25 Nm"), (torque, "20 0C 01 00 80", "offset -1024.00 Nm"),
        (torque, "20 0C 01 FE FF", "offset -0.06 Nm"), (force, "20 0C 01 28 00", "offset 40 N"),
        ([], "20 0C 01 00 02", "offset 512"),
    ])
    func success(feature: [UInt8], answer: String, words: String) {
        var calibration = CyclingPowerCalibration(feature: feature)
        #expect(calibration.apply(indication: [UInt8](hex: answer)) == .success(offset: words))
    }

    /// 0xFFFF is "not available"; a success may also come cut.
    @Test(arguments: ["20 0C 01 FF FF", "20 0C 01", "20 0C 01 28"])
    func successWithoutOffset(answer: String) {
        var calibration = CyclingPowerCalibration(feature: Self.torque)
        #expect(calibration.apply(indication: [UInt8](hex: answer)) == .success(offset: nil))
    }

    @Test(arguments: [(2, "no zero offset"), (3, "did not understand"), (4, "keep the cranks still"), (77, "77")])
    func refused(result: UInt8, part: String) throws {
        var calibration = CyclingPowerCalibration()
        let outcome = calibration.apply(indication: [0x20, 0x0C, result])
        guard case .refused(let words)? = outcome else { throw Unexpected(outcome) }
        #expect(words.contains(part))
    }

    /// Answers to others, requests echoed, nothing at all: the answer is still due.
    @Test(arguments: ["", "20", "20 0C", "20 05 01 E6 00", "0C", "00 00 00", "80 0C 01"])
    func notTheAnswer(value: String) {
        var calibration = CyclingPowerCalibration()
        #expect(calibration.apply(indication: [UInt8](hex: value)) == nil)
    }

    @Test(
        arguments: [(0xFD, "indications"), (0xFE, "busy"), (0x05, "pairing"), (0x0F, "pairing"), (0x9B, "0x9B")]
            as [(UInt8, String)])
    func refusedWrite(code: UInt8, part: String) throws {
        let outcome = CyclingPowerCalibration.outcome(attError: code)
        guard case .refused(let words) = outcome else { throw Unexpected(outcome) }
        #expect(words.contains(part))
    }

    private struct Unexpected: Error {
        let outcome: CalibrationOutcome?
        init(_ outcome: CalibrationOutcome?) { self.outcome = outcome }
    }
}
