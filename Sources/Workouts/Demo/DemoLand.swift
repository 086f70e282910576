import Glibc  // rounding is a libm call on processors without the instruction

/// A made-up land: hills where the charts have nothing but deep water, so that no route leads past anybody's door.
struct DemoLand {
    /// In the North Atlantic, some 800 km from any coast.
    static let homeLatitude = 47.5
    static let homeLongitude = -20.0
    /// At sea time goes by the meridian: UTC−1, without summer time. (The database counts such zones westwards.)
    static let timeZone = "Etc/GMT+1"
    static let utcOffsetSeconds = -3600

    /// Of `Geodesy.radius`.
    private static let metresPerDegree = 111_195.080_234
    /// Of the latitude of home.
    private static let cosine = 0.675_590_207_615_660_1

    private let hills: DemoNoise
    private let knolls: DemoNoise
    private let bumps: DemoNoise

    init(seed: UInt64) {
        var numbers = DemoNumbers(seed, 1)
        hills = DemoNoise(&numbers)
        knolls = DemoNoise(&numbers)
        bumps = DemoNoise(&numbers)
    }

    /// Metres above the sea, 5...200; no slope is steeper than 15 %.
    ///
    /// - Parameters: metres east and north of home.
    func height(east: Double, north: Double) -> Double {
        102 + 65 * hills(east / 6000, north / 6000) + 28 * knolls(east / 1800, north / 1800) + 4 * bumps(east / 500, north / 500)
    }

    /// Degrees, to the seventh decimal, as receivers tell them.
    static func coordinate(east: Double, north: Double) -> (latitude: Double, longitude: Double) {
        let latitude = homeLatitude + north / metresPerDegree
        let longitude = homeLongitude + east / (metresPerDegree * cosine)
        return (latitude.told(by: 10_000_000), longitude.told(by: 10_000_000))
    }
}

extension Double {
    /// Rounded to what a sensor tells: whole parts of 1 / `parts`.
    func told(by parts: Double) -> Double { (self * parts).rounded() / parts + 0 }
}
