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

// Taking a deletion back.
extension HistoryStore {
    /// Takes a deletion back, as `restore` does, so that what was done still counts once: other recordings of the same give way, and
    /// are kept as superseded. What people said of those holds for this one, unless something was said of it.
    ///
    /// - Throws: `unknown`, when it was not deleted or is gone for good; `refused`, when another recording of the same was cut or joined by
    ///   people, and for a part whose recording is there.
    @discardableResult
    public func bringBack(_ id: WorkoutID) throws(StorageError) -> Restoration {
        try batch { store throws(StorageError) in
            var restoration = try store.restore(id)
            for restored in restoration.restored {
                for other in try store.othersThatCount(of: restored) where !restoration.restored.contains(other) {
                    guard try store.standing(of: other) == .stored else {
                        let name = other.storeText.prefix(8)
                        throw StorageError.refused(
                            "another recording of it, \(name), was cut or joined by hand and counts: delete what was made of that first"
                        )
                    }
                    let (said, others) = (try store.edits(of: restored), try store.edits(of: other))
                    if said == WorkoutEdits(), others != said { try store.setEdits(others, of: restored) }
                    try store.delete(other, because: .superseded, replacedBy: [restored])
                    restoration.removed.append(other)
                }
            }
            return restoration
        }
    }

    /// Recordings that count, beside a workout, for what was done in it.
    private func othersThatCount(of id: WorkoutID) throws(StorageError) -> [WorkoutID] {
        guard let workout = try recordedWorkout(id), let origin = try origin(of: id) else { return [] }
        let found = ArchivedWorkout(workout: workout, path: origin.place ?? "", format: ArchivedWorkout.Format(origin))
        let own = Set([id] + (try pieces(of: id)).map(\.recording))
        return try recordings(sameAs: ArchiveRival(found), workout).map(\.workout.id).filter { !own.contains($0) }
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
