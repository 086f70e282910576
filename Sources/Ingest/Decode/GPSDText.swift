import JSONText
import WireFormats

/// gpsd's reports as JSON, by gpsd's own names with units; an absent key has none here either.
enum GPSDText {
    static func report(_ line: [UInt8]) -> JSONValue {
        do throws(WireError) {
            return json(try GPSDReport(decoding: line))
        } catch {
            return ["error": line.isEmpty ? "too_short" : "invalid"]
        }
    }

    private static func json(_ report: GPSDReport) -> JSONValue {
        var object = JSONObject()
        switch report {
        case .version(let release):
            object.append("class", "VERSION")
            object.add("release", release)
        case .devices(let devices):
            object.append("class", "DEVICES")
            object.append("devices", .array(devices.map { .object(fields(of: $0)) }))
        case .device(let device):
            object = fields(of: device)
        case .watch(let isEnabled):
            object.append("class", "WATCH")
            if let isEnabled { object.append("enable", .bool(isEnabled)) }
        case .tpv(let tpv): object = fields(of: tpv)
        case .sky(let sky):
            object.append("class", "SKY")
            object.add("device", sky.device)
            object.add("hdop", sky.hdop, decimals: 2)
            object.add("vdop", sky.vdop, decimals: 2)
            object.add("satellitesUsed", sky.satellitesUsed)
        case .gst(let gst):
            object.append("class", "GST")
            object.add("device", gst.device)
            object.add("time", gst.timestamp.map(NMEAText.moment))
            object.add("latitudeSigmaM", gst.lat, decimals: 3)
            object.add("longitudeSigmaM", gst.lon, decimals: 3)
            object.add("altitudeSigmaM", gst.alt, decimals: 3)
        case .error(let message):
            object.append("class", "ERROR")
            object.add("message", message)
        case .other(let name): object.append("class", .string(name))
        }
        return .object(object)
    }

    private static func fields(of device: GPSDReport.Device) -> JSONObject {
        var object: JSONObject = ["class": "DEVICE"]
        object.add("path", device.path)
        object.add("driver", device.driver)
        object.add("bps", device.bps)
        if let isActive = device.isActive { object.append("active", .bool(isActive)) }
        return object
    }

    private static func fields(of tpv: GPSDReport.TPV) -> JSONObject {
        var object: JSONObject = ["class": "TPV"]
        object.add("device", tpv.device)
        object.append("mode", .integer(Int64(tpv.mode)))
        object.add("status", tpv.status)
        object.add("time", tpv.timestamp.map(NMEAText.moment))
        object.add("latitudeDeg", tpv.lat, decimals: 9)
        object.add("longitudeDeg", tpv.lon, decimals: 9)
        object.add("altitudeM", tpv.altMSL, decimals: 3)
        object.add("ellipsoidHeightM", tpv.altHAE, decimals: 3)
        object.add("geoidSeparationM", tpv.geoidSep, decimals: 3)
        object.add("speedMps", tpv.speed, decimals: 4)
        object.add("courseDeg", tpv.track, decimals: 3)
        object.add("ephM95", tpv.eph, decimals: 3)
        object.add("epvM95", tpv.epv, decimals: 3)
        object.add("epsMps95", tpv.eps, decimals: 3)
        object.add("epdDeg95", tpv.epd, decimals: 3)
        return object
    }
}

extension JSONObject {
    /// Appends a field that is known.
    mutating func add(_ name: String, _ value: Double?, decimals: Int) {
        if let value { append(name, .number(value, decimals: decimals)) }
    }

    /// Appends a field that is known.
    mutating func add(_ name: String, _ value: Int?) {
        if let value { append(name, .integer(Int64(value))) }
    }

    /// Appends a field that is known.
    mutating func add(_ name: String, _ value: String?) {
        if let value { append(name, .string(value)) }
    }
}
