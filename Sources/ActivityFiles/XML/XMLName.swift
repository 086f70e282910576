/// An element's name as the namespaces of activity files make it; prefixes mean nothing.
struct XMLName: Equatable {
    var namespace: XMLNamespace
    var local: String
}

/// The namespaces that activity files use, by what their addresses begin with: versions differ in their last part.
enum XMLNamespace: String, CaseIterable {
    /// No namespace at all.
    case none = ""
    case gpx = "www.topografix.com/GPX/"
    case trainingCenter = "www.garmin.com/xmlschemas/TrainingCenterDatabase/"
    case activityExtension = "www.garmin.com/xmlschemas/ActivityExtension/"
    case trackPointExtension = "www.garmin.com/xmlschemas/TrackPointExtension/"
    case powerExtension = "www.garmin.com/xmlschemas/PowerExtension/"
    /// Cluetrust's GPX data.
    case cluetrust = "www.cluetrust.com/XML/GPXDATA/"
    /// What this program writes beside what the formats have words for.
    case own = "urn:x-wattbeat:workout:1"
    /// Any other.
    case other = "other"

    /// - Parameter address: a namespace's URI; whether it says `http` or `https` is the same.
    init(address: some Sequence<UInt8>) {
        let text = String(decoding: Array(address), as: UTF8.self)
        let place = text.hasPrefix("http://") ? text.dropFirst(7) : text.hasPrefix("https://") ? text.dropFirst(8) : text[...]
        self = Self.allCases.first { $0 != .none && $0 != .other && place.hasPrefix($0.rawValue) } ?? .other
    }
}
