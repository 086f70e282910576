import TestSupport
import Testing
import Workouts

/// Where the rides went, by the route's generator.
@Suite struct RideRouteTests {
    @Test(arguments: RecordedRide.eachOnce)
    func route(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        let workout = try await ride.replay().workout()
        guard let due = expected.route?.workout else {
            #expect(workout.route.locations.isEmpty)
            return
        }
        // Fixes go on in a pause; what is stated leaves them out.
        let timer = workout.timerIntervals
        let locations = workout.route.locations.filter { timer.contains($0.offset) }
        #expect(locations.count == due.fixes)
        try expect(locations.first, due.first, of: workout, expected.tolerances)
        try expect(locations.last, due.last, of: workout, expected.tolerances)
        GatewayTests.expect(workout.summary.maximumSpeedMetresPerSecond.value, due.maxSpeed, within: expected.tolerances.speed)
        let distance = try #require(workout.summary.distance.value)
        #expect(distance.origin == .gps)
        GatewayTests.expect(
            distance.metres, due.distance.emittedFixes, within: due.distance.emittedFixes * expected.tolerances.distanceRelative)
        GatewayTests.expect(distance.metres, due.distance.path, within: due.distance.path * expected.tolerances.distanceRelative)
        GatewayTests.expect(workout.summary.ascentMetres.value, due.ascent.smoothed5m, within: expected.tolerances.ascent)
    }

    private func expect(
        _ location: Location?, _ due: ExpectedRide.Place, of workout: Workout, _ tolerances: ExpectedRide.Tolerances
    ) throws {
        let location = try #require(location)
        #expect(workout.clock.timestamp(at: location.offset).microseconds == (try microseconds(due.time)))
        GatewayTests.expect(location.latitude, due.lat, within: tolerances.coordinates)
        GatewayTests.expect(location.longitude, due.lon, within: tolerances.coordinates)
        GatewayTests.expect(location.altitudeMetres, due.altitudeMSL, within: tolerances.altitude)
    }

    @Test(arguments: RecordedRide.eachOnce)
    func splits(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        guard let due = expected.route?.workout.splits else { return }
        let workout = try await ride.replay().workout()
        try #require(workout.kilometreSplits.count == due.count)
        for (split, due) in zip(workout.kilometreSplits, due) {
            GatewayTests.expect(split.elapsed.seconds, due.elapsed, within: expected.tolerances.splitSeconds)
            GatewayTests.expect(split.timer.seconds, due.timer, within: expected.tolerances.splitSeconds)
            let tolerance = max(1, due.distance * expected.tolerances.distanceRelative)
            GatewayTests.expect(split.distanceMetres, due.distance, within: tolerance)
        }
        #expect(workout.kilometreSplits.dropLast().allSatisfy { $0.distanceMetres == 1000 && !$0.isPartial })
        for splits in [workout.kilometreSplits, workout.mileSplits] {
            #expect(splits.first?.start == workout.start && splits.last?.end == workout.end)
            #expect(zip(splits, splits.dropFirst()).allSatisfy { $0.end == $1.start })
            #expect(splits.reduce(.zero) { $0 + $1.timer } == workout.summary.timer)
            let metres = splits.reduce(0) { $0 + $1.distanceMetres }
            GatewayTests.expect(metres, workout.summary.distance.value?.metres ?? 0, within: 0.01)
        }
    }

    /// Standing at the light is no movement, and a tunnel is no place.
    @Test(arguments: RecordedRide.eachOnce)
    func standingAndTunnels(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        guard let route = expected.route else { return }
        let workout = try await ride.replay().workout()
        func moment(_ seconds: Double) -> Offset { workout.start + TimeSpan(seconds: seconds) }
        for tunnel in route.workout.tunnels {
            // A second for the epoch at either edge, five for the last speed to run out.
            let (start, end) = (moment(tunnel.start + 1), moment(tunnel.end - 1))
            #expect(!workout.route.locations.contains { (start..<end).contains($0.offset) })
            #expect(workout.timeline(of: .speed).segment(at: moment(tunnel.start + 7)) == nil)
        }
        let timer = workout.timerIntervals
        let standing = route.standing.reduce(0) { $0 + timer.timer(from: moment($1.start), to: moment($1.end)).seconds }
        let dark = route.workout.tunnels.reduce(0) { $0 + timer.timer(from: moment($1.start + 5), to: moment($1.end)).seconds }
        let moving = try #require(workout.summary.moving.value).seconds
        // Without cadence speed alone says what moves. Rolling to a stop and off again takes some seconds on either side.
        if expected.cadence == nil {
            GatewayTests.expect(moving, expected.timer - standing - dark, within: 4)
        } else {
            #expect(moving <= expected.timer)
        }
    }
}
