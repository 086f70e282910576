import JSONText
import Workouts

extension WorkoutSummary {
    /// Every figure of a workout, a leg or a lap, and the reason beside each that there is not.
    var json: JSONValue {
        var object = JSONObject()
        object.append("elapsedSeconds", .seconds(elapsed))
        object.append("timerSeconds", .seconds(timer))
        object.append("movingSeconds", moving) { .seconds($0) }
        object.append("distance", distance, \.json)
        object.append("averageSpeed", averageSpeedMetresPerSecond) { .metresPerSecond($0) }
        object.append("movingSpeed", movingSpeedMetresPerSecond) { .metresPerSecond($0) }
        object.append("maximumSpeed", maximumSpeedMetresPerSecond) { .metresPerSecond($0) }
        object.append("heartRate", heartRate, \.json)
        object.append("power", power, \.json)
        object.append("cadence", cadence, \.json)
        object.append("stepRate", stepRate, \.json)
        object.append("steps", steps) { .number($0, decimals: 1) }
        object.append("altitude", altitude, \.json)
        object.append("ascentMetres", ascentMetres) { .metres($0) }
        object.append("descentMetres", descentMetres) { .metres($0) }
        object.append("altimeter", .string(altimeter?.rawValue))
        object.append("climbThresholdMetres", .metres(altimeter?.climbThresholdMetres))
        object.append("temperature", temperature, \.json)
        object.append("normalizedPower", normalizedPowerWatts) { .quantity($0) }
        object.append("intensityFactor", intensityFactor) { .ratio($0) }
        object.append("variabilityIndex", variabilityIndex) { .ratio($0) }
        object.append("trainingStressScore", trainingStressScore) { .quantity($0) }
        object.append("efficiencyFactor", efficiencyFactor) { .ratio($0) }
        object.append("workKilojoules", workKilojoules) { .number($0, decimals: 3) }
        object.append("powerCurve", .array(powerCurve.map(\.json)))
        object.append("wPrime", wPrime, \.json)
        object.append("heartRateLoad", heartRateLoad, \.json)
        object.append("decoupling", decoupling, \.json)
        object.append("rrVariability", rrVariability, \.json)
        object.append("energy", energy, \.json)
        object.append("machineEnergyKilocalories", machineEnergyKilocalories) { .kilocalories($0) }
        return .object(object)
    }
}

extension WorkoutSummary.Distance {
    fileprivate var json: JSONValue {
        [
            "metres": .metres(metres), "origin": .string(origin.rawValue),
            "parts": .array(parts.map { ["origin": .string($0.origin.rawValue), "metres": .metres($0.metres)] }),
        ]
    }
}

extension WorkoutSummary.Statistics {
    fileprivate var json: JSONValue {
        [
            "average": .quantity(average), "averageWithoutZeros": .quantity(averageWithoutZeros), "minimum": .quantity(minimum),
            "maximum": .quantity(maximum), "sampleCount": .integer(sampleCount), "medianSpacingSeconds": .seconds(medianSpacing),
            "coverage": .ratio(coverage), "isLowCoverage": .bool(isLowCoverage),
        ]
    }
}

extension WorkoutSummary.PowerCurvePoint {
    fileprivate var json: JSONValue {
        ["seconds": .integer(seconds), "watts": .quantity(watts), "startSecond": .integer(startSecond)]
    }
}

extension WPrimeSeries.Low {
    fileprivate var json: JSONValue {
        [
            "minimumJoules": .joules(minimumJoules), "minimumSecond": .integer(minimumSecond), "endJoules": .joules(endJoules),
        ]
    }
}

extension HeartRateLoad {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object.append("trimp", .quantity(trimp))
        object.append("hrTSS", hrTSS) { .quantity($0) }
        object.append("isSexAssumed", .bool(isSexAssumed))
        object.append("coverage", .ratio(coverage))
        object.append("isLowCoverage", .bool(isLowCoverage))
        return .object(object)
    }
}

extension Decoupling {
    fileprivate var json: JSONValue {
        [
            "percent": .percent(percent), "basis": .string(basis.rawValue), "coverage": .ratio(coverage),
            "isLowCoverage": .bool(isLowCoverage),
        ]
    }
}

extension RRVariability {
    fileprivate var json: JSONValue {
        [
            "rmssdMilliseconds": .quantity(rmssdMilliseconds), "pairs": .integer(pairs), "acceptedBeats": .integer(acceptedBeats),
            "totalBeats": .integer(totalBeats), "quality": .ratio(quality), "seconds": .seconds(duration),
            "isShown": .bool(isShown),
        ]
    }
}

extension ActiveEnergy {
    fileprivate var json: JSONValue {
        [
            "kilocalories": .kilocalories(kilocalories), "method": .string(method.rawValue), "coverage": .ratio(coverage),
            "isLowCoverage": .bool(isLowCoverage),
        ]
    }
}
