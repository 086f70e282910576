/// A session step by step: what legs and heart do, and where that leads.
///
/// Riding follows from power against slope, air and rolling (the usual equation of motion, Martin et al. 1998); the heart follows
/// the effort with a lag of half a minute and drifts upwards over the hours, as it does when one gets warm.
struct DemoSimulation {
    private let session: DemoSession
    private let athlete: DemoAthlete
    private let thresholdPower: Double
    private let thresholdSpeed: Double
    private let loop: DemoLoop?
    /// What changes within a minute: wind, mood, traffic.
    private let waver: DemoNoise
    /// Days differ: what one asks of oneself, and how the heart answers.
    private let zeal: Double
    private let pulse: Double
    /// Stops at a crossing or a gate, by timer time.
    private var stops: [(at: Int, seconds: Int)] = []

    /// Timer time, whole seconds.
    private(set) var seconds = 0
    /// Elapsed before it that was standing still.
    private(set) var stoodStill = 0
    private(set) var metres = 0.0
    private(set) var steps = 0.0
    private var speed = 0.0
    private var heartRate: Double
    private var nextStop = 0

    /// What is so after a step.
    struct Moment {
        /// From the session's start, stops counted.
        var elapsed: Int
        var heartRate: Double
        /// Watts, and turns of the crank a minute; `nil` on foot.
        var power: Double?
        var cadence: Double?
        /// Steps a minute; `nil` on the bike.
        var stepRate: Double?
        /// Metres a second.
        var speed: Double
        var place: DemoLoop.Place?
        /// Changes from lap to lap.
        var part: Int
        /// Seconds of standing still that follow.
        var stop: Int?
    }

    init(_ session: DemoSession, athlete: DemoAthlete, loop: DemoLoop?, seed: UInt64) {
        self.session = session
        self.athlete = athlete
        self.loop = loop
        thresholdPower = athlete.thresholdPower(month: session.month, monthOfYear: session.monthOfYear)
        thresholdSpeed = athlete.thresholdSpeed(power: thresholdPower)
        var numbers = DemoNumbers(seed, 6, session.key)
        waver = DemoNoise(&numbers)
        zeal = 1 + 0.025 * numbers.bell()
        pulse = 1 + 0.02 * numbers.bell()
        heartRate = athlete.restingBeatsPerMinute + 22 + 4 * numbers.bell()
        guard session.isOutdoors, session.ridesBike || session.type == .running else { return }
        var moment = 0
        while true {
            moment += 600 + numbers.below(1800)
            if moment > session.plannedSeconds - 300 { break }
            stops.append((moment, 15 + numbers.below(90)))
        }
    }

    /// Whether home is reached, or the time is up.
    var isOver: Bool {
        if seconds >= Self.longest { return true }
        guard let loop else { return seconds >= session.plannedSeconds }
        return metres >= loop.length
    }
    private static let longest = 8 * 3600

    /// Goes on by so many seconds; effort and slope are asked for once, motion is reckoned each second.
    mutating func step(by count: Int) -> Moment {
        let elapsed = seconds + stoodStill
        let place = loop?.place(at: metres)
        let (asked, part) = session.effort.share(at: seconds, of: session.plannedSeconds)
        let share = asked * zeal * (1 + 0.05 * waver(Double(seconds) / 25))
        let untilStop = nextStop < stops.count ? stops[nextStop].at - seconds : .max
        var moment = Moment(elapsed: elapsed, heartRate: heartRate, speed: speed, place: place, part: part)
        var strain = share
        switch session.type {
        case .cycling, .indoorCycling: strain = ride(share, grade: place?.grade ?? 0, untilStop, count, &moment)
        case .running: run(share, grade: place?.grade ?? 0, count, &moment)
        case .walking, .hiking: strain = walk(grade: place?.grade ?? 0, count, &moment)
        default: break
        }
        beat(towards: strain, for: count)
        seconds += count
        if untilStop <= count {
            let stop = stops[nextStop].seconds
            nextStop += 1
            moment.stop = stop
            stoodStill += stop
            speed = 0
            for _ in stride(from: 0, to: stop, by: 5) { beat(towards: 0.1, for: 5) }
        }
        return moment
    }

    /// - Returns: the share of threshold power that the legs give.
    private mutating func ride(
        _ share: Double, grade: Double, _ untilStop: Int, _ count: Int, _ moment: inout Moment
    ) -> Double {
        // Harder uphill, easier down; down a hill and before a stop the legs rest.
        var power = thresholdPower * share * (1 + min(max(2.5 * grade, -0.35), 0.2))
        if grade < -0.035 && speed > 11 || untilStop <= 6 { power = 0 }
        moment.power = power
        moment.cadence = power > 0 ? (88 + 5 * waver(Double(seconds) / 40 + 0.5) - min(max(150 * grade, -4), 12)) : 0
        let mass = athlete.weightKilograms + 9
        for _ in 0..<count {
            let drive = 0.97 * power / max(speed, 2)
            let resistance = 9.81 * mass * (grade + 0.005) + 0.22 * speed * speed
            speed = min(max(speed + (drive - resistance) / mass, 1.2), 19)
            if untilStop <= 6 { speed = min(speed, 4) }
            metres += speed
        }
        moment.speed = speed
        return power / thresholdPower
    }

    private mutating func run(_ share: Double, grade: Double, _ count: Int, _ moment: inout Moment) {
        let pace = thresholdSpeed * (0.3 + 0.7 * share) * min(max(1 - 2.5 * grade, 0.75), 1.1)
        move(at: min(max(pace, 1.8), 5.5), stepRate: 138 + 9 * pace + 3 * waver(Double(seconds) / 40 + 0.5), count, &moment)
    }

    private mutating func walk(grade: Double, _ count: Int, _ moment: inout Moment) -> Double {
        let pace =
            (session.type == .hiking ? 1.2 : 1.42) * zeal * (1 + 0.06 * waver(Double(seconds) / 25))
            * min(max(1 - 2 * grade, 0.75), 1.1)
        move(at: pace, stepRate: 56 + 38 * pace, count, &moment)
        return (session.type == .hiking ? 0.36 : 0.22) * zeal * (1 + 5 * max(grade, -0.05))
    }

    private mutating func move(at pace: Double, stepRate: Double, _ count: Int, _ moment: inout Moment) {
        speed = pace
        metres += speed * Double(count)
        steps += stepRate / 60 * Double(count)
        (moment.speed, moment.stepRate) = (speed, stepRate)
    }

    /// The heart goes to where the effort asks, faster up than down, and higher the longer it lasts.
    private mutating func beat(towards strain: Double, for count: Int) {
        let reserve = athlete.maximumBeatsPerMinute - athlete.restingBeatsPerMinute
        let hours = min(Double(seconds) / 3600, 4)
        let aim = athlete.restingBeatsPerMinute + reserve * (0.29 + 0.57 * min(strain, 1.15)) * (1 + 0.035 * hours) * pulse
        let lag = aim > heartRate ? 28.0 : 45
        heartRate += (aim - heartRate) * Double(count) / lag
        heartRate = min(max(heartRate, athlete.restingBeatsPerMinute), athlete.maximumBeatsPerMinute)
    }
}
