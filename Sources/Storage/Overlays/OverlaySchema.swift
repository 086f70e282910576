extension Migrations {
    /// How workouts are cut and joined, notes of moods, and captures that were given up.
    static let overlays = Step(
        name: "2026-12-overlays",
        sql: """
            CREATE TABLE workout_pieces (           -- an overlay: of what a workout is made that people cut or joined
                uid TEXT NOT NULL,                  -- of the workout
                place INTEGER NOT NULL,
                recording TEXT NOT NULL,            -- uid of the workout that was recorded
                start_offset_us INTEGER NOT NULL,   -- of that one's clock
                end_offset_us INTEGER NOT NULL,
                PRIMARY KEY (uid, place)
            ) WITHOUT ROWID;
            CREATE INDEX workout_piece_recordings ON workout_pieces (recording);
            ALTER TABLE workout_edits ADD COLUMN recorded_type TEXT;   -- what it was before people said type
            ALTER TABLE moods ADD COLUMN note TEXT;
            CREATE TABLE pruned_captures (          -- given up, since the store has what was in them
                path TEXT PRIMARY KEY,
                workout TEXT NOT NULL,              -- uid
                bytes INTEGER NOT NULL,
                pruned_at_us INTEGER NOT NULL
            ) WITHOUT ROWID;

            """)
}
