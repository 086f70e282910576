import Foundation
import JSONText
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What a ride cost, in the JSON and in the FIT file: an hour of 200 W at 140 bpm, by the worked examples of core §6.
struct LoadFiguresTests {
    private func hour(_ change: (inout WorkoutSettings) -> Void = { _ in }, power: Bool = true, heartRate: Bool = true) throws
        -> Workout
    {
        var ride = TestRide()
        ride.settings.restingBeatsPerMinute = 60
        ride.settings.lactateThresholdBeatsPerMinute = 165
        ride.settings.criticalPowerWatts = 250
        ride.settings.wPrimeJoules = 20_000
        (ride.settings.sex, ride.settings.weightKilograms, ride.settings.ageYears) = (.male, 75, 35)
        change(&ride.settings)
        for second in 0..<3600 {
            if heartRate { ride.heartRate(140, at: Double(second)) }
            if power { ride.reading(.power, 200, at: Double(second), from: TestRide.meter) }
            ride.add(.beats(Beats(source: TestRide.strap, offset: TestRide.at(Double(second)), rrTicks: [1024])))
        }
        return try ride.finished(after: 3600)
    }

    private func summary(_ workout: Workout) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(workoutJSON(workout).utf8())) as? [String: Any]
        return try #require(json?["summary"] as? [String: Any])
    }

    @Test func everyFigure() throws {
        let workout = try hour()
        let summary = try summary(workout)
        func object(_ name: String) throws -> [String: Any] { try #require(summary[name] as? [String: Any], "\(name)") }
        let energy = try object("energy")
        #expect(energy.number("kilocalories") == 717.0)
        #expect(energy["method"] as? String == "power")
        let load = try object("heartRateLoad")
        // Twice the half hour's 38.5109 and 26.3339.
        #expect(load.number("trimp") == 77.02 && load.number("hrTSS") == 52.67)
        #expect(load["isSexAssumed"] as? Bool == false && load.number("coverage") == 1)
        let decoupling = try object("decoupling")
        #expect(decoupling.number("percent") == 0 && decoupling["basis"] as? String == "power")
        let variability = try object("rrVariability")
        #expect(variability.number("rmssdMilliseconds") == 0 && variability.number("pairs") == 3599)
        #expect(variability.number("quality") == 1 && variability["isShown"] as? Bool == true)
        let wPrime = try object("wPrime")
        #expect(wPrime.number("minimumJoules") == 20_000 && wPrime.number("minimumSecond") == 1)
        #expect(summary["altimeter"] is NSNull && summary["climbThresholdMetres"] is NSNull)
    }

    @Test func whatTheAthleteDidNotSay() throws {
        let workout = try hour {
            $0.restingBeatsPerMinute = nil
            $0.wPrimeJoules = nil
            $0.sex = nil
        }
        let summary = try summary(workout)
        for name in ["heartRateLoad", "wPrime"] {
            #expect(summary[name] is NSNull && summary[name + "Reason"] as? String == "noThreshold", "\(name)")
        }
    }

    /// Field 11 of lap and session.
    @Test(arguments: [(true, 717 as UInt64?), (false, 792)])
    func totalCalories(power: Bool, kilocalories: UInt64?) throws {
        let file = try FITReading(FITActivity(try hour(power: power)).encoded())
        for number in [18, 19] {
            let messages = file.messages.filter { $0.number == number }
            #expect(!messages.isEmpty && messages.allSatisfy { $0.unsigned(11) == kilocalories })
        }
    }

    /// A guess is none of the file's business: it has no word to say that it is one.
    @Test func aGuessIsNotWritten() throws {
        let workout = try hour(power: false, heartRate: false)
        #expect(workout.summary.energy.value?.method == .estimate)
        let file = try FITReading(FITActivity(workout).encoded())
        #expect(file.messages.allSatisfy { ![18, 19].contains($0.number) || $0.unsigned(11) == nil })
        #expect((try summary(workout)["energy"] as? [String: Any])?["method"] as? String == "estimate")
    }
}
