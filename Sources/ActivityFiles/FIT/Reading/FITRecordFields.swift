import Workouts

extension RecordedPoint {
    /// A `record`: the enhanced fields before the shorter ones. The offset counts from FIT's epoch, and cadence is as the file has it.
    init(fit message: FITDataMessage, second: UInt32) {
        self.init(offset: Offset(microseconds: Int64(second) * 1_000_000))
        var latitude: Double?
        var longitude: Double?
        var cadenceFraction: Double?
        var fineCadence: Double?
        var (shortSpeed, shortAltitude): (Double?, Double?)
        for field in message.definition.fields {
            switch field.number {
            case 0: latitude = message.number(field).map { $0 * (180 / 0x1p31) }
            case 1: longitude = message.number(field).map { $0 * (180 / 0x1p31) }
            case 2: shortAltitude = message.number(field).map { ($0 - 2500) / 5 }
            case 3: beatsPerMinute = message.number(field)
            case 4: revolutionsPerMinute = message.number(field)
            case 5: distanceMetres = message.number(field).map { $0 / 100 }
            case 6: shortSpeed = message.number(field).map { $0 / 1000 }
            case 7: watts = message.number(field)
            case 13: temperatureCelsius = message.number(field)
            case 31: horizontalAccuracyMetres = message.number(field)
            case 33: energyKilocalories = message.number(field)
            case 52: fineCadence = message.number(field).map { $0 / 256 }
            case 53: cadenceFraction = message.number(field).map { $0 / 128 }
            case 73: speedMetresPerSecond = message.number(field).map { $0 / 1000 }
            case 78: altitudeMetres = message.number(field).map { ($0 - 2500) / 5 }
            default: break
            }
        }
        speedMetresPerSecond = speedMetresPerSecond ?? shortSpeed
        altitudeMetres = altitudeMetres ?? shortAltitude
        revolutionsPerMinute = fineCadence ?? revolutionsPerMinute.map { $0 + (cadenceFraction ?? 0) }
        if let latitude, let longitude, abs(latitude) <= 90 {
            self.latitude = latitude
            self.longitude = longitude
        }
    }
}

/// Speed and distance as early watches wrote them, in three bytes: 12 bits of speed in 1/100 m/s, then 12 bits of distance in 1/16 m
/// that begin again every 256 m.
struct FITShortDistance {
    private var last: Int?
    private var sixteenths = 0

    /// - Returns: metres per second, and metres so far; `nil` for "no value".
    mutating func take(_ content: ArraySlice<UInt8>) -> (speed: Double, distance: Double)? {
        let bytes = content.map { Int($0) }
        guard bytes.count == 3, bytes != [0xFF, 0xFF, 0xFF] else { return nil }
        let speed = bytes[0] | (bytes[1] & 15) << 8
        let distance = bytes[1] >> 4 | bytes[2] << 4
        sixteenths += last.map { (distance - $0) & 0xFFF } ?? distance
        last = distance
        return (Double(speed) / 100, Double(sixteenths) / 16)
    }
}
