import Testing
import Workouts

@testable import Ingest

/// What is turned away, held back or waits.
struct GateTests {
    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    /// The limits of core §4.1 are inside.
    @Test(arguments: [
        (Quantity.heartRate, 25.0, 250.0), (.power, 0, 3000), (.cadence, 0, 300), (.speed, 0, 100),
    ])
    func plausibleLimits(_ quantity: Quantity, _ lowest: Double, _ highest: Double) {
        var gate = PlausibilityGate()
        let inside = [lowest, highest].map { gate.admits(quantity, $0) }
        let outside = [lowest - 0.01, highest + 0.01, .nan, .infinity, -.infinity].map { gate.admits(quantity, $0) }
        #expect(inside == [true, true])
        #expect(!outside.contains(true))
        #expect(gate.refused == [quantity: 5])
    }

    /// Gymnasticon #30: 16 499 W passed.
    @Test func sixteenThousandWatts() {
        var gate = PlausibilityGate()
        let isAdmitted = gate.admits(.power, 16_499)
        #expect(!isAdmitted)
    }

    @Test func secondReceiverTakesOverAfterFiveSeconds() {
        var choice = ReceiverChoice()
        let (first, second) = (SourceID(0), SourceID(1))
        let served = [
            choice.admits(first, rank: nil, at: self.second(0)), choice.admits(second, rank: nil, at: self.second(0.1)),
            choice.admits(second, rank: nil, at: self.second(4.9)), choice.admits(second, rank: nil, at: self.second(5)),
            choice.admits(first, rank: nil, at: self.second(5.1)),
        ]
        #expect(served == [true, false, false, true, false])
    }

    @Test func theRidersReceiverTakesOverAtOnce() {
        var choice = ReceiverChoice()
        let (first, second) = (SourceID(0), SourceID(1))
        let served = [
            choice.admits(first, rank: nil, at: self.second(0)), choice.admits(second, rank: 0, at: self.second(0.1)),
            choice.admits(first, rank: nil, at: self.second(1)), choice.admits(first, rank: 1, at: self.second(2)),
        ]
        #expect(served == [true, true, false, false])
    }

    /// One thousandth of a degree of latitude is 111 m.
    @Test func aLeapWaitsForItsProof() {
        var gate = LeapGate()
        let places: [(Double, Double)] = [
            (0, 49), (1, 49.0001), (2, 50), (3, 49.0002), (4, 51), (5, 51.0001), (6, 51.0002), (600, 51.4),
        ]
        let admitted = places.map { seconds, latitude in
            gate.admits(Location(offset: second(seconds), latitude: latitude, longitude: 16))
        }
        #expect(admitted == [true, true, false, true, false, true, true, true])
    }

    @Test func amountsOfOneMomentWait() {
        var carried = CarriedAmounts()
        carried.add(2, .distance, of: SourceID(0))
        carried.add(3, .distance, of: SourceID(0))
        carried.add(7, .steps, of: SourceID(0))
        #expect(carried.take(.distance, of: SourceID(1)) == 0)
        #expect(carried.take(.distance, of: SourceID(0)) == 5)
        #expect(carried.take(.distance, of: SourceID(0)) == 0)
        #expect(carried.take(.steps, of: SourceID(0)) == 7)
    }

    /// A receiver's tenths at rest do not make a standing wheel idle; 2 m/s for 10 s do.
    @Test(arguments: [(0.3, true), (2, false)])
    func aReceiverThatMoves(_ metresPerSecond: Double, _ isAdmitted: Bool) {
        var gate = IdleGate()
        let (wheel, receiver) = (SourceID(0), SourceID(1))
        let isRolling = gate.admits(Reading(.speed, 5, at: .zero, from: wheel))
        #expect(isRolling)
        var last = true
        for wait in 1...15 {
            gate.note(receiverSpeed: metresPerSecond, at: second(Double(wait)), from: receiver)
            last = gate.admits(Reading(.speed, 0, at: second(Double(wait) + 0.1), from: wheel))
        }
        #expect(last == isAdmitted)
    }
}
