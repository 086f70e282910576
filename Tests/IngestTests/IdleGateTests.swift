import Testing
import Workouts

@testable import Ingest

/// Field failures: an idle meter's zeros silence the trainer that is ridden (GoldenCheetah #502, #1705; Auuki #214).
struct IdleGateTests {
    private let meter = SourceID(0)
    private let trainer = SourceID(1)

    private func reading(_ watts: Double, _ seconds: Double, _ source: SourceID) -> Reading {
        Reading(.power, watts, at: Offset(seconds: seconds), from: source)
    }

    private func admits(_ gate: inout IdleGate, _ reading: Reading) -> Bool { gate.admits(reading) }

    @Test func zerosOfASingleSourceAreValues() {
        var gate = IdleGate()
        #expect(admits(&gate, reading(0, 0, meter)))
        #expect(admits(&gate, reading(0, 60, meter)))
    }

    @Test func aMeterThatNeverMovedDoesNotSilenceTheTrainer() {
        var gate = IdleGate()
        #expect(admits(&gate, reading(200, 0, trainer)))
        #expect(!admits(&gate, reading(0, 0.5, meter)))
        #expect(admits(&gate, reading(210, 1, trainer)))
        #expect(!admits(&gate, reading(0, 1.5, meter)))
    }

    @Test func coastingOfTheRiddenMeterGoesOnForTenSeconds() {
        var gate = IdleGate()
        for second in 0..<20 {
            #expect(admits(&gate, reading(200, Double(second), meter)))
            #expect(admits(&gate, reading(190, Double(second) + 0.1, trainer)))
        }
        for second in 20..<30 {
            #expect(admits(&gate, reading(0, Double(second), meter)), "a coast of \(second - 20) s")
            _ = gate.admits(reading(30, Double(second) + 0.1, trainer))
        }
        #expect(!admits(&gate, reading(0, 30, meter)))
        #expect(admits(&gate, reading(150, 31, meter)), "the first watt ends it at once")
    }

    @Test func whenBothStandTheZeroGoesOn() {
        var gate = IdleGate()
        _ = gate.admits(reading(200, 0, trainer))
        _ = gate.admits(reading(0, 1, trainer))
        #expect(admits(&gate, reading(0, 4.5, meter)))
        #expect(admits(&gate, reading(0, 5, trainer)))
    }

    @Test func heartRateIsNotItsBusiness() {
        var gate = IdleGate()
        #expect(admits(&gate, Reading(.heartRate, 0, at: .zero, from: meter)))
    }
}
