import Foundation
import TestSupport
import Testing
import Workouts

/// What numpy and gpxpy make of the same rides and tracks (Tests/Validators/core_check.py).
@Suite(.enabled(if: Peer.isPresent)) struct CoreCheckTests {
    private struct Cases: Encodable {
        struct Ride: Encodable {
            var watts: [Double]
            var durations: [Int]
            var criticalPower: Double
            var wPrimeJoules: Double
        }
        var rides: [Ride]
        var tracks: [[[Double]]]
    }

    private struct Answers: Decodable {
        struct Ride: Decodable {
            var normalizedPower: Double?
            /// Watts and where the stretch begins.
            var best: [[Double]]
            /// The lowest and the last.
            var wPrime: [Double]
        }
        struct Track: Decodable {
            var metres: Double
            var radius: Double
            var bounds: [Double]
        }
        var rides: [Ride]
        var tracks: [Track]
    }

    @Test func randomRidesAndTracks() throws {
        var random = WorkoutsTests.SeededGenerator(state: 2024)
        let cases = Cases(
            rides: (0..<60).map { _ in ride(&random) }, tracks: (0..<60).map { _ in track(&random) })
        let answers = try JSONDecoder().decode(Answers.self, from: Peer("core_check.py").answer(to: cases))
        try #require(answers.rides.count == cases.rides.count && answers.tracks.count == cases.tracks.count)
        for (ride, answer) in zip(cases.rides, answers.rides) { try compare(ride, answer) }
        for (track, answer) in zip(cases.tracks, answers.tracks) { try compare(track, answer) }
    }

    // Rides.

    private func ride(_ random: inout WorkoutsTests.SeededGenerator) -> Cases.Ride {
        let count = Int.random(in: 1...1200, using: &random)
        var watts: [Double] = []
        while watts.count < count {
            let level = [0, 120, 200, 250, 380, 900].randomElement(using: &random) ?? 0
            let spread = Bool.random(using: &random) ? 0 : level / 4
            for _ in 0..<Int.random(in: 1...90, using: &random) {
                watts.append(Double(level + Int.random(in: 0...spread, using: &random)))
            }
        }
        watts = Array(watts.prefix(count))
        let durations = [1, 2, 5, 30, 60, 300, 600, 1200].filter { $0 <= count } + [Int.random(in: 1...count, using: &random)]
        return Cases.Ride(
            watts: watts, durations: durations, criticalPower: Double(Int.random(in: 150...320, using: &random)),
            wPrimeJoules: Double(Int.random(in: 8...30, using: &random) * 1000))
    }

    private func compare(_ ride: Cases.Ride, _ answer: Answers.Ride) throws {
        var athlete = settings(ftp: 250)
        athlete.criticalPowerWatts = ride.criticalPower
        athlete.wPrimeJoules = ride.wPrimeJoules
        let summary = try WorkoutsTests.ride(
            ride.watts.enumerated().map { reading(.power, $1, Double($0), meter) }, end: Double(ride.watts.count),
            settings: athlete
        ).summary
        if let expected = answer.normalizedPower {
            #expect(isClose(summary.normalizedPowerWatts.value, expected, within: 1e-9 * max(1, expected)))
        } else {
            #expect(summary.normalizedPowerWatts == .unavailable(.tooShort))
        }
        let points = PowerCurve.points(of: ride.watts, seconds: ride.durations)
        #expect(points.map(\.startSecond) == answer.best.map { Int($0[1]) })
        for (point, expected) in zip(points, answer.best) { #expect(isClose(point.watts, expected[0], within: 1e-9)) }
        #expect(isClose(summary.wPrime.value?.minimumJoules, answer.wPrime[0], within: 1e-6))
        #expect(isClose(summary.wPrime.value?.endJoules, answer.wPrime[1], within: 1e-6))
    }

    // Tracks.

    /// Steps small enough to be believed.
    private func track(_ random: inout WorkoutsTests.SeededGenerator) -> [[Double]] {
        var latitude = Double.random(in: -75...75, using: &random)
        var longitude = Double.random(in: -170...170, using: &random)
        return (0..<Int.random(in: 2...150, using: &random)).map { _ in
            latitude += Double.random(in: -3e-4...3e-4, using: &random)
            longitude += Double.random(in: -3e-4...3e-4, using: &random)
            return [latitude, longitude]
        }
    }

    /// gpxpy's sphere has the equator's radius, ours the mean one: lengths differ by that factor and by nothing else.
    private func compare(_ track: [[Double]], _ answer: Answers.Track) throws {
        let locations = track.enumerated().map { Location(offset: at(Double($0)), latitude: $1[0], longitude: $1[1]) }
        let route = Route(syncID: someID, locations: locations)
        #expect(answer.radius == 6_378_137)
        let metres = answer.metres * Geodesy.radiusMetres / answer.radius
        #expect(abs(route.lengthMetres - metres) <= 1e-7 * metres)
        let bounds = try #require(route.bounds)
        for (ours, theirs) in zip([bounds.south, bounds.west, bounds.north, bounds.east], answer.bounds) {
            #expect(abs(ours - theirs) < 1e-9)
        }
    }
}
