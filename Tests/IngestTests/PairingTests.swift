import Testing
import Workouts

@testable import Ingest

struct PairingTests {
    private let own = SampleSource(id: SourceID(0), kind: .ble, identity: "ble:own", priorities: [.heartRate: 10])
    private let other = SampleSource(
        id: SourceID(1), kind: .ble, identity: "ble:other", priorities: [.heartRate: 10, .power: 10])

    @Test func withNothingPairedEverybodyServes() {
        #expect(Pairing().allows(other, .heartRate, among: [own, other]))
    }

    @Test func whoIsNotPairedStepsBackFromWhatAPairedOneGives() {
        var pairing = Pairing()
        pairing.set("ble:own", isPaired: true)
        #expect(pairing.allows(own, .heartRate, among: [own, other]))
        #expect(!pairing.allows(other, .heartRate, among: [own, other]))
        #expect(pairing.allows(other, .power, among: [own, other]), "no paired sensor has given power")
        #expect(pairing.allows(other, .heartRate, among: [other]), "the paired one was never heard")
    }

    @Test func whatWasPutAwayNeverServes() {
        var pairing = Pairing()
        pairing.set("ble:other", isPaired: false)
        #expect(!pairing.allows(other, .power, among: [own, other]))
        #expect(pairing.allows(own, .heartRate, among: [own, other]))
        #expect(pairing.isPutAway(other))
        pairing.set("ble:other", isPaired: true)
        #expect(pairing.allows(other, .power, among: [own, other]))
    }
}
