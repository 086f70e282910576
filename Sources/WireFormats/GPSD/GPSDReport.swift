import JSONText

/// One line of gpsd's JSON. Unknown classes and keys are passed over; a key with a value of another type reads as absent.
///
/// - SeeAlso: gpsd_json(5), protocol 3.
public enum GPSDReport: Equatable, Sendable {
    case version(release: String?)
    case devices([Device])
    case device(Device)
    case watch(isEnabled: Bool?)
    case tpv(TPV)
    case sky(SKY)
    case gst(GST)
    case error(message: String?)
    /// A class that nobody here needs.
    case other(className: String)

    /// A receiver that gpsd serves.
    public struct Device: Equatable, Sendable {
        /// Such as `/dev/ttyACM0`.
        public var path: String?
        /// Such as `u-blox`; `nmea0183` for a plain talker.
        public var driver: String?
        /// Bits a second.
        public var bps: Int?
        /// `false` once it was unplugged or closed; `nil` when the report does not say.
        public var isActive: Bool?
    }

    /// Time, position, velocity. What gpsd does not know is absent.
    public struct TPV: Equatable, Sendable {
        /// The receiver's path.
        public var device: String?
        /// 0 and 1 no fix, 2 two dimensions, 3 three.
        public var mode: Int
        /// 2 differential, 3 RTK fixed, 4 RTK float, 5 and 6 dead reckoning, 8 simulated.
        public var status: Int?
        /// Microseconds since 1970, UTC.
        public var timestamp: Int64?
        /// Degrees.
        public var lat: Double?
        /// Degrees.
        public var lon: Double?
        /// Metres above mean sea level; older gpsd calls it `alt`.
        public var altMSL: Double?
        /// Metres above the ellipsoid.
        public var altHAE: Double?
        /// Metres from the ellipsoid up to the geoid.
        public var geoidSep: Double?
        /// Metres per second.
        public var speed: Double?
        /// Degrees true.
        public var track: Double?
        /// Metres at 95 %.
        public var eph: Double?
        /// Metres at 95 %.
        public var epv: Double?
        /// Metres per second at 95 %.
        public var eps: Double?
        /// Degrees at 95 %.
        public var epd: Double?
    }

    /// Satellites and dilution of precision.
    public struct SKY: Equatable, Sendable {
        /// The receiver's path.
        public var device: String?
        /// Horizontal dilution of precision.
        public var hdop: Double?
        /// Vertical dilution of precision.
        public var vdop: Double?
        /// Satellites that the solution uses.
        public var satellitesUsed: Int?
    }

    /// Standard deviations in metres.
    public struct GST: Equatable, Sendable {
        /// The receiver's path.
        public var device: String?
        /// Microseconds since 1970, UTC.
        public var timestamp: Int64?
        /// Metres, north and south.
        public var lat: Double?
        /// Metres, east and west.
        public var lon: Double?
        /// Metres, up and down.
        public var alt: Double?
    }

    /// Decodes one line, with or without its line end.
    ///
    /// - Throws: `truncated` for an empty line, `invalid` for what is no JSON object with a `class`.
    public init(decoding line: [UInt8]) throws(WireError) {
        guard let first = line.first else { throw .truncated(field: "report") }
        let report: PlacedJSON
        do throws(JSONError) { report = try JSONReader.read(line) } catch {
            throw .invalid(field: "report", value: Int64(first))
        }
        guard let name = report["class"]?.string else { throw .invalid(field: "report", value: Int64(first)) }
        self = Self.report(of: name, report)
    }

    /// What a client sends to be told everything, with its line end.
    public static let watchCommand = [UInt8]("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
}

extension GPSDReport {
    private static func report(of name: String, _ json: PlacedJSON) -> GPSDReport {
        switch name {
        case "VERSION": .version(release: json["release"]?.string)
        case "DEVICES": .devices(json["devices"]?.elements?.map(Device.init) ?? [])
        case "DEVICE": .device(Device(json))
        case "WATCH": .watch(isEnabled: json["enable"]?.bool)
        case "ERROR": .error(message: json["message"]?.string)
        case "TPV": .tpv(TPV(json))
        case "SKY": .sky(SKY(json))
        case "GST": .gst(GST(json))
        default: .other(className: name)
        }
    }
}

extension GPSDReport.Device {
    fileprivate init(_ json: PlacedJSON) {
        path = json["path"]?.string
        driver = json["driver"]?.string
        bps = json["bps"]?.whole
        // The time of activation, or 0 once the device is gone.
        let activated = json["activated"]
        isActive = activated?.string != nil ? true : activated?.double.map { $0 != 0 }
    }
}

extension GPSDReport.TPV {
    fileprivate init(_ json: PlacedJSON) {
        device = json["device"]?.string
        mode = json["mode"]?.whole ?? 0
        status = json["status"]?.whole
        timestamp = json["time"]?.timestamp
        lat = json["lat"]?.double
        lon = json["lon"]?.double
        altMSL = json["altMSL"]?.double ?? json["alt"]?.double
        altHAE = json["altHAE"]?.double
        geoidSep = json["geoidSep"]?.double
        speed = json["speed"]?.double
        track = json["track"]?.double
        eph = json["eph"]?.double
        epv = json["epv"]?.double
        eps = json["eps"]?.double
        epd = json["epd"]?.double
    }
}

extension GPSDReport.SKY {
    fileprivate init(_ json: PlacedJSON) {
        device = json["device"]?.string
        hdop = json["hdop"]?.double
        vdop = json["vdop"]?.double
        satellitesUsed = json["uSat"]?.whole ?? json["satellites"]?.elements?.count { $0["used"]?.bool == true }
    }
}

extension GPSDReport.GST {
    fileprivate init(_ json: PlacedJSON) {
        device = json["device"]?.string
        timestamp = json["time"]?.timestamp
        lat = json["lat"]?.double
        lon = json["lon"]?.double
        alt = json["alt"]?.double
    }
}

extension PlacedJSON {
    fileprivate var whole: Int? { integer.flatMap { Int(exactly: $0) } }
    fileprivate var timestamp: Int64? { string.flatMap { ISO8601UTC.microseconds($0) } }
}
