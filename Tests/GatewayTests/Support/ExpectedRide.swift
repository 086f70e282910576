import Foundation

/// What a recorded ride must become, as its `expected.json` states it from the emulators' logs, the route's generator and plain
/// arithmetic (`Fixtures/make/make_expected.py`); the file holds its definitions.
struct ExpectedRide: Decodable {
    let sport: String
    /// UTC, ISO 8601 with milliseconds.
    let start, stop: String
    /// Seconds.
    let elapsed, timer: Double
    let devices: [Device]
    let ble: BLE?
    let ant: ANT?
    let tolerances: Tolerances
    let heartRate: Figures?
    let power: Figures?
    let cadence: Cadence?
    let pauses: [Pause]
    let laps: [Span]
    let activities: [Span]
    let route: Route?
    let battery: [Battery]
    /// Seconds since the start, and the value that the director set then.
    let steps: [String: [[Double]]]

    struct Device: Decodable {
        let link: String
        let address, name, manufacturer, model, serial, firmware: String?
        let deviceNumber, deviceType, transmissionType: Int?
        let bodySensorLocation, cyclingPowerFeature, sensorLocation: Int?
    }

    struct Count: Decodable {
        let inFile, inWorkout: Int
        let first, last: String
        /// By page number in hex.
        let pages: [String: Int]?
    }

    struct LinkEvent: Decodable {
        let t: Double
        let device, event: String
    }

    struct Lag: Decodable { let max: Double }

    struct BLE: Decodable {
        let traceLag: Lag
        /// By `ADDRESS characteristic`.
        let notifications: [String: Count]
        let links: [LinkEvent]
    }

    struct ANT: Decodable {
        let traceLag: Lag
        /// By `NUMBER/TYPE`.
        let broadcasts: [String: Count]
    }

    struct Tolerance: Decodable {
        var zoneSeconds, average: Double
    }

    struct Tolerances: Decodable {
        let perSource: Tolerance
        let heartRateCommanded, powerCommanded: Tolerance?
        let notificationsInWorkout: Int
        let coordinates, altitude, speed, distanceRelative, splitSeconds, ascent: Double
    }

    /// What one quantity came to according to one origin: averages over held time.
    struct Figure: Decodable {
        let average, min, max: Double
        let zoneSeconds: [Double]
        let unattributed: Double?
        var held: Double { zoneSeconds.reduce(0, +) }
    }

    struct Figures: Decodable {
        let boundaries: [Double]?
        let ble, ant, commanded: Figure?
        let rrIntervals: RRIntervals?
    }

    struct RRIntervals: Decodable {
        let inWorkout, min1024ths, max1024ths, sum1024ths: Int
    }

    struct Cadence: Decodable {
        let crankRevolutions: Int
        let from, to: Double
    }

    struct Pause: Decodable {
        let start, end: Double
        let kind: String
    }

    /// A lap or an activity.
    struct Span: Decodable {
        let start, end, elapsed, timer: Double
        let sport: String?
        let heartRate, power: Figures?
        let distance: Double?
    }

    struct Place: Decodable {
        let time: String
        let lat, lon, altitudeMSL: Double
    }

    struct Route: Decodable {
        let workout: Workout
        let standing: [Standing]

        struct Workout: Decodable {
            let fixes: Int
            let first, last: Place
            let maxSpeed: Double
            let distance: Distance
            let ascent: Ascent
            let tunnels: [Tunnel]
            let splits: [Split]
        }

        struct Distance: Decodable { let path, emittedFixes: Double }
        struct Ascent: Decodable { let smoothed5m: Double }
        struct Tunnel: Decodable { let start, end: Double }
        struct Split: Decodable { let distance, elapsed, timer: Double }
        struct Standing: Decodable { let start, end: Double }
    }

    struct Battery: Decodable {
        let device: String
        let percent: Int
    }

    /// One figure and how far ours may lie from it.
    struct Due {
        let figure: Figure
        let tolerance: Tolerance
        /// Extremes may be those of any origin that took part.
        let extremes: [Figure]
        /// How much later than a value was sent it may have been recorded, in seconds.
        let lag: Double
    }

    /// Riding where no receiver was recorded is riding indoors.
    func activityName(_ span: Span) -> String? { route == nil && span.sport == "cycling" ? "indoorCycling" : span.sport }

    enum Measure: Sendable, CaseIterable { case heartRate, power }

    /// A lap never crosses two activities: where there are several, each of them begins one.
    var lapsAndLegs: [Span] { activities.count > 1 ? activities : laps }

    /// What a replay of these radios must come to: one origin's own numbers, or what the director asked of the sensors when
    /// several radios tell of it.
    ///
    /// - Parameter isPart: of the workout: the stated tolerances are those of the whole, and a second at the edge of a part weighs
    ///   more. They then follow by the same rules from the part's own figures.
    func due(_ measure: Measure, _ figures: Figures?, radios: Set<Radio>, isPart: Bool = false) -> Due? {
        guard let figures else { return nil }
        let heard = [(Radio.ble, figures.ble), (.ant, figures.ant)].filter { radios.contains($0.0) }.compactMap(\.1)
        let lag = max(ble?.traceLag.max ?? 0, ant?.traceLag.max ?? 0)
        let wide = measure == .heartRate ? tolerances.heartRateCommanded : tolerances.powerCommanded
        if heard.count > 1, let commanded = figures.commanded, var wide {
            if isPart { wide.average = (heard.map { abs($0.average - commanded.average) }.max() ?? 0) + 0.2 }
            return Due(figure: commanded, tolerance: wide, extremes: heard + [commanded], lag: lag)
        }
        return heard.first.map { figure in
            var tolerance = tolerances.perSource
            // What the time of a record in the trace may change: it moves the samples at either edge, the one held over it too.
            let whole = measure == .heartRate ? heartRate : power
            let highest = max(whole?.ble?.max ?? 0, whole?.ant?.max ?? 0)
            if isPart { tolerance.average += highest * lag / max(figure.held, 1) }
            return Due(figure: figure, tolerance: tolerance, extremes: [figure], lag: lag)
        }
    }
}

/// How a sensor reaches the recorder.
enum Radio: String, Sendable, CaseIterable { case ble, ant }

/// Microseconds since 1970 of ISO 8601 with milliseconds; exact.
func microseconds(_ text: String) throws -> Int64 {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return Int64((try style.parse(text).timeIntervalSince1970 * 1000).rounded()) * 1000
}
