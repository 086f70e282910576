import Workouts

/// Takes a GPX document's elements, and keeps the tracks.
final class GPXHandler: XMLHandler {
    private(set) var leftOut = ActivityContents.LeftOut()
    private(set) var refusal: ActivityFault.Reason?
    /// The program or device, as the root says.
    private(set) var creator: String?
    /// Of the whole document.
    private(set) var title: String?
    private(set) var note: String?
    /// Of one of our own files.
    private(set) var own: OwnDetails?

    private var tracks: [GPXTrack] = []
    /// Of all tracks.
    private var pointCount = 0
    private var pieceCount = 0
    private var parents: [XMLName] = []
    private var point = RecordedPoint(offset: .zero)
    private var moment: MomentText?
    private var kind = Kind.none

    /// What the point under way belongs to.
    private enum Kind { case none, track, other }

    static let mostPieces = 1 << 16
    /// Of the shortest point that has a time.
    private static let leastPointBytes = 60
    /// No more than the document can hold: room that is not used costs nothing, and a long array is not copied to grow.
    private let mostPoints: Int

    /// - Parameter byteCount: of the document.
    init(byteCount: Int) { mostPoints = min(byteCount / Self.leastPointBytes, RecordedPoint.mostInFile) }

    /// Gives the tracks away, as far as they are there: those of a cut document with their last whole point.
    func takeTracks() -> [GPXTrack] {
        defer { tracks = [] }
        return tracks
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes, at place: FilePlace) {
        defer { parents.append(name) }
        guard let parent = parents.last else { return startRoot(name, attributes) }
        if name.namespace == .own { own.take(name.local, attributes) }
        guard name.isGPX, kind == .none else { return }
        switch name.local {
        case "trk" where parent.isGPX("gpx"):
            tracks.append(GPXTrack())
            if tracks.count == 1 { tracks[0].reserveCapacity(mostPoints) }
            countPiece()
        case "trkseg" where parent.isGPX("trk"):
            guard !tracks.isEmpty else { break }
            tracks[tracks.count - 1].beginSegment()
            countPiece()
        case "trkpt" where parent.isGPX("trkseg"): startPoint(attributes, at: place)
        case "wpt" where parent.isGPX("gpx"):
            leftOut.waypoints += 1
            kind = .other
        case "rte" where parent.isGPX("gpx"): leftOut.plans += 1
        case "rtept": kind = .other
        default: break
        }
    }

    func end(_ name: XMLName, text: [UInt8], at place: FilePlace) {
        _ = parents.popLast()
        guard let parent = parents.last else { return }
        switch kind {
        case .track: endInPoint(name, parent, text, at: place)
        case .other: if name.isGPX("wpt") || name.isGPX("rtept") { kind = .none }
        case .none: endOutside(name, parent, text)
        }
    }

    private func startRoot(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.isGPX("gpx") else { return refusal = .otherDocument(name.local) }
        creator = attributes["creator"].flatMap(XMLText.words)
    }

    private func startPoint(_ attributes: XMLAttributes, at place: FilePlace) {
        point = RecordedPoint(offset: .zero)
        moment = nil
        kind = .track
        let latitude = attributes["lat"].flatMap { leftOut.values.number($0[...], "lat", in: .latitudes, at: place) }
        let longitude = attributes["lon"].flatMap { leftOut.values.number($0[...], "lon", in: .longitudes, at: place) }
        point.setPlace(latitude, longitude)
    }

    private func endOutside(_ name: XMLName, _ parent: XMLName, _ text: [UInt8]) {
        guard name.isGPX else { return }
        switch name.local {
        case "name" where parent.isGPX("trk"): if !tracks.isEmpty { tracks[tracks.count - 1].name = XMLText.words(text) }
        case "type" where parent.isGPX("trk"):
            if !tracks.isEmpty { tracks[tracks.count - 1].type = ActivityType(gpxType: String(decoding: text, as: UTF8.self)) }
        // GPX 1.0 has it in the root.
        case "name" where parent.isGPX("metadata") || parent.isGPX("gpx"): title = title ?? XMLText.words(text)
        case "desc" where parent.isGPX("metadata") || parent.isGPX("gpx") || parent.isGPX("trk"):
            note = note ?? XMLText.words(text)
        default: break
        }
    }

    private func endInPoint(_ name: XMLName, _ parent: XMLName, _ text: [UInt8], at place: FilePlace) {
        if parent.isGPX("trkpt"), name.isGPX {
            switch name.local {
            case "ele":
                point.altitudeMetres = leftOut.values.number(text[...], "ele", in: Quantity.altitude.plausibleValues, at: place)
            case "time": moment = MomentText(text)
            // Of GPX 1.0, in metres per second.
            case "speed":
                point.speedMetresPerSecond = leftOut.values.number(
                    text[...], "speed", in: Quantity.speed.plausibleValues, at: place)
            default: break
            }
        } else if name.isGPX("trkpt") {
            endPoint(at: place)
        } else {
            point.takeExtension(name, text, at: place, &leftOut.values)
        }
    }

    private func endPoint(at place: FilePlace) {
        kind = .none
        guard !tracks.isEmpty else { return }
        guard let moment else { return leftOut.noteUntimed(at: place) }
        guard pointCount < RecordedPoint.mostInFile else {
            return refusal = .tooMany(.points, limit: RecordedPoint.mostInFile)
        }
        pointCount += 1
        point.offset = Offset(microseconds: moment.moment.microseconds)
        tracks[tracks.count - 1].append(point, zone: moment.zone)
    }

    private func countPiece() {
        pieceCount += 1
        if pieceCount > Self.mostPieces { refusal = .tooMany(.laps, limit: Self.mostPieces) }
    }
}

extension XMLName {
    /// Files without any namespace are taken for what they mean.
    fileprivate var isGPX: Bool { namespace == .gpx || namespace == .none }
    fileprivate func isGPX(_ local: String) -> Bool { isGPX && self.local == local }
}

extension RecordedPoint {
    /// At one a second, 24 days.
    static let mostInFile = FITCollector.mostPoints

    /// Both or none; 0, 0 is what programs write that know none.
    mutating func setPlace(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// What stands in `extensions`: of two that say the same the first counts, and they never add up.
    fileprivate mutating func takeExtension(
        _ name: XMLName, _ text: [UInt8], at place: FilePlace, _ losses: inout ValueLosses
    ) {
        func keep(_ path: WritableKeyPath<RecordedPoint, Double?>, _ range: ClosedRange<Double>) {
            guard self[keyPath: path] == nil else { return }
            self[keyPath: path] = losses.number(text[...], name.local, in: range, at: place)
        }
        switch (name.namespace, name.local) {
        case (.trackPointExtension, "hr"), (.cluetrust, "hr"), (.gpx, "hr"), (.none, "hr"), (.gpx, "heartrate"),
            (.none, "heartrate"):
            keep(\.beatsPerMinute, Quantity.heartRate.plausibleValues)
        case (.trackPointExtension, "cad"), (.cluetrust, "cadence"), (.gpx, "cad"), (.none, "cad"), (.gpx, "cadence"),
            (.none, "cadence"):
            keep(\.revolutionsPerMinute, Quantity.cadence.plausibleValues)
        case (.gpx, "power"), (.none, "power"), (.cluetrust, "power"), (_, "PowerInWatts"):
            keep(\.watts, Quantity.power.plausibleValues)
        case (.trackPointExtension, "atemp"), (.cluetrust, "temp"), (.gpx, "temp"), (.none, "temp"), (.gpx, "atemp"),
            (.none, "atemp"):
            keep(\.temperatureCelsius, Quantity.temperature.plausibleValues)
        case (.trackPointExtension, "speed"), (.gpx, "speed"), (.none, "speed"):
            keep(\.speedMetresPerSecond, Quantity.speed.plausibleValues)
        case (.cluetrust, "distance"): keep(\.distanceMetres, Quantity.distance.plausibleValues)
        case (.gpx, "hAcc"), (.none, "hAcc"): keep(\.horizontalAccuracyMetres, .accuracies)
        default: break
        }
    }
}
