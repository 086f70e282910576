/// One line of a dump of GeoNames: 19 columns with tabs between them.
///
///     0 geonameid   1 name   2 asciiname   3 alternatenames   4 latitude   5 longitude   6 feature class   7 feature code
///     8 country code   9 cc2   10 admin1   11 admin2   12 admin3   13 admin4   14 population   15 elevation   16 dem
///     17 timezone   18 modification date
///
/// - SeeAlso: GeoNames, `readme.txt` of its export dump.
enum GeoNamesLine {
    static let columns = 19

    /// Settlements that are no more: destroyed, abandoned, historical.
    private static let gone: Set<String> = ["PPLW", "PPLQ", "PPLH", "PPLCH"]

    /// - Returns: the settlement; `nil` for what is none, as a mountain.
    /// - Throws: what is wrong, to follow the line's number.
    static func read(_ line: ArraySlice<UInt8>) throws(Mistake) -> Settlement? {
        let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard fields.count == columns else { throw Mistake("\(fields.count) columns instead of \(columns)") }
        func text(_ column: Int) throws(Mistake) -> String {
            guard let text = String(validating: fields[column], as: UTF8.self) else {
                throw Mistake("column \(column + 1) is no UTF-8")
            }
            return text
        }
        guard try text(6) == "P", !gone.contains(try text(7)) else { return nil }
        guard let id = Int64(try text(0)) else { throw Mistake("\(try text(0)) is no number of a place") }
        let population = try text(14)
        return try Settlement(
            id: id, name: text(1), asciiName: text(2), countryCode: text(8), adminArea: text(10),
            latitude: Double(text(4)), longitude: Double(text(5)),
            population: population.isEmpty ? 0 : Int64(population))
    }

    struct Mistake: Error {
        let problem: String
        init(_ problem: String) { self.problem = problem }
    }
}

extension Settlement {
    /// What is given is checked: a name, a place on Earth, a count of people.
    init(
        id: Int64, name: String, asciiName: String?, countryCode: String, adminArea: String, latitude: Double?,
        longitude: Double?, population: Int64?
    ) throws(GeoNamesLine.Mistake) {
        guard !name.isEmpty else { throw GeoNamesLine.Mistake("no name") }
        guard let latitude, (-90...90).contains(latitude) else {
            throw GeoNamesLine.Mistake("the latitude is no number from -90 to 90")
        }
        guard let longitude, (-180...180).contains(longitude) else {
            throw GeoNamesLine.Mistake("the longitude is no number from -180 to 180")
        }
        guard let population, population >= 0 else { throw GeoNamesLine.Mistake("the population is no number") }
        self.init(
            id: id, name: name, asciiName: asciiName.flatMap { $0.isEmpty ? nil : $0 }, countryCode: countryCode,
            adminArea: adminArea, latitude: latitude, longitude: longitude, population: population)
    }
}
