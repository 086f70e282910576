public import WireFormats
import Workouts

/// What an NMEA byte stream holds, by plain counting: no smoothing, no repair, no rollover correction.
///
/// An epoch here is a run of position sentences (RMC, GGA, GNS, GLL) that carry one time of day; a fix is an epoch with at least
/// one valid position, whatever its other sentences say. So it can be checked against any other reader.
public struct NMEALogSummary: Sendable {
    /// What the framer met.
    public internal(set) var counters = NMEACounters()
    /// Runs of one time of day.
    public internal(set) var epochs = 0
    /// Epochs with a valid position.
    public internal(set) var fixes = 0
    /// Epochs with a position by dead reckoning.
    public internal(set) var estimatedEpochs = 0
    /// Epochs of a simulator.
    public internal(set) var simulatedEpochs = 0
    /// Epochs in which one sentence is valid and another void.
    public internal(set) var epochsWithConflictingValidity = 0
    /// The first fix.
    public internal(set) var first: Point?
    /// The last fix.
    public internal(set) var last: Point?
    /// Fixes of which some sentence gives the altitude.
    public internal(set) var fixesWithAltitude = 0
    /// Metres above mean sea level.
    public internal(set) var minAltitudeMetres: Double?
    /// Metres above mean sea level.
    public internal(set) var maxAltitudeMetres: Double?
    /// Metres per second, the largest that RMC or VTG state within a fix.
    public internal(set) var maxSpeedMetresPerSecond: Double?
    /// Metres on a sphere, from fix to fix.
    public internal(set) var unfilteredDistanceMetres = 0.0
    /// Fixes whose time of day is below the one before, midnight not counted.
    public internal(set) var backwardTimeSteps = 0
    /// Times of day that dropped by more than twelve hours.
    public internal(set) var midnightCrossings = 0

    /// One fix as counted.
    public struct Point: Equatable, Sendable {
        fileprivate var location: Location { Location(offset: .zero, latitude: latitude, longitude: longitude) }

        /// Microseconds since 1970; `nil` while no date was known.
        public var timestamp: Int64?
        /// UTC.
        public var timeOfDay: NMEATimeOfDay
        /// Degrees, of the epoch's first valid position.
        public var latitude: Double
        /// Degrees, of the epoch's first valid position.
        public var longitude: Double
        /// Metres above mean sea level, the first given within the epoch.
        public var altitudeMetres: Double?
        /// Metres, the first given within the epoch.
        public var geoidSeparationMetres: Double?
    }

    /// Sentences by address, in alphabetical order; addresses beyond the first 256 are not told apart, nor counted here.
    public var sentences: [(address: String, count: Int)] {
        countsByAddress.map { (String(decoding: $0.key.bytes, as: UTF8.self), $0.value) }.sorted { $0.0 < $1.0 }
    }

    private static let mostAddresses = 256
    private var framer = NMEALineFramer()
    private var countsByAddress: [AddressKey: Int] = [:]
    private var open: CountedEpoch?
    private var calendar = ReceiverCalendar()
    private var lastTimeOfDay: NMEATimeOfDay?
    private var earlyZDA: ZDA?

    /// A summary of nothing.
    public init() {}

    /// Takes the next bytes.
    public mutating func append(_ chunk: Span<UInt8>) {
        // The framer is lent out while the closure changes the rest.
        var framer = NMEALineFramer()
        swap(&framer, &self.framer)
        framer.append(chunk) { sentence in count(sentence) }
        swap(&framer, &self.framer)
        counters = self.framer.counters
    }

    /// Takes the next bytes.
    public mutating func append(_ chunk: [UInt8]) { append(chunk.span) }

    /// The input ended: the open epoch counts too.
    public mutating func finish() { closeEpoch() }

    private mutating func count(_ sentence: borrowing NMEASentence) {
        let address = AddressKey(sentence.address)
        // A file may be made of addresses; a receiver has some twenty.
        if countsByAddress.count < Self.mostAddresses || countsByAddress[address] != nil {
            countsByAddress[address, default: 0] += 1
        }
        switch sentence.formatter {
        case .rmc:
            guard let rmc = RMC(sentence), let time = rmc.timeOfDay else { return }
            enter(time)
            open?.count(rmc.position, mode: rmc.mode, isFix: rmc.isFix)
            open?.count(speed: rmc.isFix ? rmc.speedMetresPerSecond : nil)
            if rmc.isFix, open?.date == nil { open?.date = rmc.date }
        case .gga:
            guard let gga = GGA(sentence), let time = gga.timeOfDay else { return }
            enter(time)
            open?.count(gga.position, mode: gga.mode, isFix: gga.isFix)
            if gga.isFix { open?.count(altitude: gga.altitudeMetres, separation: gga.geoidSeparationMetres) }
        case .gns:
            guard let gns = GNS(sentence), let time = gns.timeOfDay else { return }
            enter(time)
            guard gns.mode != nil else { return }
            open?.count(gns.position, mode: gns.mode, isFix: gns.isFix)
            if gns.isFix { open?.count(altitude: gns.altitudeMetres, separation: gns.geoidSeparationMetres) }
        case .gll:
            guard let gll = GLL(sentence), let time = gll.timeOfDay else { return }
            enter(time)
            open?.count(gll.position, mode: gll.mode, isFix: gll.isFix)
        case .vtg:
            if let vtg = VTG(sentence), vtg.isFix { open?.count(speed: vtg.speedMetresPerSecond) }
        case .zda:
            guard let zda = ZDA(sentence), zda.date != nil else { return }
            if open?.timeOfDay == zda.timeOfDay { open?.date = zda.date } else { earlyZDA = zda }
        default: break
        }
    }

    private mutating func enter(_ time: NMEATimeOfDay) {
        guard open?.timeOfDay != time else { return }
        closeEpoch()
        open = CountedEpoch(timeOfDay: time)
        if let earlyZDA, earlyZDA.timeOfDay == time { open?.date = earlyZDA.date }
        earlyZDA = nil
    }

    private mutating func closeEpoch() {
        guard let epoch = open else { return }
        open = nil
        epochs += 1
        if epoch.isEstimated { estimatedEpochs += 1 }
        if epoch.isSimulated { simulatedEpochs += 1 }
        if epoch.position != nil, epoch.hasVoid { epochsWithConflictingValidity += 1 }
        if let lastTimeOfDay, epoch.timeOfDay < lastTimeOfDay {
            if lastTimeOfDay.milliseconds - epoch.timeOfDay.milliseconds > ReceiverCalendar.halfDay {
                midnightCrossings += 1
            } else {
                backwardTimeSteps += 1
            }
        }
        lastTimeOfDay = epoch.timeOfDay
        guard let position = epoch.position else { return }
        count(epoch, at: position)
    }

    private mutating func count(_ epoch: CountedEpoch, at position: NMEAPosition) {
        fixes += 1
        let point = Point(
            timestamp: calendar.timestamp(epoch.timeOfDay, date: epoch.date)?.microseconds, timeOfDay: epoch.timeOfDay,
            latitude: position.latitude, longitude: position.longitude, altitudeMetres: epoch.altitude,
            geoidSeparationMetres: epoch.geoidSeparation)
        if let last { unfilteredDistanceMetres += Geodesy.distanceMetres(last.location, point.location) }
        if first == nil { first = point }
        last = point
        if let altitude = epoch.altitude {
            fixesWithAltitude += 1
            minAltitudeMetres = min(minAltitudeMetres ?? altitude, altitude)
            maxAltitudeMetres = max(maxAltitudeMetres ?? altitude, altitude)
        }
        if let speed = epoch.maxSpeed { maxSpeedMetresPerSecond = max(maxSpeedMetresPerSecond ?? speed, speed) }
    }
}

/// One epoch as the summary counts it.
private struct CountedEpoch {
    let timeOfDay: NMEATimeOfDay
    var date: NMEADate?
    var position: NMEAPosition?
    var hasVoid = false
    var isEstimated = false
    var isSimulated = false
    var altitude: Double?
    var geoidSeparation: Double?
    var maxSpeed: Double?

    mutating func count(_ new: NMEAPosition?, mode: FixMode?, isFix: Bool) {
        if mode == .estimated { isEstimated = true }
        if mode == .simulator { isSimulated = true }
        if isFix, new?.isNullPoint != true { position = position ?? new } else { hasVoid = true }
    }

    mutating func count(altitude new: Double?, separation: Double?) {
        altitude = altitude ?? new
        geoidSeparation = geoidSeparation ?? separation
    }

    mutating func count(speed: Double?) {
        if let speed { maxSpeed = max(maxSpeed ?? speed, speed) }
    }
}

/// An address of any length without a string: the first eight letters in one number, which nobody's addresses exceed.
private struct AddressKey: Hashable {
    private let letters: UInt64

    init(_ address: Span<UInt8>) {
        var letters: UInt64 = 0
        for index in 0..<min(8, address.count) { letters = letters << 8 | UInt64(address[index]) }
        self.letters = letters
    }

    var bytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: letters >> UInt64($0)) }.filter { $0 != 0 }
    }
}
