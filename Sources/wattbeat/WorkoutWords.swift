import Gateway
import JSONText
import Workouts

extension Terminal {
    func bold(_ text: String) -> String { paint(text, .bold) }
    func dim(_ text: String) -> String { paint(text, .dim) }

    /// The usual order of zone colours, from grey over blue, green and yellow to red and violet.
    func zone(_ index: Int, _ text: String) -> String {
        guard hasColours else { return text }
        let palette = [245, 75, 78, 220, 208, 196, 163, 129, 93]
        return "\u{1B}[38;5;\(palette[min(index, palette.count - 1)])m\(text)\u{1B}[0m"
    }
}

/// Times, paces and positions as people read them.
extension ClockText {
    /// Minutes and seconds for a kilometre, or another length, at `speed` (m/s).
    static func pace(_ speed: Double, over metres: Double = 1000) -> String {
        guard speed > 0.1 else { return "–" }
        return span(TimeSpan(seconds: metres / speed))
    }

    /// `UTC+01:00`.
    static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return "UTC\(seconds < 0 ? "-" : "+")\(two(Int64(minutes / 60))):\(two(Int64(minutes % 60)))"
    }

    /// `2026-05-03 08:30:00 UTC+02:00`; in UTC when nobody said the offset.
    static func moment(_ timestamp: Timestamp, utcOffsetSeconds: Int?) -> String {
        // The date, and the time to the second: 2026-05-03T08:30:00.
        let local = timestamp.iso8601(utcOffsetSeconds: utcOffsetSeconds ?? 0)
        return "\(local.prefix(10)) \(local.dropFirst(11).prefix(8)) \(utcOffsetSeconds.map { offset($0) } ?? "UTC")"
    }

    /// `49.30720 N 16.09610 E`.
    static func position(_ latitude: Double, _ longitude: Double) -> String {
        func part(_ degrees: Double, _ positive: String, _ negative: String) -> String {
            Fixed.text(abs(degrees), decimals: 5) + " " + (degrees < 0 ? negative : positive)
        }
        return part(latitude, "N", "S") + " " + part(longitude, "E", "W")
    }
}

/// Zones as people read them: numbers from 1, half-open ranges.
enum ZoneText {
    static func range(_ boundaries: [Double], _ index: Int) -> String {
        func number(_ value: Double) -> String { Decimals.text(value, decimals: 1) }
        guard index > 0 else { return boundaries.first.map { "below \(number($0))" } ?? "all" }
        guard index < boundaries.count else { return "from \(number(boundaries[index - 1]))" }
        return "\(number(boundaries[index - 1]))–\(number(boundaries[index]))"
    }
}

extension ActivityType {
    /// The name as a title.
    var words: String {
        switch self {
        case .cycling: "Ride"
        case .indoorCycling: "Indoor ride"
        case .running: "Run"
        case .treadmillRunning: "Treadmill run"
        case .trailRunning: "Trail run"
        case .walking: "Walk"
        case .hiking: "Hike"
        case .rowing: "Row"
        case .indoorRowing: "Indoor row"
        case .swimming: "Swim"
        case .crossCountrySkiing: "Cross-country ski"
        case .alpineSkiing: "Alpine ski"
        case .strength: "Strength"
        case .flexibility: "Flexibility"
        case .transition: "Transition"
        case .other: "Workout"
        }
    }
}

extension SampleSource.DistanceOrigin {
    var words: String {
        switch self {
        case .wheel: "wheel"
        case .footPod: "foot pod"
        case .machine: "machine"
        case .device: "recording device"
        case .gps: "GPS"
        }
    }
}

extension SampleSource {
    /// Its own name, else what it is.
    var words: String {
        if let name { return shown(name) }
        guard kind == .imported else { return kind.words }
        if distanceOrigin == .gps { return "recorded places" }
        // In the order of the file that they come from: the device that wrote it, then its sensors.
        return id.rawValue == 0 ? "recording device" : "device \(id.rawValue)"
    }
}

extension SampleSource.Kind {
    var words: String {
        switch self {
        case .ble: "BLE sensor"
        case .antPlus: "ANT+ sensor"
        case .gps: "GPS receiver"
        case .barometer: "barometer"
        case .imported: "imported"
        case .manual: "by hand"
        case .demo: "demo"
        }
    }
}

/// Numbers with all their decimals, so that columns of them line up.
enum Fixed {
    static func text(_ value: Double, decimals: Int) -> String {
        let text = Decimals.text(value, decimals: decimals)
        // What has no place for decimals, such as 1e+16, stays as it is.
        guard decimals > 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }) else { return text }
        let places = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        return text + (places == 0 ? "." : "") + String(repeating: "0", count: decimals - places)
    }
}
