import JSONText
import WireFormats

extension ANTText {
    static func json(_ page: HeartRatePage) -> JSONObject {
        var object: JSONObject = ["page": .integer(page.number), "toggle": page.isToggled ? 1 : 0]
        var interval: UInt16?
        switch page.content {
        case .beat: break
        case .operatingTime(let seconds): object.append("operatingTimeS", seconds)
        case .manufacturer(let id, let serial):
            object.append("manufacturerId", id)
            object.append("serialUpper16", serial)
        case .product(let hardware, let software, let model): appendProduct(hardware, software, model, to: &object)
        case .previousBeat(let ticks, let specific):
            object.append("manufacturerSpecific", specific)
            object.append("prevBeatTime1024", ticks)
            interval = page.beatTimeTicks &- ticks
        case .swim(let average, let maximum, let session):
            object.append("intervalAvgHr", average)
            object.append("intervalMaxHr", maximum)
            object.append("sessionAvgHr", session)
        case .features(let supported, let enabled):
            object.append("featuresSupported", supported)
            object.append("featuresEnabled", enabled)
        case .battery(let percent, let battery):
            object.append("batteryPct", percent)
            append(battery, to: &object)
        case .raw(let page): object.append("raw", digits(page.bytes))
        }
        object.append("beatTime1024", page.beatTimeTicks)
        object.append("beatCount", page.beatCount)
        object.append("hr", page.beatsPerMinute)
        if let interval { object.append("rr1024", interval) }
        return object
    }

    static func json(_ page: RevolutionPage, counter: String) -> JSONObject {
        var object: JSONObject = ["page": .integer(page.number), "toggle": page.isToggled ? 1 : 0]
        switch page.content {
        case .counters: break
        case .operatingTime(let seconds): object.append("operatingTimeS", seconds)
        case .manufacturer(let id, let serial):
            object.append("manufacturerId", id)
            object.append("serialUpper16", serial)
        case .product(let hardware, let software, let model): appendProduct(hardware, software, model, to: &object)
        case .battery(let battery): append(battery, to: &object)
        case .motion(let isStopped): object.append("stopped", isStopped)
        case .raw(let page): object.append("raw", digits(page.bytes))
        }
        object.append("eventTime1024", page.eventTimeTicks)
        object.append(counter, page.revolutions)
        return object
    }

    private static func appendProduct(
        _ hardware: UInt8, _ software: UInt8, _ model: UInt8, to object: inout JSONObject
    ) {
        object.append("hwVersion", hardware)
        object.append("swVersion", software)
        object.append("modelNumber", model)
    }

    static func json(_ page: SpeedCadencePage) -> JSONObject {
        [
            "cadenceTime1024": .integer(page.cadenceTimeTicks), "crankRevs": .integer(page.crankRevolutions),
            "speedTime1024": .integer(page.speedTimeTicks), "wheelRevs": .integer(page.wheelRevolutions),
        ]
    }

    static func json(_ page: StrideSpeedDistancePage, _ bytes: DataPage) -> JSONObject {
        switch page {
        case .main(let main):
            return [
                "page": 1, "timeS": thousandths(main.timeSeconds), "distanceM": thousandths(main.distanceMetres),
                "speedMps": thousandths(main.speedMetresPerSecond), "strides": .integer(main.strides),
                "latencyS": thousandths(main.latencySeconds),
            ]
        case .cadence(let cadence):
            var object: JSONObject = [
                "page": .integer(cadence.number), "cadence": thousandths(cadence.stridesPerMinute),
                "speedMps": thousandths(cadence.speedMetresPerSecond),
            ]
            if let kilocalories = cadence.kilocalories { object.append("caloriesKcal", kilocalories) }
            object.append("state", "\(cadence.state)")
            object.append("health", "\(cadence.health)")
            object.append("battery", "\(cadence.battery)")
            object.append("location", "\(cadence.location)")
            return object
        case .common(let common): return json(common, bytes, number: .integer(bytes[0]))
        case .raw: return raw(bytes, number: .integer(bytes[0]))
        }
    }

    static func json(_ page: MuscleOxygenPage, _ bytes: DataPage) -> JSONObject {
        switch page {
        case .main(let main):
            var object: JSONObject = [
                "page": 1, "eventCount": .integer(main.eventCount), "needsTime": .bool(main.needsTime),
            ]
            append("totalHemoglobinGPerDl", main.totalHemoglobin, decimals: 2, to: &object)
            append("previousSaturationPct", main.previousSaturation, decimals: 1, to: &object)
            append("saturationPct", main.saturation, decimals: 1, to: &object)
            return object
        case .common(let common): return json(common, bytes, number: .integer(bytes[0]))
        case .raw: return raw(bytes, number: .integer(bytes[0]))
        }
    }

    private static func append(
        _ name: String, _ measurement: MuscleOxygenPage.Measurement, decimals: Int, to object: inout JSONObject
    ) {
        switch measurement {
        case .value(let value): object.append(name, .number(value, decimals: decimals))
        case .tooMuchAmbientLight: object.append(name, "ambient_light")
        case .invalid: object.append(name, .null)
        }
    }
}
