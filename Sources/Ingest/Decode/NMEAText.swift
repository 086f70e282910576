import JSONText
import WireFormats
import Workouts

/// Sentences and fixes as JSON. An empty field has no key.
enum NMEAText {
    /// One sentence; a line end may follow.
    static func sentence(_ bytes: [UInt8]) -> JSONValue {
        do throws(WireError) {
            return fields(of: try NMEASentence(proving: bytes.span))
        } catch {
            return refused(error)
        }
    }

    /// What came of sentences in order, all taken to have arrived at once.
    static func fixes(_ packets: [[UInt8]]) -> JSONValue {
        var receiver = NMEAReceiver()
        var outcomes: [JSONValue] = []
        for packet in packets { receiver.append(packet, at: .zero) { outcomes.append(outcome($0)) } }
        if let last = receiver.finish() { outcomes.append(outcome(last)) }
        var object: JSONObject = ["epochs": .array(outcomes), "sentences": .integer(Int64(receiver.counters.valid))]
        let refused = [
            ("badChecksum", receiver.counters.badChecksum), ("noChecksum", receiver.counters.noChecksum),
            ("truncated", receiver.counters.truncated), ("malformed", receiver.malformedSentences),
        ]
        for (name, count) in refused where count > 0 { object.append(name, .integer(Int64(count))) }
        return .object(object)
    }

    static func outcome(_ outcome: FixOutcome) -> JSONValue {
        guard case .fix(let fix) = outcome else { return ["fix": false] }
        var object: JSONObject = ["fix": true]
        object.add("time", fix.timestamp.map(\.iso8601) ?? fix.timeOfDay.map { "T" + time($0) + "Z" })
        object.add("latitudeDeg", fix.latitude, decimals: 9)
        object.add("longitudeDeg", fix.longitude, decimals: 9)
        object.add("altitudeM", fix.altitudeMetres, decimals: 3)
        object.add("geoidSeparationM", fix.geoidSeparationMetres, decimals: 3)
        object.add("speedMps", fix.speedMetresPerSecond, decimals: 4)
        object.add("courseDeg", fix.courseDegrees, decimals: 3)
        object.add("horizontalAccuracyM", fix.accuracy.horizontalMetres, decimals: 3)
        object.add("verticalAccuracyM", fix.accuracy.verticalMetres, decimals: 3)
        object.add("speedAccuracyMps", fix.accuracy.speedMetresPerSecond, decimals: 3)
        object.add("courseAccuracyDeg", fix.accuracy.courseDegrees, decimals: 2)
        object.append("mode", .string(fix.mode.rawValue))
        if fix.isTwoDimensional { object.append("twoDimensional", true) }
        object.add("satellitesUsed", fix.satellitesUsed)
        object.add("hdop", fix.hdop, decimals: 2)
        return .object(object)
    }

    private static func refused(_ error: WireError) -> JSONValue {
        switch error {
        case .truncated: ["error": "too_short"]
        case .invalid(let field, let value): ["error": "invalid", "field": .string(field.description), "byte": .integer(value)]
        case .checksumMismatch(let computed, let received):
            ["error": "bad_checksum", "computed": .string(hex(computed)), "received": .string(hex(received))]
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }

    private static func fields(of sentence: borrowing NMEASentence) -> JSONValue {
        var object = JSONObject()
        let address = String(decoding: [UInt8](sentence.address), as: UTF8.self)
        if let talker = sentence.talker {
            object.append("sentence", .string(String(address.dropFirst(2))))
            object.append("talker", .string(talker.description))
        } else {
            object.append("sentence", .string(address))
        }
        let head = object
        switch show(sentence, in: &object) {
        case true?: return .object(object)
        case false?:
            object = head
            object.append("error", "malformed")
        case nil: break
        }
        // A sentence without a reader of its own, or one that its reader refused: as it stands.
        var reader = sentence.fields
        var raw: [JSONValue] = []
        while let field = reader.text() { raw.append(.string(String(decoding: [UInt8](field), as: UTF8.self))) }
        object.append("fields", .array(raw))
        return .object(object)
    }

    /// - Returns: `true` when shown, `false` when a field is not what is due, `nil` when nobody reads this sentence.
    private static func show(_ sentence: borrowing NMEASentence, in object: inout JSONObject) -> Bool? {
        switch sentence.formatter {
        case .rmc:
            guard let rmc = RMC(sentence) else { return false }
            object.add("time", rmc.timeOfDay.map(time))
            object.append("status", rmc.isActive ? "active" : "void")
            object.add(rmc.position)
            object.add("speedMps", rmc.speedMetresPerSecond, decimals: 4)
            object.add("courseDeg", rmc.courseDegrees, decimals: 3)
            object.add("date", rmc.date.map(date))
            object.add("mode", rmc.mode?.rawValue)
            object.append("fix", .bool(rmc.isFix))
        case .gga:
            guard let gga = GGA(sentence) else { return false }
            object.add("time", gga.timeOfDay.map(time))
            object.add(gga.position)
            object.append("quality", .string(gga.mode.rawValue))
            object.add(gga.satellitesUsed, gga.hdop, gga.altitudeMetres, gga.geoidSeparationMetres)
            object.append("fix", .bool(gga.isFix))
        case .gns:
            guard let gns = GNS(sentence) else { return false }
            object.add("time", gns.timeOfDay.map(time))
            object.add(gns.position)
            object.add("mode", gns.mode?.rawValue)
            object.add(gns.satellitesUsed, gns.hdop, gns.altitudeMetres, gns.geoidSeparationMetres)
            object.append("fix", .bool(gns.isFix))
        case .gll:
            guard let gll = GLL(sentence) else { return false }
            object.add(gll.position)
            object.add("time", gll.timeOfDay.map(time))
            object.append("status", gll.isActive ? "active" : "void")
            object.add("mode", gll.mode?.rawValue)
            object.append("fix", .bool(gll.isFix))
        case .vtg:
            guard let vtg = VTG(sentence) else { return false }
            object.add("courseDeg", vtg.courseDegrees, decimals: 3)
            object.add("speedMps", vtg.speedMetresPerSecond, decimals: 4)
            object.add("mode", vtg.mode?.rawValue)
        case .gsa:
            guard let gsa = GSA(sentence) else { return false }
            object.append("fixDimensions", .integer(gsa.fixType == .none ? 0 : Int64(gsa.fixType.rawValue)))
            object.add("satellitesUsed", gsa.satellitesUsed)
            object.add("pdop", gsa.pdop, decimals: 2)
            object.add("hdop", gsa.hdop, decimals: 2)
            object.add("vdop", gsa.vdop, decimals: 2)
        case .gst:
            guard let gst = GST(sentence) else { return false }
            object.add("time", gst.timeOfDay.map(time))
            object.add("latitudeSigmaM", gst.latitudeSigmaMetres, decimals: 3)
            object.add("longitudeSigmaM", gst.longitudeSigmaMetres, decimals: 3)
            object.add("altitudeSigmaM", gst.altitudeSigmaMetres, decimals: 3)
        case .gsv:
            guard let gsv = GSV(sentence) else { return false }
            object.add("sentenceCount", gsv.sentenceCount)
            object.add("sentenceNumber", gsv.sentenceNumber)
            object.add("satellitesInView", gsv.satellitesInView)
        case .zda:
            guard let zda = ZDA(sentence) else { return false }
            object.add("time", zda.timeOfDay.map(time))
            object.add("date", zda.date.map(date))
        case .txt:
            guard let txt = TXT(sentence) else { return false }
            object.add("sentenceCount", txt.sentenceCount)
            object.add("sentenceNumber", txt.sentenceNumber)
            object.add("identifier", txt.identifier)
            object.append("text", .string(txt.text))
        case .proprietary:
            if let ublox = PUBX00(sentence) {
                object.add("time", ublox.timeOfDay.map(time))
                object.add("horizontalAccuracyM", ublox.horizontalAccuracyMetres, decimals: 3)
                object.add("verticalAccuracyM", ublox.verticalAccuracyMetres, decimals: 3)
            } else if let garmin = PGRME(sentence) {
                object.add("horizontalErrorM", garmin.horizontalErrorMetres, decimals: 3)
                object.add("verticalErrorM", garmin.verticalErrorMetres, decimals: 3)
            } else {
                return nil
            }
        case .other: return nil
        }
        return true
    }

    /// `hh:mm:ss.sss`, second 60 as sent.
    static func time(_ time: NMEATimeOfDay) -> String {
        let minutes = time.isSecond60 ? Int(time.milliseconds) / 60_000 - 1 : Int(time.milliseconds) / 60_000
        let milliseconds = Int(time.milliseconds) - minutes * 60_000
        return padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2) + ":" + padded(milliseconds / 1000, 2) + "."
            + padded(milliseconds % 1000, 3)
    }

    /// `yyyy-mm-dd`.
    static func date(_ date: NMEADate) -> String { "\(date.year)-" + padded(date.month, 2) + "-" + padded(date.day, 2) }

    /// ISO 8601 with milliseconds.
    static func moment(_ microseconds: Int64) -> String { Timestamp(microseconds: microseconds).iso8601 }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension JSONObject {
    fileprivate mutating func add(_ position: NMEAPosition?) {
        add("latitudeDeg", position?.latitude, decimals: 9)
        add("longitudeDeg", position?.longitude, decimals: 9)
    }

    fileprivate mutating func add(_ satellites: Int?, _ hdop: Double?, _ altitude: Double?, _ separation: Double?) {
        add("satellitesUsed", satellites)
        add("hdop", hdop, decimals: 2)
        add("altitudeM", altitude, decimals: 3)
        add("geoidSeparationM", separation, decimals: 3)
    }
}
