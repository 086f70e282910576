@testable import Storage

/// A few cities, their coordinates as atlases give them to the hundredth of a degree, and some around the edges of the map.
enum WellKnownPlaces {
    static let all: [Settlement] = [
        place(1, "Brno", "CZ", 49.20, 16.61, 380_000), place(2, "Praha", "CZ", 50.09, 14.42, 1_300_000, ascii: "Prague"),
        place(3, "Wien", "AT", 48.21, 16.37, 1_900_000), place(4, "New York", "US", 40.71, -74.01, 8_300_000),
        place(5, "Sydney", "AU", -33.87, 151.21, 5_300_000), place(6, "Tokyo", "JP", 35.69, 139.69, 13_900_000),
        place(7, "Reykjavík", "IS", 64.15, -21.94, 139_000, ascii: "Reykjavik"),
        place(8, "Quito", "EC", -0.22, -78.51, 1_800_000),
        place(9, "Suva", "FJ", -18.14, 178.44, 77_000), place(10, "Apia", "WS", -13.83, -171.77, 36_000),
        place(11, "Longyearbyen", "SJ", 78.22, 15.65, 2_400),
        // Two islands of the Chukchi Sea's width apart: on both sides of 180°.
        place(12, "West of the line", "RU", 65.0, 179.95, 10), place(13, "East of the line", "US", 65.0, -179.90, 20),
        place(14, "Nearly the pole", "GL", 89.95, 40, 1), place(15, "Nearly the other", "AQ", -89.95, -100, 1),
        place(16, "Null Island", "GH", 0, 0, 0),
    ]

    private static func place(
        _ id: Int64, _ name: String, _ country: String, _ latitude: Double, _ longitude: Double, _ population: Int64,
        ascii: String? = nil
    ) -> Settlement {
        Settlement(
            id: id, name: name, asciiName: ascii ?? name, countryCode: country, adminArea: "", latitude: latitude,
            longitude: longitude, population: population)
    }

    /// A table of them, or of others, in a folder.
    static func store(in folder: TemporaryFolder, _ settlements: [Settlement] = all) throws -> PlaceStore {
        let writer = try PlaceWriter(path: folder.file("places.db"))
        for settlement in settlements { try writer.add(settlement) }
        try writer.finish()
        return try PlaceStore(path: folder.file("places.db"))
    }
}
