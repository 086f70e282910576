import ActivityFiles
import WireFormats
import Workouts

extension FuzzTarget {
    /// Any bytes as a FIT file: a typed fault or recordings, and each recording is a workout that keeps its promises.
    static let fit = FuzzTarget("fit", upTo: 4096) { bytes in
        let file = [UInt8](bytes)
        let strict = try? FITContents(decoding: file)
        guard let contents = try? FITContents(decoding: file, acceptingDamage: true) else {
            precondition(strict == nil, "what is refused with its damage is taken without")
            return
        }
        var end = 0
        for part in contents.parts {
            precondition(part.offset == end && part.end > part.offset && part.end <= file.count, "parts do not join")
            end = part.end
        }
        precondition(end + contents.trailingBytes == file.count, "bytes were lost or counted twice")
        for recording in contents.recordings {
            precondition(
                zip(recording.points, recording.points.dropFirst()).allSatisfy { $0.offset <= $1.offset }, "time goes back")
            precondition(zip(recording.laps, recording.laps.dropFirst()).allSatisfy { $0.end <= $1.start }, "laps overlap")
            precondition(zip(recording.pauses, recording.pauses.dropFirst()).allSatisfy { $0.end < $1.start }, "pauses touch")
            guard let workout = try? recording.workout(settings: WorkoutSettings()) else {
                preconditionFailure("a recording that is no workout")
            }
            WorkoutPromises(workout: workout).check()
        }
    }
}
