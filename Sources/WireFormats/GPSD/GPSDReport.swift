import FoundationEssentials

/// One line of gpsd's JSON. Unknown classes and keys are passed over; a key with a value of another type reads as absent.
///
/// The one place where these rooms use Foundation: a JSON decoder of our own would be more to trust, not less.
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
    public init(decoding line: Span<UInt8>) throws(WireError) {
        guard !line.isEmpty else { throw .truncated(field: "report") }
        let data = line.withUnsafeBytes { Data($0) }
        do { self = try JSONDecoder().decode(Line.self, from: data).report } catch {
            throw .invalid(field: "report", value: Int64(line[0]))
        }
    }

    /// Decodes one line, with or without its line end.
    public init(decoding line: [UInt8]) throws(WireError) { try self.init(decoding: line.span) }

    /// What a client sends to be told everything, with its line end.
    public static let watchCommand = [UInt8]("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
}

private struct Line: Decodable {
    var report: GPSDReport

    private enum Key: String, CodingKey {
        case `class`, release, devices, path, driver, bps, activated, enable, message, device, mode, status, time, lat, lon, alt,
            altMSL
        case altHAE, geoidSep, speed, track, eph, epv, eps, epd, hdop, vdop, uSat, satellites
    }

    private struct Satellite: Decodable { var used: Bool? }
    private struct Nested: Decodable {
        var device: GPSDReport.Device
        init(from decoder: any Decoder) throws { device = Line.device(Fields(try decoder.container(keyedBy: Key.self))) }
    }

    /// Reads what is there and of the right type.
    private struct Fields {
        let container: KeyedDecodingContainer<Key>
        init(_ container: KeyedDecodingContainer<Key>) { self.container = container }

        func value<Value: Decodable>(_ key: Key) -> Value? { try? container.decodeIfPresent(Value.self, forKey: key) }
        func timestamp() -> Int64? { value(.time).flatMap { (text: String) in ISO8601UTC.microseconds(text) } }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let fields = Fields(container)
        switch try container.decode(String.self, forKey: .class) {
        case "VERSION": report = .version(release: fields.value(.release))
        case "DEVICES":
            let nested: [Nested]? = fields.value(.devices)
            report = .devices(nested?.map(\.device) ?? [])
        case "DEVICE": report = .device(Self.device(fields))
        case "WATCH": report = .watch(isEnabled: fields.value(.enable))
        case "ERROR": report = .error(message: fields.value(.message))
        case "TPV":
            report = .tpv(
                GPSDReport.TPV(
                    device: fields.value(.device), mode: fields.value(.mode) ?? 0, status: fields.value(.status),
                    timestamp: fields.timestamp(), lat: fields.value(.lat), lon: fields.value(.lon),
                    altMSL: fields.value(.altMSL) ?? fields.value(.alt), altHAE: fields.value(.altHAE),
                    geoidSep: fields.value(.geoidSep), speed: fields.value(.speed), track: fields.value(.track),
                    eph: fields.value(.eph), epv: fields.value(.epv), eps: fields.value(.eps), epd: fields.value(.epd)))
        case "SKY":
            let satellites: [Satellite]? = fields.value(.satellites)
            report = .sky(
                GPSDReport.SKY(
                    device: fields.value(.device), hdop: fields.value(.hdop), vdop: fields.value(.vdop),
                    satellitesUsed: fields.value(.uSat) ?? satellites?.count { $0.used == true }))
        case "GST":
            report = .gst(
                GPSDReport.GST(
                    device: fields.value(.device), timestamp: fields.timestamp(), lat: fields.value(.lat),
                    lon: fields.value(.lon), alt: fields.value(.alt)))
        case let name: report = .other(className: name)
        }
    }

    private static func device(_ fields: Fields) -> GPSDReport.Device {
        // The time of activation, or 0 once the device is gone.
        let activatedAt: String? = fields.value(.activated)
        let number: Double? = fields.value(.activated)
        return GPSDReport.Device(
            path: fields.value(.path), driver: fields.value(.driver), bps: fields.value(.bps),
            isActive: activatedAt != nil ? true : number.map { $0 != 0 })
    }
}
