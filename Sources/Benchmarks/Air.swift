/// How sensors are played: as by a clock, or as they are on the road. What arrives evenly packs to almost nothing, so that a figure of
/// memory says little of a ride.
enum Air: String {
    /// Each value when it is due, and the same one for long.
    case even
    /// Late by what radios and a machine make of it; values that wander and scatter as a rider's do.
    case real
}

/// Seeded numbers (SplitMix64), the same in every run.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// −1...1, as often anywhere.
    mutating func even() -> Double { Double(Int64(bitPattern: next()) >> 11) / 0x1p52 }

    /// Mean 0, standard deviation 1.
    mutating func bell() -> Double { (even() + even() + even() + even() + even() + even()) * 0.7071 }
}

/// A value that wanders around another and is drawn back to it.
struct Wander {
    private(set) var value: Double
    private let middle: Double
    private let step: Double
    private let pull: Double

    /// - Parameters:
    ///   - step: how far it goes at a time, as a standard deviation.
    ///   - pull: which share of the way back it is drawn, each time.
    init(_ middle: Double, step: Double, pull: Double) {
        (value, self.middle, self.step, self.pull) = (middle, middle, step, pull)
    }

    mutating func next(_ chance: inout Chance) -> Double {
        value += step * chance.bell() - pull * (value - middle)
        return value
    }
}

/// A heart that beats at about 140 a minute, no two intervals alike.
struct PlayedHeart {
    private var rate = Wander(140, step: 0.25, pull: 0.002)
    private var sinceBeat = 0.0
    private(set) var beatsPerMinute = 140.0
    /// Of the last beat, in 1/1024 s.
    private(set) var eventTicks: UInt16 = 0
    private(set) var beats: UInt8 = 0

    /// - Returns: RR-intervals that ended within so many seconds, in 1/1024 s.
    mutating func pass(_ seconds: Double, _ chance: inout Chance) -> [UInt16] {
        beatsPerMinute = min(200, max(50, rate.next(&chance)))
        sinceBeat += seconds
        var intervals: [UInt16] = []
        while true {
            let interval = 60 / beatsPerMinute + 0.015 * chance.bell()
            guard sinceBeat >= interval else { return intervals }
            sinceBeat -= interval
            let ticks = UInt16(interval * 1024)
            eventTicks &+= ticks
            beats &+= 1
            intervals.append(ticks)
        }
    }
}

/// A rider at about 220 W and 90 rpm.
struct PlayedLegs {
    private var power = Wander(220, step: 6, pull: 0.01)
    private var cadence = Wander(90, step: 0.4, pull: 0.01)
    private var angle = 0.0
    private(set) var watts = 220.0
    private(set) var revolutionsPerMinute = 90.0
    private(set) var revolutions: UInt16 = 0
    /// Of the last revolution, in 1/1024 s.
    private(set) var eventTicks: UInt16 = 0

    mutating func pass(_ seconds: Double, _ chance: inout Chance) {
        watts = max(0, power.next(&chance) + 12 * chance.bell())
        revolutionsPerMinute = max(40, cadence.next(&chance))
        angle += seconds * revolutionsPerMinute / 60
        while angle >= 1 {
            angle -= 1
            revolutions &+= 1
            eventTicks &+= UInt16(1024 * 60 / revolutionsPerMinute + 3 * chance.bell())
        }
    }
}

/// A way over land at about nine metres a second, and what a good receiver makes of it.
struct PlayedWay {
    private var latitudeMinutes = 8.1
    private var longitudeMinutes = 30.0
    private var knots = Wander(17.28, step: 0.15, pull: 0.005)
    private var course = Wander(20, step: 0.4, pull: 0.0005)
    private var altitude = Wander(460, step: 0.05, pull: 0.00005)
    private var northError = Wander(0, step: 0.00002, pull: 0.01)
    private var eastError = Wander(0, step: 0.00003, pull: 0.01)
    private var dilution = Wander(0.8, step: 0.003, pull: 0.002)

    struct Fix {
        /// Minutes beyond 47° N and 9° E.
        var northMinutes: Double
        var eastMinutes: Double
        var knots: Double
        var courseDegrees: Double
        var altitudeMetres: Double
        var dilution: Double
    }

    mutating func pass(_ seconds: Double, _ chance: inout Chance) -> Fix {
        let (speed, direction) = (max(0, knots.next(&chance)), course.next(&chance))
        let minutes = speed * seconds / 3600
        // A polygon is way enough: the bearing's cosine to one term, its sine likewise.
        let radians = direction * .pi / 180
        latitudeMinutes += minutes * (1 - radians * radians / 2)
        longitudeMinutes += minutes * radians / 0.68
        return Fix(
            northMinutes: latitudeMinutes + northError.next(&chance), eastMinutes: longitudeMinutes + eastError.next(&chance),
            knots: speed, courseDegrees: direction < 0 ? direction + 360 : direction, altitudeMetres: altitude.next(&chance),
            dilution: max(0.5, dilution.next(&chance)))
    }
}
