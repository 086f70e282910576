import ActivityFiles
import Ingest
import JSONText
import WireFormats
import Workouts

/// What holds of every workout, whatever it was made from.
struct WorkoutPromises {
    let workout: Workout

    /// Checks them all, and writes the workout in both of its forms.
    func check() {
        checkScopes()
        checkRoute()
        _ = workoutJSON(workout, route: .full).utf8()
        precondition(FITActivity(workout).encoded().count > 16, "a FIT file of nothing")
    }

    private func checkScopes() {
        let scopes =
            [(workout.zoneGroups, workout.summary)] + workout.activities.map { ($0.zoneGroups, $0.summary) }
            + workout.laps.map { ($0.zoneGroups, $0.summary) }
        for (groups, summary) in scopes {
            for group in groups.values {
                precondition(group.covered + group.unattributed == summary.timer, "zones do not add up to the timer")
                precondition(group.unattributed >= .zero && group.zoneDurations.allSatisfy { $0 >= .zero }, "time below zero")
            }
            precondition(summary.timer <= summary.elapsed && summary.timer >= .zero, "a timer out of bounds")
            precondition((summary.moving.value ?? .zero) <= summary.timer, "movement without time")
            let figures = [
                summary.distance.value?.metres, summary.averageSpeedMetresPerSecond.value,
                summary.movingSpeedMetresPerSecond.value, summary.maximumSpeedMetresPerSecond.value,
                summary.normalizedPowerWatts.value, summary.intensityFactor.value, summary.variabilityIndex.value,
                summary.trainingStressScore.value, summary.efficiencyFactor.value, summary.workKilojoules.value,
                summary.ascentMetres.value,
                summary.descentMetres.value, summary.steps.value,
            ]
            precondition(figures.allSatisfy { $0?.isFinite ?? true }, "a figure that is no number")
            for statistics in [summary.heartRate, summary.power, summary.cadence, summary.altitude].compactMap(\.value) {
                precondition(statistics.average.isFinite && statistics.minimum <= statistics.maximum, "statistics of nothing")
                precondition((0...1).contains(statistics.coverage), "a coverage that is no share")
            }
        }
        let timer = workout.summary.timer
        precondition(workout.laps.reduce(.zero) { $0 + $1.summary.timer } == timer, "laps do not add up to the timer")
        precondition(
            workout.activities.first?.start == workout.start && workout.activities.last?.end == workout.end, "legs missing")
        precondition(workout.start <= workout.end, "an end before the start")
    }

    private func checkRoute() {
        let locations = workout.route.locations
        precondition(zip(locations, locations.dropFirst()).allSatisfy { $0.offset < $1.offset }, "a route that goes back in time")
        for splits in [workout.kilometreSplits, workout.mileSplits] where !splits.isEmpty {
            precondition(splits.reduce(.zero) { $0 + $1.timer } == workout.summary.timer, "splits do not add up to the timer")
            precondition(splits.allSatisfy { $0.start <= $0.end && $0.distanceMetres >= 0 }, "a split below zero")
        }
    }
}

extension IngestEngine {
    /// Gives the engine one record and checks what comes of it.
    mutating func takeChecked(_ record: CaptureRecord) { Self.check(handle(record)) }

    /// Ends the input; what was counted can be told.
    mutating func finishChecked() {
        Self.check(finish())
        precondition(live == nil, "a workout that goes on after the end")
        precondition(report.rejected >= 0 && report.dropped >= 0, "a count below zero")
    }

    private static func check(_ outputs: [IngestOutput]) {
        for output in outputs {
            if case .workoutEnded(let workout) = output { WorkoutPromises(workout: workout).check() }
        }
    }
}
