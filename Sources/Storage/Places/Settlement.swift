import Workouts

/// A village, town or city.
public struct Settlement: Equatable, Sendable {
    /// GeoNames' number.
    public var id: Int64
    /// In the local language, as a rule.
    public var name: String
    /// The name in letters of ASCII; `nil` where the table has none.
    public var asciiName: String?
    /// ISO 3166-1 alpha-2.
    public var countryCode: String
    /// GeoNames' code of the first administrative division; `""` for none.
    public var adminArea: String
    /// Degrees, WGS 84.
    public var latitude: Double
    public var longitude: Double
    /// 0 where nobody counted.
    public var population: Int64

    public init(
        id: Int64, name: String, asciiName: String?, countryCode: String, adminArea: String, latitude: Double,
        longitude: Double, population: Int64
    ) {
        self.id = id
        self.name = name
        self.asciiName = asciiName
        self.countryCode = countryCode
        self.adminArea = adminArea
        self.latitude = latitude
        self.longitude = longitude
        self.population = population
    }

    /// Metres along the great circle (core §6.7).
    public func distanceMetres(latitude: Double, longitude: Double) -> Double {
        Geodesy.distanceMetres(
            Location(offset: .zero, latitude: self.latitude, longitude: self.longitude),
            Location(offset: .zero, latitude: latitude, longitude: longitude))
    }
}

/// A settlement and how far away it is.
public struct NearbySettlement: Equatable, Sendable {
    public var settlement: Settlement
    /// Along the great circle.
    public var metres: Double
}
