import Glibc
import Testing
import Workouts

/// A workout of one kind whose every value follows from formulas; what a reader of its files should find is computed from these alone.
struct KnownRide: CustomTestStringConvertible {
    var testDescription: String
    var type = ActivityType.cycling
    /// Further legs and when they begin, in whole seconds.
    var legs: [(start: Int, type: ActivityType)] = []
    var hasPlaces = true
    var hasHeartRate = true
    var hasPower = true
    /// In seconds; none lies across a leg's beginning.
    var pauses: [Range<Double>] = []
    var isDemo = false

    static let length = 120

    static let all = [
        KnownRide(testDescription: "outdoors"),
        KnownRide(testDescription: "indoors, no route", type: .indoorCycling, hasPlaces: false),
        KnownRide(testDescription: "run", type: .running, hasPower: false),
        KnownRide(testDescription: "run, ride, run", type: .running, legs: [(40, .transition), (50, .cycling), (90, .running)]),
        KnownRide(testDescription: "paused", pauses: [20..<35.5, 60..<61, 100..<120]),
        KnownRide(testDescription: "no heart rate", hasHeartRate: false),
        KnownRide(testDescription: "demo", isDemo: true),
    ]

    // MARK: Its formulas, by the second; each sample is taken 0.2 s after it

    static func latitude(_ k: Int) -> Double { 46.05 + Double(k) * 7e-5 }
    static func longitude(_ k: Int) -> Double { 14.5 - Double(k) * 4e-5 }
    static func altitude(_ k: Int) -> Double { 300 + Double(k % 30) * 0.4 }
    static func speed(_ k: Int) -> Double { 8 + Double(k % 7) * 0.125 }
    static func heartRate(_ k: Int) -> Double { Double(100 + k * 11 % 80) }
    static func power(_ k: Int) -> Double { Double(k * 17 % 350) }
    /// Revolutions, or steps of both feet.
    func cadence(_ k: Int) -> Double { isOnFoot(k) ? Double(150 + k % 20 * 2) : Double(70 + k % 30) }

    func leg(_ k: Int) -> ActivityType { legs.last { $0.start <= k }?.type ?? type }
    func isOnFoot(_ k: Int) -> Bool { leg(k) == .running }
    /// Nobody counts turns or steps in a transition.
    func hasCadence(_ k: Int) -> Bool { leg(k) != .transition }

    /// The seconds whose sample counts.
    var seconds: [Int] { (0..<Self.length).filter { k in !pauses.contains { $0.contains(Double(k) + 0.2) } } }
    /// The beginnings of the legs.
    var legStarts: [Int] { [0] + legs.map(\.start) }
    var types: [ActivityType] { [type] + legs.map(\.type) }

    /// Stretches of time in which the timer ran, within a stretch of the workout.
    func running(_ scope: Range<Double>) -> [Range<Double>] {
        var (from, parts) = (scope.lowerBound, [Range<Double>]())
        for pause in pauses where pause.overlaps(scope) {
            if from < pause.lowerBound { parts.append(from..<pause.lowerBound) }
            from = max(from, pause.upperBound)
        }
        return from < scope.upperBound ? parts + [from..<scope.upperBound] : parts
    }

    func timer(_ scope: Range<Double>) -> Double { running(scope).reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    /// Time-weighted: a value counts until the next sample, a pause or the end, and no longer than 10 s.
    ///
    /// - Parameter countsHoles: as zeros, which is what an average of power does.
    func average(_ scope: Range<Double>, countsHoles: Bool = false, _ value: (Int) -> Double) -> Double {
        let samples = seconds
        var (sum, time) = (0.0, 0.0)
        for (index, k) in samples.enumerated() {
            let start = Double(k) + 0.2
            let next = index + 1 < samples.count ? Double(samples[index + 1]) + 0.2 : .infinity
            for part in running(0..<Double(Self.length)) where part.contains(start) {
                let end = min(next, start + 10, part.upperBound)
                let length = max(0, min(end, scope.upperBound) - max(start, scope.lowerBound))
                sum += value(k) * length
                time += length
            }
        }
        return sum / (countsHoles ? timer(scope) : time)
    }

    /// Metres at each of `seconds`, along great circles of the mean Earth; ways across a pause do not count.
    var metres: [Double] {
        var (sum, all, last) = (0.0, [Double](), Int?.none)
        for k in seconds {
            if let last, !pauses.contains(where: { $0.overlaps(Double(last) + 0.2..<Double(k) + 0.2) }) {
                sum += Self.haversine(last, k)
            }
            all.append(sum)
            last = k
        }
        return all
    }

    private static func haversine(_ a: Int, _ b: Int) -> Double {
        let (north, south) = (latitude(a) * .pi / 180, latitude(b) * .pi / 180)
        let (up, across) = (sin((south - north) / 2), sin((longitude(b) - longitude(a)) * .pi / 360))
        return 2 * 6_371_008.8 * asin((up * up + cos(north) * cos(south) * across * across).squareRoot())
    }

    func workout() throws -> Workout {
        var ride = TestRide(type)
        for k in 0..<Self.length {
            let moment = Double(k) + 0.2
            for leg in legs where leg.start == k { ride.add(.activity(TestRide.at(Double(k)), leg.type)) }
            for pause in pauses {
                if Int(pause.lowerBound) == k { ride.add(.paused(TestRide.at(pause.lowerBound), automatic: false)) }
                if Int(pause.upperBound) == k { ride.add(.resumed(TestRide.at(pause.upperBound), automatic: false)) }
            }
            if hasHeartRate { ride.heartRate(Self.heartRate(k), at: moment) }
            if hasPower { ride.reading(.power, Self.power(k), at: moment, from: TestRide.meter) }
            if hasCadence(k) {
                ride.reading(
                    isOnFoot(k) ? .stepRate : .cadence, cadence(k), at: moment, from: isOnFoot(k) ? TestRide.pod : TestRide.meter)
            }
            guard hasPlaces else { continue }
            ride.add(
                .location(
                    Location(
                        offset: TestRide.at(moment), latitude: Self.latitude(k), longitude: Self.longitude(k),
                        altitudeMetres: Self.altitude(k), speedMetresPerSecond: Self.speed(k))))
        }
        var workout = try ride.finished(after: Double(Self.length))
        workout.isDemo = isDemo
        return workout
    }
}
