import TestSupport
import Workouts

extension TestRide {
    /// How a ride of chance says that it went on.
    enum Movement { case amounts, places }

    /// Laps, pauses, legs and values anywhere, in up to 400 s; the same of the same seed.
    static func ofChance(seed: UInt64, movement: Movement) throws -> Workout {
        var numbers = SeededGenerator(seed: seed)
        let length = Double.random(in: 1...400, using: &numbers)
        var ride = TestRide([.cycling, .running, .hiking].randomElement(using: &numbers) ?? .cycling)
        var moment = 0.0
        while moment < length {
            let gaps: [Double] = [0.25, 1, 1, 1, 4, 20]
            let gap = gaps.randomElement(using: &numbers) ?? 1
            switch Int.random(in: 0..<60, using: &numbers) {
            case 0: ride.add(.lap(at(moment), .manual))
            case 1: ride.add(.paused(at(moment), automatic: Bool.random(using: &numbers)))
            case 2, 3: ride.add(.resumed(at(moment), automatic: false))
            case 4: ride.add(.activity(at(moment), [.transition, .cycling, .running].randomElement(using: &numbers) ?? .other))
            case 5..<20 where movement == .amounts:
                let grown = Double.random(in: 0...20, using: &numbers)
                ride.add(.amount(Amount(.distance, grown, from: at(moment), to: at(moment + gap), source: meter)))
            case 5..<20:
                let north = Double.random(in: 0...0.001, using: &numbers)
                ride.add(.location(Location(offset: at(moment), latitude: 49 + north, longitude: 179.9999999)))
            case 20..<40: ride.heartRate(Double(Int.random(in: 60...190, using: &numbers)), at: moment)
            default: ride.reading(.power, Double(Int.random(in: 0...600, using: &numbers)), at: moment, from: meter)
            }
            moment += gap
        }
        return try ride.finished(after: length)
    }

    /// A run, a change of shoes and a ride: 171 steps a minute are 85.5 strides.
    static func duathlon(hasPlaces: Bool) throws -> Workout {
        var ride = TestRide(.running)
        for k in 0..<300 {
            let moment = Double(k) + 0.2
            if k == 100 { ride.add(.activity(at(100), .transition)) }
            if k == 130 { ride.add(.activity(at(130), .cycling)) }
            ride.heartRate(150, at: moment)
            if k < 100 { ride.reading(.stepRate, 171, at: moment, from: pod) }
            if k >= 130 { ride.reading(.cadence, 92, at: moment, from: meter) }
            guard hasPlaces else { continue }
            ride.add(.location(Location(offset: at(moment), latitude: 49 + Double(k) * 1e-4, longitude: -0.5)))
        }
        return try ride.finished(after: 300)
    }
}
