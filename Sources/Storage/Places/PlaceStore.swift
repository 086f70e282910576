public import Workouts

/// The table of settlements, and which of them is nearest to a place. For one thread.
public final class PlaceStore {
    private let connection: Connection
    private var search: Statement
    private var cells = PlaceCells()

    /// Beyond it no settlement says where somebody was.
    public static let farthestMetres = 20_000.0
    /// The first ring; each next one is twice as wide.
    private static let firstRingMetres = 1000.0

    /// - Parameter path: of a database that `PlaceWriter` made.
    /// - Throws: `cannotOpen` also when there is none.
    public init(path: String) throws(StorageError) {
        let connection = try Connection(path, for: .reading, .places)
        search = try connection.prepare(
            """
            SELECT s.id, s.name, s.ascii_name, s.country_code, s.admin_area, s.latitude, s.longitude, s.population
            FROM settlement_boxes AS b JOIN settlements AS s ON s.id = b.id
            WHERE b.north >= ? AND b.south <= ? AND b.east >= ? AND b.west <= ?
            """)
        self.connection = connection
    }

    /// How many there are.
    public func count() throws(StorageError) -> Int {
        Int(clamping: try connection.value("SELECT count(*) FROM settlements").integer ?? 0)
    }

    /// The nearest settlement, of two at the same distance the one with the smaller number.
    ///
    /// - Parameters:
    ///   - latitude: degrees; what is no place on Earth is near to nothing.
    ///   - longitude: degrees.
    ///   - farthestMetres: `nil` comes of what is farther away.
    public func nearest(
        latitude: Double, longitude: Double, within farthestMetres: Double = PlaceStore.farthestMetres
    ) throws(StorageError) -> NearbySettlement? {
        guard abs(latitude) <= 90, abs(longitude) <= 180, farthestMetres >= 0 else { return nil }
        var ring = min(Self.firstRingMetres, farthestMetres)
        while true {
            // All within the ring are in the box, so one that is found within the ring is the nearest of all.
            let found = try nearestInBox(latitude, longitude, ring)
            if let found, found.metres <= ring { return found }
            guard ring < farthestMetres else { return nil }
            ring = min(ring * 2, farthestMetres)
        }
    }

    private func nearestInBox(
        _ latitude: Double, _ longitude: Double, _ metres: Double
    ) throws(StorageError) -> NearbySettlement? {
        let box = GeoBox(latitude: latitude, longitude: longitude, angle: min(metres / Geodesy.radiusMetres, .pi))
        var nearest: NearbySettlement?
        for range in box.longitudes {
            try search.bind([.real(box.south), .real(box.north), .real(range.lowerBound), .real(range.upperBound)])
            while try search.step() {
                guard let settlement = Settlement(search) else { continue }
                let distance = settlement.distanceMetres(latitude: latitude, longitude: longitude)
                if let nearest, (nearest.metres, nearest.settlement.id) <= (distance, settlement.id) { continue }
                nearest = NearbySettlement(settlement: settlement, metres: distance)
            }
        }
        return nearest
    }

    /// The settlement nearest to the middle of the cell of about 1 km in which a place lies: the same for all places of a cell, in
    /// whatever order they are asked for, and remembered (core §9).
    public func settlement(around latitude: Double, _ longitude: Double) throws(StorageError) -> Settlement? {
        guard let cell = PlaceCells.Cell(latitude: latitude, longitude: longitude) else { return nil }
        if let known = cells[cell] { return known.settlement }
        let middle = cell.middle
        let found = try nearest(latitude: middle.latitude, longitude: middle.longitude)?.settlement
        cells.remember(found, for: cell)
        return found
    }

    /// For names of workouts; a table that cannot be read any more has no places.
    public var finder: PlaceFinder {
        PlaceFinder { latitude, longitude in (try? self.settlement(around: latitude, longitude))?.name }
    }
}

extension Settlement {
    /// A row of the search; `nil` for one that no writer of ours made.
    fileprivate init?(_ row: borrowing Statement) {
        guard let id = row[0].integer, let name = row[1].text, let latitude = row[5].real, let longitude = row[6].real else {
            return nil
        }
        self.init(
            id: id, name: name, asciiName: row[2].text, countryCode: row[3].text ?? "", adminArea: row[4].text ?? "",
            latitude: latitude, longitude: longitude, population: row[7].integer ?? 0)
    }
}
