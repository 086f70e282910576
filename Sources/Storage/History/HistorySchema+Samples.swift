// Samples, routes, and what stands beside workouts.
extension Migrations {
    static let sampleTables = """
        CREATE TABLE series (                   -- one source's values of one quantity, in a workout or outside of any
            id INTEGER PRIMARY KEY,
            workout INTEGER REFERENCES workouts (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            form TEXT NOT NULL,                 -- samples, beats, amounts, route, legs, segments, spans
            quantity TEXT,
            source INTEGER,                     -- number of the workout's source
            sensor TEXT,                        -- identity, outside of workouts
            day INTEGER                         -- of UTC since 1970, outside of workouts
        );
        CREATE INDEX series_workouts ON series (workout, place);
        CREATE UNIQUE INDEX series_days ON series (day, sensor, quantity) WHERE workout IS NULL;
        CREATE TABLE sample_chunks (
            series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            first_offset_us INTEGER NOT NULL,   -- since the clock's origin; outside of workouts since the day began
            last_offset_us INTEGER NOT NULL,
            count INTEGER NOT NULL,
            minimum REAL NOT NULL,
            maximum REAL NOT NULL,
            sum REAL NOT NULL,
            covered_us INTEGER NOT NULL,
            integral REAL NOT NULL,             -- value times seconds covered
            crc32 INTEGER NOT NULL,             -- of data
            data BLOB NOT NULL,
            PRIMARY KEY (series, place)
        );

        """

    static let routeTables = """
        CREATE TABLE routes (
            id INTEGER PRIMARY KEY,
            uid TEXT NOT NULL,                  -- sync id
            version INTEGER NOT NULL,           -- the highest counts; 1 is as recorded
            workout TEXT,                       -- uid; NULL: of no workout yet
            source INTEGER,
            is_smoothed INTEGER NOT NULL,
            is_open INTEGER NOT NULL,           -- still being recorded
            clock_origin_us INTEGER NOT NULL,
            count INTEGER NOT NULL,
            start_at_us INTEGER, end_at_us INTEGER,   -- of its first and last place
            south REAL, north REAL, west REAL, east REAL,
            UNIQUE (uid, version)
        );
        CREATE INDEX route_workouts ON routes (workout);
        CREATE TABLE route_chunks (
            route INTEGER NOT NULL REFERENCES routes (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            first_offset_us INTEGER NOT NULL,
            last_offset_us INTEGER NOT NULL,
            count INTEGER NOT NULL,
            crc32 INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (route, place)
        );

        """

    static let otherTables = """
        CREATE TABLE sensors (                  -- all that were ever heard, as they were last
            uid TEXT PRIMARY KEY,               -- ble:C0:11:22:33:44:01, ant:120:12345, …
            kind TEXT NOT NULL,
            name TEXT, manufacturer TEXT, model TEXT, serial_number TEXT, firmware TEXT,
            battery_percent INTEGER, battery_status TEXT,
            distance_origin TEXT,
            priorities TEXT NOT NULL,           -- JSON
            last_heard_at_us INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE athlete_facts (            -- thresholds, body and zones, each from a date on
            id INTEGER PRIMARY KEY,             -- of one date the later recorded counts
            uid TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,                 -- functionalThresholdPower, …, ageYears, sex, zones
            quantity TEXT, activity TEXT,       -- of zones
            value TEXT,                         -- a number, a word or JSON; NULL takes back
            valid_from_us INTEGER NOT NULL
        );
        CREATE TABLE moods (
            uid TEXT PRIMARY KEY,
            checked_at_us INTEGER NOT NULL,
            kind TEXT NOT NULL,
            valence REAL NOT NULL,              -- -1 ... 1
            labels TEXT NOT NULL,               -- JSON
            associations TEXT NOT NULL,         -- JSON
            workout TEXT                        -- uid
        ) WITHOUT ROWID;
        CREATE INDEX mood_moments ON moods (checked_at_us);
        CREATE TABLE plans (
            uid TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            planned_for_us INTEGER,
            outline TEXT NOT NULL               -- JSON
        ) WITHOUT ROWID;
        CREATE TABLE daily_sets (               -- what totals of days are summed for; can be thrown away
            id INTEGER PRIMARY KEY,
            time_zone TEXT NOT NULL,
            zones TEXT NOT NULL,                -- JSON, or '' for none
            is_demo INTEGER NOT NULL,
            change INTEGER NOT NULL,            -- up to which they are right
            algorithm_version INTEGER NOT NULL,
            synced_at_us INTEGER NOT NULL,
            fully_read_at_us INTEGER NOT NULL,
            UNIQUE (time_zone, zones, is_demo)
        );
        CREATE TABLE daily_totals (
            daily_set INTEGER NOT NULL REFERENCES daily_sets (id) ON DELETE CASCADE,
            day TEXT NOT NULL,                  -- 2026-11-30
            all_steps REAL, all_distance_m REAL, all_energy_kcal REAL, all_floors REAL,
            all_heart_rate_bpm REAL, all_heart_rate_minimum_bpm REAL, all_heart_rate_maximum_bpm REAL, all_heart_rate_us INTEGER,
            steps REAL, distance_m REAL, energy_kcal REAL, floors REAL,
            heart_rate_bpm REAL, heart_rate_minimum_bpm REAL, heart_rate_maximum_bpm REAL, heart_rate_us INTEGER,
            workouts INTEGER NOT NULL, timer_us INTEGER NOT NULL,
            ascent_m REAL, work_kj REAL, trimp REAL, tss REAL,
            zone_durations_us TEXT NOT NULL,    -- JSON
            unattributed_us INTEGER NOT NULL, without_samples INTEGER NOT NULL,
            PRIMARY KEY (daily_set, day)
        ) WITHOUT ROWID;
        CREATE TABLE stale_spans (              -- times whose totals a change made wrong
            change INTEGER NOT NULL,
            start_at_us INTEGER NOT NULL,
            end_at_us INTEGER NOT NULL
        );

        """
}
