import Workouts

/// Values as FIT wants them before its types cut them: what is capped, halved or split, in one place for records and summaries.
enum FITValues {
    /// 255 would read as "no value".
    static func heartRate(_ beatsPerMinute: Double?) -> Double? { beatsPerMinute.map { min($0, 254) } }

    /// 65 535 would read as "no value".
    static func power(_ watts: Double?) -> Double? { watts.map { min($0, 65534) } }

    /// Strides per minute as a whole number and 1/128ths: steps of both feet, halved.
    static func strides(_ stepsPerMinute: Double?) -> (whole: Int64?, fraction: Int64?) {
        guard let stepsPerMinute, let parts = FITMessage.stored(stepsPerMinute / 2, scale: 128), (0..<255 * 128).contains(parts)
        else { return (nil, nil) }
        return (parts / 128, parts % 128)
    }

    /// Latitude and longitude as 2^31 to the half circle; both or none.
    static func semicircles(_ location: Location?) -> (latitude: Int64?, longitude: Int64?) {
        guard let location else { return (nil, nil) }
        return semicircles(latitude: location.latitude, longitude: location.longitude)
    }

    static func semicircles(latitude: Double, longitude: Double) -> (latitude: Int64?, longitude: Int64?) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude),
            let north = FITMessage.stored(latitude, scale: 0x1p31 / 180),
            let east = FITMessage.stored(longitude, scale: 0x1p31 / 180)
        else { return (nil, nil) }
        switch east {
        case 0x8000_0000: return (north, -0x8000_0000)  // 180° E is 180° W
        case 0x7FFF_FFFF: return (north, 0x7FFF_FFFE)  // the last centimetre before it would read as "no value"
        default: return (north, east)
        }
    }

    /// Milliseconds, half up; FIT's lengths of time are never negative.
    static func milliseconds(_ span: TimeSpan) -> Int64 { (max(span.microseconds, 0) &+ 500) / 1000 }
}

extension FITMessage {
    /// Metres above sea level: 32 bits, and 16 for older readers where they reach (-500...12 606 m).
    mutating func addAltitude(_ metres: Double?, enhanced: UInt8, legacy: UInt8) {
        add(enhanced, .uint32, metres, scale: 5, offset: 500)
        add(legacy, .uint16, metres, scale: 5, offset: 500)
    }

    /// Metres per second: 32 bits, and 16 for older readers where they reach (65.534 m/s).
    mutating func addSpeed(_ metresPerSecond: Double?, enhanced: UInt8, legacy: UInt8) {
        add(enhanced, .uint32, metresPerSecond, scale: 1000)
        add(legacy, .uint16, metresPerSecond, scale: 1000)
    }
}
