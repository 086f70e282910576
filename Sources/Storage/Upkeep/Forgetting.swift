public import Workouts

// What is derived may be thrown away, and is made again of the samples.
extension HistoryStore {
    /// Folds what is stored of a workout anew: figures, time in zones, laps and splits of its samples. For one whose recording is gone.
    ///
    /// - Returns: `nil` when there is nothing to fold, or it cannot be read.
    public func refoldFromSamples(_ workout: WorkoutID) throws(StorageError) -> StoringOutcome? {
        try write { () throws(StorageError) in
            guard let stored = try unlessDamaged({ () throws(StorageError) in try recordedWorkout(workout) }),
                let origin = try origin(of: workout), !stored.activities.isEmpty,
                // What is made up may have figures alone.
                origin.kind != .demo || !stored.series.isEmpty || stored.route.placeCount > 0,
                let folded = try? Workout(folding: [WorkoutStretch(of: stored)], id: workout)
            else { return nil }
            return try keep(folded, from: origin, routeGap: try knownRouteGap(of: workout))
        }
    }

    /// Throws the time in zones of all workouts away, and the zones that it was reckoned with; what is derived again brings them back.
    ///
    /// - Returns: of how many workouts.
    @discardableResult
    public func forgetZones() throws(StorageError) -> Int {
        try write { () throws(StorageError) in
            let workouts = try connection.value("SELECT count(DISTINCT workout) FROM zone_times").integer ?? 0
            let known = try connection.rows(
                "SELECT DISTINCT w.uid FROM workouts AS w JOIN zone_times AS t ON t.workout = w.id", []
            ) { row throws(StorageError) in row[0].text }
            try connection.run("DELETE FROM zone_times")
            try connection.run("DELETE FROM zone_configurations")
            knownZones.removeAll()
            for uid in known where try !isDeleted(uid) { try noteStale(ofWorkout: uid, try noteChange(.workout, uid)) }
            return Int(clamping: workouts)
        }
    }
}
