import Gateway
import JSONText
import Storage
import Workouts

/// `wattbeat places …`: the table of settlements that names of workouts take their places from.
enum Places: Command {
    static let name = "places"
    static let summary = "the table of settlements that names of workouts take their places from"
    static let operands = Operands.none
    static let options: [any CommandOption] = []
    static let subcommands: [any Command.Type] = [PlacesImport.self, PlacesNear.self]
    static let discussion = """
        Without a table names have no place, and nothing else changes. Nobody is asked over the network, ever.
        The data are GeoNames' (geonames.org), licensed CC BY 4.0; docs/places.md tells where to get them.
        """

    static let table = Option<String>.text(
        "places", "FILE", "the table of settlements; else places.db among the program's data, where it is there")

    /// Where the table is.
    static func path(_ arguments: Arguments) -> String {
        arguments[table] ?? GatewayPlaces.placesTable(environment: Environment.all)
    }

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let path = GatewayPlaces.placesTable(environment: Environment.all)
        let count = try open(path).counted()
        try output.line("\(count) settlements in \(shown(path))")
    }

    /// - Throws: what to type where there is no table, or what is wrong with it.
    static func open(_ path: String) throws(CommandError) -> PlaceStore {
        do throws(StorageError) {
            return try PlaceStore(path: path)
        } catch {
            throw CommandError(error, table: path)
        }
    }

    /// For names of workouts: the table that was asked for, or the usual one if it is there.
    ///
    /// A usual one that cannot be read is told, and costs no more than the place.
    static func finder(_ arguments: Arguments) throws(CommandError) -> PlaceFinder? {
        if let path = arguments[table] { return try open(path).finder }
        let path = GatewayPlaces.placesTable(environment: Environment.all)
        guard FileIdentity(path: path) != nil else { return nil }
        do throws(CommandError) {
            return try open(path).finder
        } catch {
            Output.complain("wattbeat: names have no place: \(error.sentence ?? path)")
            return nil
        }
    }
}

extension PlaceStore {
    fileprivate func counted() throws(CommandError) -> Int {
        do throws(StorageError) { return try count() } catch { throw CommandError(error, table: nil) }
    }

    fileprivate func near(_ latitude: Double, _ longitude: Double) throws(CommandError) -> NearbySettlement? {
        do throws(StorageError) {
            return try nearest(latitude: latitude, longitude: longitude)
        } catch {
            throw CommandError(error, table: nil)
        }
    }
}

/// `wattbeat places near LAT LON`: a person's look into the table.
enum PlacesNear: Command {
    private static let json = Flag("json", "print one JSON object (docs/places.md)")

    static let name = "places near"
    static let summary = "say which settlement is nearest to a place"
    static let operands = Operands("LATITUDE LONGITUDE", 2...2)
    static let options: [any CommandOption] = [Places.table, json]
    static let discussion = """
        In degrees, south and west negative. What is farther than 20 km away is near to nothing.

        examples:
          wattbeat places near 49.1945 16.5997
          wattbeat places near -33.8915 151.2767
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let latitude = try degrees(arguments.operands[0], 90, "latitude")
        let longitude = try degrees(arguments.operands[1], 180, "longitude")
        let found = try Places.open(Places.path(arguments)).near(latitude, longitude)
        if arguments[json] { return try output.verbatim(Self.json(found).text(.indented)) }
        guard let found else { return try output.line("no settlement within \(Int(PlaceStore.farthestMetres / 1000)) km") }
        let place = found.settlement
        let people = place.population > 0 ? ", \(place.population) people" : ""
        try output.line(
            "\(shown(place.name)), \(shown(place.countryCode))\(people), \(Fixed.text(found.metres / 1000, decimals: 1)) km away")
    }

    private static func degrees(_ text: String, _ limit: Double, _ what: String) throws(CommandError) -> Double {
        guard let value = Double(decimal: text), abs(value) <= limit else {
            throw .usage("the \(what) \(quoted(text)) is no number from -\(Int(limit)) to \(Int(limit))", see: self)
        }
        return value
    }

    private static func json(_ found: NearbySettlement?) -> JSONValue {
        guard let found else { return .null }
        let place = found.settlement
        return [
            "name": .string(place.name), "asciiName": .string(place.asciiName), "countryCode": .string(place.countryCode),
            "adminArea": .string(place.adminArea), "latitude": .number(place.latitude, decimals: 7),
            "longitude": .number(place.longitude, decimals: 7), "population": .integer(place.population),
            "geonameID": .integer(place.id), "metres": .number(found.metres, decimals: 1),
        ]
    }
}

extension CommandError {
    /// - Parameter table: its path, when it was to be opened.
    init(_ error: StorageError, table: String?) {
        switch error {
        case .cannotOpen(let path, let message):
            let isMissing = FileIdentity(path: path) == nil
            self.init(
                .noInput,
                isMissing && table != nil
                    ? "there is no table of places at \(path); wattbeat places import FILE makes one (docs/places.md)"
                    : "\(path): \(message)")
        case .notOurs(let path): self.init(.badData, "\(path) is no table of places of wattbeat's")
        case .tooNew(let path, let migration):
            self.init(.badData, "\(path) was made by a later version of wattbeat (\(migration))")
        case .tooOld(let path, let migration):
            self.init(.badData, "\(path) was made by an earlier version (it lacks \(migration)): import the table again")
        case .damaged(let path, let message): self.init(.badData, "\(path) is damaged (\(message)): import the table again")
        case .notWritable(let path): self.init(.cannotCreate, "\(path) may not be written")
        case .diskFull(let path): self.init(.inputOutput, "cannot write \(path): the disk is full")
        case .locked(let path): self.init(.inputOutput, "\(path) is in use by another program")
        case .failed(let code, let message, _): self.init(.inputOutput, "the table of places: \(message) (SQLite \(code))")
        case .anchorExpired, .foreignAnchor, .unknown, .refused: self.init(.inputOutput, "the table of places: \(error)")
        }
    }
}
