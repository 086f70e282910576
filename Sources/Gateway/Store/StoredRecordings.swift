public import Storage
public import Workouts

extension HistoryStore {
    /// What is stored of a workout that was recorded a second time, by another device or program; what was split or merged too, since
    /// that counts by what was made of it.
    public func recordings(sameAs rival: ArchiveRival, _ workout: Workout) throws(StorageError) -> [ArchivedWorkout] {
        var same: [ArchivedWorkout] = []
        for id in try recordingsThatCount(from: workout.startTimestamp, to: workout.endTimestamp) {
            guard let other = try recordedWorkout(id), let origin = try origin(of: id) else { continue }
            let found = ArchivedWorkout(workout: other, path: origin.place ?? "", format: ArchivedWorkout.Format(origin))
            if rival.isSame(as: ArchiveRival(found)) { same.append(found) }
        }
        return same
    }
}

extension WorkoutOrigin {
    public init(_ found: ArchivedWorkout) {
        let place = found.path.isEmpty ? nil : KnownRecordings.resolved(found.path)
        switch found.format {
        case .capture: self.init(.capture, place: place)
        case .demo: self.init(.demo)
        case .fit, .tcx, .gpx, .csv: self.init(.file, place: place, format: found.format.rawValue)
        }
    }
}

extension ArchivedWorkout.Format {
    /// Of what is stored; what no file holds counts as a capture, since somebody made it so.
    public init(_ origin: WorkoutOrigin) {
        self =
            switch origin.kind {
            case .capture, .derived: .capture
            case .demo: .demo
            case .file: origin.format.flatMap(Self.init(rawValue:)) ?? .capture
            }
    }
}
