public import ActivityFiles
public import Workouts

/// A workout of a person's files.
public struct ArchivedWorkout: Sendable {
    public var workout: Workout
    /// The file that it was read from, of captures that continue each other the first; empty for what was made up.
    public var path: String
    public var format: Format
    /// Whether a gateway writes to the file, so that more may come.
    public var isStillWritten = false
    /// Of a file that this program wrote of a workout, and that says so: that workout's id.
    public var writtenOf: WorkoutID?

    public enum Format: String, Sendable {
        /// One of our own captures, or several that continue each other.
        case capture
        /// A file of whatever program or device.
        case fit, tcx, gpx, csv
        /// Made up: there is no file.
        case demo

        init(_ format: ActivityFormat) {
            self =
                switch format {
                case .fit: .fit
                case .tcx: .tcx
                case .gpx: .gpx
                case .csv: .csv
                }
        }

        /// Of a file of another program's or device's; `nil` of a capture and of what was made up.
        public var activityFormat: ActivityFormat? { ActivityFormat(rawValue: rawValue) }
    }

    public init(workout: Workout, path: String, format: Format) {
        self.workout = workout
        self.path = path
        self.format = format
    }

    /// Whether it is known when it was: of a workout whose clock was never set the lengths are true, and the date is not. A recording
    /// of another program that was made a capture is taken at its word; a FIT file itself says when its times count from power-on.
    public var isDated: Bool { workout.clock.isTrusted || (format == .capture && workout.clock.source == .file) }
}

/// A file or folder that did not count, or not to its end, and why.
public struct SkippedFile: Equatable, Sendable {
    public var path: String
    public var reason: Reason
    /// With path and reason, without a full stop.
    public var sentence: String
    /// Of the same workout in two files: whether one identity says so, or that both were recorded at the same time.
    public var isByIdentity: Bool?

    public enum Reason: String, CaseIterable, Sendable {
        /// It, or what lies in it, cannot be opened or read.
        case unreadable
        /// Only what could be read of it counts.
        case damaged
        /// A gateway writes to it: it counts as far as it goes.
        case stillWritten
        /// It counts, but for some points or values of it.
        case partly
        /// Another file holds the same workout, and counts.
        case sameWorkout
        /// The FIT file that was written of a capture, which counts: as it should be.
        case ownFIT
        /// A copy of a capture that counts.
        case copy
        /// It is made up for show, and there are real workouts.
        case demo
        /// Nobody knows when it was, and only certain days are asked for.
        case undated
        /// It was named, or is an activity's file, and holds no workout.
        case noWorkout
        /// It was named, and is nothing that is read here.
        case notARecording
    }

    init(_ path: String, _ reason: Reason, _ sentence: String, isByIdentity: Bool? = nil) {
        self.isByIdentity = isByIdentity
        self.path = path
        self.reason = reason
        self.sentence = sentence
    }
}
