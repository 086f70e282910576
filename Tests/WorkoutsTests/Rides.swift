import Workouts

// Short ways to say what happened, in seconds.

func at(_ seconds: Double) -> Offset { Offset(seconds: seconds) }
func span(_ seconds: Double) -> TimeSpan { TimeSpan(seconds: seconds) }

let strap = SourceID(1)
let meter = SourceID(2)
let wheel = SourceID(3)
let receiver = SourceID(4)

func source(
    _ id: SourceID, _ kind: SampleSource.Kind = .ble, priorities: [Quantity: Int] = [:],
    distance: SampleSource.DistanceOrigin? = nil
) -> WorkoutEvent {
    .source(
        SampleSource(id: id, kind: kind, identity: "source:\(id.rawValue)", priorities: priorities, distanceOrigin: distance))
}

func reading(_ quantity: Quantity, _ value: Double, _ seconds: Double, _ source: SourceID = strap) -> WorkoutEvent {
    .reading(Reading(quantity, value, at: at(seconds), from: source))
}

func amount(_ metres: Double, _ from: Double, _ to: Double, _ source: SourceID = wheel) -> WorkoutEvent {
    .amount(Amount(.distance, metres, from: at(from), to: at(to), source: source))
}

/// A place on the meridian of Greenwich, so many metres north of the equator.
func place(_ seconds: Double, north metres: Double, altitude: Double? = nil, accuracy: Double? = nil) -> Location {
    Location(
        offset: at(seconds), latitude: metres / 6_371_008.8 * 180 / .pi, longitude: 0, altitudeMetres: altitude,
        horizontalAccuracyMetres: accuracy)
}

let someClock = WallClock(origin: Timestamp(secondsSince1970: 1_700_000_000), source: .system, isTrusted: true)
let someID = WorkoutID(high: 1, low: 2)

func settings(_ zones: [ZoneConfiguration] = [], ftp: Double? = nil) -> WorkoutSettings {
    var settings = WorkoutSettings()
    for configuration in zones { settings.zones[configuration.quantity] = configuration }
    settings.functionalThresholdPowerWatts = ftp
    return settings
}

/// From 0 s to `end`.
func ride(
    _ events: [WorkoutEvent], type: ActivityType = .cycling, end: Double, settings: WorkoutSettings = settings()
) throws -> Workout {
    try Workout(
        folding: [.started(.zero, type)] + events + [.ended(at(end))], id: someID, settings: settings, clock: someClock)
}

func heartZones() throws -> ZoneConfiguration { try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171]) }

func powers(_ runs: [(watts: Double, seconds: Int)]) -> [WorkoutEvent] {
    runs.flatMap { Array(repeating: $0.watts, count: $0.seconds) }.enumerated().map { second, watts in
        reading(.power, watts, Double(second), meter)
    }
}

/// The same numbers on every run: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

func isClose(_ a: Double?, _ b: Double, within tolerance: Double) -> Bool { a.map { abs($0 - b) <= tolerance } ?? false }
