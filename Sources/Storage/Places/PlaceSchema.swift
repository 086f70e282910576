extension Migrations {
    /// The table of settlements: a file of its own, that can be thrown away and made again.
    static let places = Migrations(
        application: 0x7762_706C,  // "wbpl"
        steps: [
            Step(
                name: "2026-11-settlements",
                sql: """
                    CREATE TABLE settlements (
                        id INTEGER PRIMARY KEY,
                        name TEXT NOT NULL,
                        ascii_name TEXT,
                        country_code TEXT NOT NULL,
                        admin_area TEXT NOT NULL,
                        latitude REAL NOT NULL,
                        longitude REAL NOT NULL,
                        population INTEGER NOT NULL
                    );
                    CREATE VIRTUAL TABLE settlement_boxes USING rtree(id, south, north, west, east);
                    CREATE TABLE credits (source TEXT NOT NULL, licence TEXT NOT NULL);
                    INSERT INTO credits VALUES ('GeoNames (geonames.org)', 'CC BY 4.0');
                    """)
        ])
}
