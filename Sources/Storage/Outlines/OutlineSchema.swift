extension Migrations.Step {
    /// What lists and statistics read in place of workouts' own rows, which are wide, and of their samples. All of it can be made again.
    static let outlines = Migrations.Step(
        name: "2026-12-outlines",
        sql: """
            CREATE TABLE workout_outlines (         -- what statistics need of a workout's samples; can be thrown away
                workout INTEGER PRIMARY KEY REFERENCES workouts (id) ON DELETE CASCADE,
                algorithm_version INTEGER NOT NULL,
                legs INTEGER NOT NULL,
                leg_type TEXT NOT NULL,             -- of the first one
                has_plan INTEGER NOT NULL,
                hr_tss REAL,
                tss_gap TEXT, hr_tss_gap TEXT, trimp_gap TEXT,   -- why there is none
                stands_apart INTEGER NOT NULL,      -- whether all samples lie within its time, so that these are their sums:
                steps REAL, distance_m REAL, energy_kcal REAL,
                heart_rate_integral REAL,           -- bpm times microseconds
                heart_rate_us INTEGER, heart_rate_minimum_bpm REAL, heart_rate_maximum_bpm REAL
            );
            CREATE TABLE value_times (              -- how long a quantity had each value; can be thrown away
                workout INTEGER NOT NULL REFERENCES workouts (id) ON DELETE CASCADE,
                quantity TEXT NOT NULL,
                place INTEGER NOT NULL,             -- -1: the whole; of one of several legs its place
                unattributed_us INTEGER NOT NULL,   -- timer time without a value
                max_hold_us INTEGER NOT NULL,
                count INTEGER NOT NULL,             -- of the values; -1: too many, read the samples
                crc32 INTEGER NOT NULL,
                data BLOB NOT NULL
            );
            CREATE UNIQUE INDEX value_time_scopes ON value_times (workout, quantity, place);
            -- Lists read this and not the table.
            CREATE INDEX workout_list ON workouts (
                start_at_us DESC, uid, type, name, is_demo, end_at_us, utc_offset_s, time_zone, timer_us, distance_m, steps,
                energy_kcal, ascent_m, work_kj, trimp, tss, ftp_w, average_heart_rate_bpm, maximum_heart_rate_bpm,
                average_power_w, normalized_power_w, origin, origin_place, origin_format, algorithm_version,
                clock_origin_us, clock_source, clock_is_trusted);
            DROP INDEX workout_starts;

            """)
}
