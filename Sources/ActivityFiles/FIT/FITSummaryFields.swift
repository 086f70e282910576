import Workouts

/// Where laps and sessions keep the same figure under different numbers.
struct FITSummaryFields {
    var averageSpeed, maximumSpeed, enhancedAverageSpeed, enhancedMaximumSpeed: UInt8
    var averageHeartRate, maximumHeartRate, minimumHeartRate: UInt8
    var averageCadence, maximumCadence, averageCadenceFraction, maximumCadenceFraction: UInt8
    var averagePower, maximumPower, normalizedPower, totalWork: UInt8
    var movingTime, ascent, descent: UInt8
    var averageAltitude, minimumAltitude, maximumAltitude: UInt8
    var enhancedAverageAltitude, enhancedMinimumAltitude, enhancedMaximumAltitude: UInt8
    var averageTemperature, minimumTemperature, maximumTemperature: UInt8
    var endLatitude, endLongitude: UInt8
    var northEastLatitude, northEastLongitude, southWestLatitude, southWestLongitude: UInt8

    static let lap = FITSummaryFields(
        averageSpeed: 13, maximumSpeed: 14, enhancedAverageSpeed: 110, enhancedMaximumSpeed: 111, averageHeartRate: 15,
        maximumHeartRate: 16, minimumHeartRate: 63, averageCadence: 17, maximumCadence: 18, averageCadenceFraction: 80,
        maximumCadenceFraction: 81, averagePower: 19, maximumPower: 20, normalizedPower: 33, totalWork: 41, movingTime: 52,
        ascent: 21, descent: 22,
        averageAltitude: 42, minimumAltitude: 62, maximumAltitude: 43, enhancedAverageAltitude: 112,
        enhancedMinimumAltitude: 113, enhancedMaximumAltitude: 114, averageTemperature: 50, minimumTemperature: 124,
        maximumTemperature: 51, endLatitude: 5, endLongitude: 6, northEastLatitude: 27, northEastLongitude: 28,
        southWestLatitude: 29, southWestLongitude: 30)

    static let session = FITSummaryFields(
        averageSpeed: 14, maximumSpeed: 15, enhancedAverageSpeed: 124, enhancedMaximumSpeed: 125, averageHeartRate: 16,
        maximumHeartRate: 17, minimumHeartRate: 64, averageCadence: 18, maximumCadence: 19, averageCadenceFraction: 92,
        maximumCadenceFraction: 93, averagePower: 20, maximumPower: 21, normalizedPower: 34, totalWork: 48, movingTime: 59,
        ascent: 22, descent: 23,
        averageAltitude: 49, minimumAltitude: 71, maximumAltitude: 50, enhancedAverageAltitude: 126,
        enhancedMinimumAltitude: 127, enhancedMaximumAltitude: 128, averageTemperature: 57, minimumTemperature: 150,
        maximumTemperature: 58, endLatitude: 38, endLongitude: 39, northEastLatitude: 29, northEastLongitude: 30,
        southWestLatitude: 31, southWestLongitude: 32)
}

extension FITMessage {
    /// Every figure that there is; a figure that there is not leaves no field.
    ///
    /// - Parameters:
    ///   - summary: the figures.
    ///   - isOnFoot: whether cadence is strides and not revolutions.
    ///   - fields: the numbers of a lap or of a session.
    mutating func addSummary(_ summary: WorkoutSummary, isOnFoot: Bool, fields: FITSummaryFields) {
        add(7, .uint32, FITValues.milliseconds(summary.elapsed))
        add(8, .uint32, FITValues.milliseconds(min(summary.timer, summary.elapsed)))
        if let moving = summary.moving.value {
            add(fields.movingTime, .uint32, FITValues.milliseconds(min(moving, summary.timer)))
        }
        if let distance = summary.distance.value { add(9, .uint32, distance.metres, scale: 100) }
        if isOnFoot, let steps = summary.steps.value { add(10, .uint32, steps / 2) }
        if let energy = summary.toldKilocalories { add(11, .uint16, energy) }
        if let speed = summary.averageSpeedMetresPerSecond.value {
            addSpeed(speed, enhanced: fields.enhancedAverageSpeed, legacy: fields.averageSpeed)
        }
        if let speed = summary.maximumSpeedMetresPerSecond.value {
            addSpeed(speed, enhanced: fields.enhancedMaximumSpeed, legacy: fields.maximumSpeed)
        }
        if let heartRate = summary.heartRate.value {
            add(fields.averageHeartRate, .uint8, FITValues.heartRate(heartRate.average))
            add(fields.maximumHeartRate, .uint8, FITValues.heartRate(heartRate.maximum))
            add(fields.minimumHeartRate, .uint8, FITValues.heartRate(heartRate.minimum))
        }
        addCadence(summary, isOnFoot: isOnFoot, fields: fields)
        if let power = summary.power.value {
            add(fields.averagePower, .uint16, FITValues.power(power.average))
            add(fields.maximumPower, .uint16, FITValues.power(power.maximum))
        }
        if let watts = summary.normalizedPowerWatts.value { add(fields.normalizedPower, .uint16, FITValues.power(watts)) }
        if let work = summary.workKilojoules.value { add(fields.totalWork, .uint32, work, scale: 1000) }
        if let altitude = summary.altitude.value {
            addAltitude(altitude.average, enhanced: fields.enhancedAverageAltitude, legacy: fields.averageAltitude)
            addAltitude(altitude.minimum, enhanced: fields.enhancedMinimumAltitude, legacy: fields.minimumAltitude)
            addAltitude(altitude.maximum, enhanced: fields.enhancedMaximumAltitude, legacy: fields.maximumAltitude)
        }
        if let metres = summary.ascentMetres.value { add(fields.ascent, .uint16, metres) }
        if let metres = summary.descentMetres.value { add(fields.descent, .uint16, metres) }
        if let temperature = summary.temperature.value {
            add(fields.averageTemperature, .sint8, temperature.average)
            add(fields.minimumTemperature, .sint8, temperature.minimum)
            add(fields.maximumTemperature, .sint8, temperature.maximum)
        }
    }

    /// Without zeros, as people read cadence (core §6.2).
    private mutating func addCadence(_ summary: WorkoutSummary, isOnFoot: Bool, fields: FITSummaryFields) {
        if isOnFoot, let steps = summary.stepRate.value {
            if let average = steps.averageWithoutZeros.map({ FITValues.strides($0) }) {
                add(fields.averageCadence, .uint8, average.whole)
                add(fields.averageCadenceFraction, .uint8, average.fraction)
            }
            let maximum = FITValues.strides(steps.maximum)
            add(fields.maximumCadence, .uint8, maximum.whole)
            add(fields.maximumCadenceFraction, .uint8, maximum.fraction)
        } else if let cadence = summary.cadence.value {
            if let average = cadence.averageWithoutZeros { add(fields.averageCadence, .uint8, average) }
            add(fields.maximumCadence, .uint8, cadence.maximum)
        }
    }

    /// First and last place and the corners around all of them; nothing for no places.
    mutating func addPlaces(_ places: Route.Places, fields: FITSummaryFields) {
        guard let box = RouteBounds(around: places.coordinates), let first = places.first, let last = places.last else { return }
        let start = FITValues.semicircles(first)
        add(3, .sint32, start.latitude)
        add(4, .sint32, start.longitude)
        let end = FITValues.semicircles(last)
        add(fields.endLatitude, .sint32, end.latitude)
        add(fields.endLongitude, .sint32, end.longitude)
        let northEast = FITValues.semicircles(latitude: box.north, longitude: box.east)
        add(fields.northEastLatitude, .sint32, northEast.latitude)
        add(fields.northEastLongitude, .sint32, northEast.longitude)
        let southWest = FITValues.semicircles(latitude: box.south, longitude: box.west)
        add(fields.southWestLatitude, .sint32, southWest.latitude)
        add(fields.southWestLongitude, .sint32, southWest.longitude)
    }
}
