import ActivityFiles
import WireFormats
import Workouts

extension FuzzTarget {
    static let gpx = activityFile("gpx", beginning: #"<gpx xmlns:e="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">"#)
    static let tcx = activityFile("tcx", beginning: "<TrainingCenterDatabase>")
    static let csv = activityFile("csv", beginning: "timestamp_utc,power_w,paused,lap,activity\n")

    /// Any bytes as a file of activities, as they are and behind a beginning of the format: a typed fault or recordings, and each
    /// recording is a workout that keeps its promises, and that can be written and read again.
    private static func activityFile(_ name: String, beginning: String) -> FuzzTarget {
        FuzzTarget(name, upTo: 4096) { bytes in
            let file = [UInt8](bytes)
            for file in [file, Array(beginning.utf8) + file] {
                guard let contents = try? ActivityFormat.read(file) else { continue }
                for recording in contents.recordings { check(recording) }
            }
        }
    }

    private static func check(_ recording: ActivityRecording) {
        precondition(zip(recording.points, recording.points.dropFirst()).allSatisfy { $0.offset <= $1.offset }, "time goes back")
        precondition(zip(recording.laps, recording.laps.dropFirst()).allSatisfy { $0.end <= $1.start }, "laps overlap")
        precondition(zip(recording.pauses, recording.pauses.dropFirst()).allSatisfy { $0.end < $1.start }, "pauses touch")
        guard let workout = try? recording.workout(settings: WorkoutSettings()) else {
            preconditionFailure("a recording that is no workout")
        }
        WorkoutPromises(workout: workout).check()
        for format in [ActivityFormat.gpx, .tcx, .csv] {
            guard let written = try? format.encoded(workout) else { continue }
            let again = try? ActivityFormat.read(written)
            precondition(again?.fault == nil && again?.recordings.isEmpty == false, "our own file is not read")
        }
    }
}
