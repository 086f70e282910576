extension Migrations {
    /// The rider's history (docs/store.md draws it). Moments are microseconds of UTC since 1970 (`…_at_us`) or, within a workout,
    /// since its clock's origin (`…_offset_us`); a unit ends each name that has one.
    static let history = Migrations(
        application: 0x7762_6873,  // "wbhs"
        steps: [
            Step(name: "2026-12-history", sql: counterTables + workoutTables + sampleTables + routeTables + otherTables),
            HistoryStore.takenCaptures,
            overlays,
            .outlines,
            .shorterColumns,
        ])

    /// What followers live by.
    private static let counterTables = """
        CREATE TABLE store (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            identity TEXT NOT NULL,             -- random, 32 hexadecimal digits; anchors name it
            counter INTEGER NOT NULL,           -- of the last change
            pruned INTEGER NOT NULL             -- deletions up to this change are forgotten
        );
        INSERT INTO store VALUES (1, lower(hex(randomblob(16))), 0, 0);
        CREATE TABLE objects (                  -- all that there is, each with the change that made it so
            change INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            uid TEXT NOT NULL,
            version INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX object_names ON objects (kind, uid);
        CREATE TABLE tombstones (               -- versions that are no more
            change INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            uid TEXT NOT NULL,
            version INTEGER NOT NULL,
            deleted_at_us INTEGER NOT NULL
        );
        CREATE INDEX tombstone_names ON tombstones (kind, uid);

        """

    /// Derived from captures and files, but for the overlays.
    private static let workoutTables = """
        CREATE TABLE workouts (
            id INTEGER PRIMARY KEY,
            uid TEXT NOT NULL UNIQUE,           -- 32 hexadecimal digits, from the capture's header
            type TEXT NOT NULL,
            name TEXT,
            is_demo INTEGER NOT NULL,
            start_at_us INTEGER NOT NULL,
            end_at_us INTEGER NOT NULL,
            start_offset_us INTEGER NOT NULL,
            end_offset_us INTEGER NOT NULL,
            clock_origin_us INTEGER NOT NULL,   -- UTC at offset 0
            clock_source TEXT NOT NULL,
            clock_is_trusted INTEGER NOT NULL,
            utc_offset_s INTEGER,               -- local time minus UTC at the start
            time_zone TEXT,
            timer_us INTEGER NOT NULL,          -- without pauses
            distance_m REAL,
            steps REAL,
            energy_kcal REAL,
            ascent_m REAL,
            work_kj REAL,
            trimp REAL,
            tss REAL,
            ftp_w REAL,
            average_heart_rate_bpm REAL,
            maximum_heart_rate_bpm REAL,
            average_power_w REAL,
            normalized_power_w REAL,
            settings TEXT NOT NULL,             -- JSON
            plan TEXT,                          -- JSON
            summary TEXT NOT NULL,              -- JSON
            omissions TEXT NOT NULL,            -- JSON
            split_scale REAL NOT NULL,
            split_is_rejected INTEGER NOT NULL,
            algorithm_version INTEGER NOT NULL,
            origin TEXT NOT NULL,               -- capture, file, derived, demo
            origin_place TEXT,                  -- the path, or what it was derived from
            origin_format TEXT,
            route_gap TEXT,                     -- noAccess: why places are missing, where that is known
            digest INTEGER NOT NULL             -- of all its rows, to see at once that nothing changed
        );
        CREATE INDEX workout_starts ON workouts (start_at_us);
        CREATE TABLE workout_sources (
            workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,            -- what samples of the workout name it by
            place INTEGER NOT NULL,             -- its place in the list
            identity TEXT NOT NULL,             -- as in sensors
            kind TEXT NOT NULL,
            name TEXT, manufacturer TEXT, model TEXT, serial_number TEXT, firmware TEXT,
            battery_percent INTEGER, battery_status TEXT,
            distance_origin TEXT,
            priorities TEXT NOT NULL,           -- JSON
            PRIMARY KEY (workout, place)
        ) WITHOUT ROWID;
        CREATE INDEX workout_source_identities ON workout_sources (identity);
        CREATE TABLE workout_events (           -- pauses and markers
            workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            kind TEXT NOT NULL,                 -- pause, autoPause, or the marker's kind
            start_offset_us INTEGER NOT NULL,
            end_offset_us INTEGER,
            note TEXT,
            PRIMARY KEY (workout, place)
        ) WITHOUT ROWID;
        CREATE TABLE activities (               -- legs, in order
            workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            type TEXT NOT NULL,
            start_offset_us INTEGER NOT NULL,
            end_offset_us INTEGER NOT NULL,
            summary TEXT NOT NULL,              -- JSON
            PRIMARY KEY (workout, place)
        );
        CREATE TABLE laps (
            workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            trigger TEXT NOT NULL,              -- what ended it
            activity INTEGER NOT NULL,          -- place of its activity
            start_offset_us INTEGER NOT NULL,
            end_offset_us INTEGER NOT NULL,
            summary TEXT NOT NULL,              -- JSON
            PRIMARY KEY (workout, place)
        );
        CREATE TABLE splits (
            workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
            unit TEXT NOT NULL,                 -- km, mi
            place INTEGER NOT NULL,
            distance_m REAL NOT NULL,
            is_partial INTEGER NOT NULL,
            start_offset_us INTEGER NOT NULL,
            end_offset_us INTEGER NOT NULL,
            elapsed_us INTEGER NOT NULL,
            timer_us INTEGER NOT NULL,
            ascent_m REAL,
            average_heart_rate_bpm REAL,
            PRIMARY KEY (workout, unit, place)
        ) WITHOUT ROWID;
        CREATE TABLE zone_configurations (      -- as they were frozen into workouts; never changed
            id INTEGER PRIMARY KEY,
            quantity TEXT NOT NULL,
            configuration TEXT NOT NULL UNIQUE  -- JSON: boundaries, model, inputs
        );
        CREATE TABLE zone_times (
            workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
            scope TEXT NOT NULL,                -- workout, activity, lap
            place INTEGER NOT NULL,             -- of the activity or lap
            quantity TEXT NOT NULL,
            configuration INTEGER NOT NULL REFERENCES zone_configurations (id),
            durations_us TEXT NOT NULL,         -- JSON, lowest zone first
            unattributed_us INTEGER NOT NULL,
            max_hold_us INTEGER NOT NULL,
            algorithm_version INTEGER NOT NULL,
            PRIMARY KEY (workout, scope, place, quantity)
        ) WITHOUT ROWID;
        CREATE TABLE workout_edits (            -- an overlay: survives whatever is derived anew
            uid TEXT PRIMARY KEY,
            name TEXT,
            type TEXT,
            note TEXT,
            edited_at_us INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE workout_deletions (        -- an overlay too
            uid TEXT PRIMARY KEY,
            reason TEXT NOT NULL,               -- deleted, split, merged, superseded
            replaced_by TEXT NOT NULL,          -- JSON: uids
            deleted_at_us INTEGER NOT NULL
        ) WITHOUT ROWID;

        """
}
