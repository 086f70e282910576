import Glibc  // rounding is a libm call on processors without the instruction
import Workouts

/// Takes the messages of one file in whatever order they come, and keeps what makes an activity, in plain units; moments are FIT's
/// seconds still, and offsets count from the same moment.
struct FITCollector {
    private(set) var messages: [FITPart.MessageCount] = []
    private(set) var fileType: UInt8?
    private(set) var maker = FITMaker()
    private(set) var developer = FITDeveloperFields()
    private(set) var devices = FITDeviceList()
    private(set) var points: [RecordedPoint] = []
    private(set) var undatedPoints = 0
    /// That cannot be.
    private(set) var values = ValueLosses()
    private(set) var clockStepped = false
    private(set) var events: [FITTimerEvent] = []
    private(set) var laps: [FITSummaryRow] = []
    private(set) var sessions: [FITSummaryRow] = []
    /// RR-intervals in milliseconds, and the second of the record that they follow; `nil` before the first.
    private(set) var intervals: [(second: UInt32?, milliseconds: [Int64])] = []
    private(set) var utcOffsetSeconds: Int?
    private(set) var sport: (sport: Int64?, subSport: Int64?)
    private(set) var workoutName: String?
    /// Of our own files: the workout, and its owner's note.
    private(set) var writtenOf: WorkoutID?
    private(set) var note: String?

    private var places: [UInt16: Int] = [:]
    private var lastSecond: UInt32?
    private var followsIntervals = false
    private var shortDistance = FITShortDistance()

    /// At one a second, 24 days.
    static let mostPoints = 1 << 21
    private static let mostEvents = 1 << 16
    private static let mostLaps = 10_000
    private static let mostSessions = 256

    /// - Parameter offset: of the byte behind the message.
    mutating func take(_ message: FITDataMessage, at offset: Int) throws(FITFault) {
        count(message.number)
        switch FITMessage.Kind(rawValue: message.number) {
        case .record:
            guard points.count < Self.mostPoints else { throw FITFault(.tooManyRecords(limit: Self.mostPoints), at: offset) }
            takeRecord(message, at: offset - 1 - message.definition.size)
        case .hrv: takeIntervals(message)
        case .event:
            guard events.count < Self.mostEvents, var event = FITTimerEvent(message) else { break }
            event.note = developer.ownText(.markerNote, of: message) ?? ""
            events.append(event)
        case .lap:
            guard laps.count < Self.mostLaps else { break }
            var lap = FITSummaryRow(message, fields: .lap)
            lap.machineKilocalories = developer.own(.machineEnergy, of: message).flatMap { Self.float($0) }
            laps.append(lap)
        case .session:
            if sessions.count < Self.mostSessions { sessions.append(FITSummaryRow(message, fields: .session)) }
            writtenOf = writtenOf ?? developer.own(.workoutID, of: message).flatMap { WorkoutID(bytes: $0) }
            note = note ?? developer.ownText(.note, of: message)
        case .fileID:
            guard fileType == nil else { break }
            fileType = message.integer(0).flatMap { UInt8(exactly: $0) }
            maker = FITMaker(message)
        case .deviceInfo: devices.take(message, developer)
        case .activity: utcOffsetSeconds = Self.utcOffset(message) ?? utcOffsetSeconds
        case .fieldDescription: developer.describe(message)
        case .sport: sport = (message.integer(0), message.integer(1))
        case .workout: workoutName = message.text(8) ?? workoutName
        case .developerDataID: developer.identify(message)
        case .fileCreator, .timeInZone, nil: break
        }
        followsIntervals = message.number == FITMessage.Kind.hrv.rawValue
    }

    private mutating func count(_ number: UInt16) {
        if let place = places[number] { return messages[place].count += 1 }
        places[number] = messages.count
        messages.append(FITPart.MessageCount(number: number, count: 1))
    }

    /// - Parameter offset: of its first byte.
    private mutating func takeRecord(_ message: FITDataMessage, at offset: Int) {
        guard let second = message.timestamp else { return undatedPoints += 1 }
        if let lastSecond, second < lastSecond, lastSecond - second > 60 { clockStepped = true }
        lastSecond = second
        var point = RecordedPoint(fit: message, second: second)
        if let content = message.content(8), point.speedMetresPerSecond == nil || point.distanceMetres == nil {
            let short = shortDistance.take(content)
            point.speedMetresPerSecond = point.speedMetresPerSecond ?? short?.speed
            point.distanceMetres = point.distanceMetres ?? short?.distance
        }
        developer.take(message, into: &point)
        points.append(point)
        func check(_ value: Double?, _ name: String, _ quantity: Quantity) {
            values.check(value, name, in: quantity.plausibleValues, at: .byte(offset))
        }
        check(point.beatsPerMinute, "heart_rate", .heartRate)
        check(point.watts, "power", .power)
        check(point.revolutionsPerMinute, "cadence", .cadence)
        check(point.speedMetresPerSecond, "speed", .speed)
        check(point.altitudeMetres, "altitude", .altitude)
        check(point.temperatureCelsius, "temperature", .temperature)
    }

    private mutating func takeIntervals(_ message: FITDataMessage) {
        let milliseconds = message.integers(0).compactMap(\.self)
        guard !milliseconds.isEmpty else { return }
        // What does not fit into one message goes on in the next.
        if followsIntervals, !intervals.isEmpty {
            intervals[intervals.count - 1].milliseconds += milliseconds
        } else {
            intervals.append((lastSecond, milliseconds))
        }
    }

    /// Little-endian, as only this program's own files have it; `nil` for what is no amount.
    private static func float(_ bytes: ArraySlice<UInt8>) -> Double? {
        guard bytes.count == 4 else { return nil }
        let value = Float(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        return value.isFinite && value >= 0 ? Double(value) : nil
    }

    /// Local time minus UTC, to the quarter of an hour; 0 and more than 14 h are what devices write that do not know.
    private static func utcOffset(_ message: FITDataMessage) -> Int? {
        guard let second = message.timestamp, let local = message.integer(5).flatMap({ UInt32(exactly: $0) }) else { return nil }
        let difference = Int64(local) - Int64(second)
        let quarters = (Double(difference) / 900).rounded(.toNearestOrAwayFromZero)
        guard quarters != 0, quarters.magnitude <= 14 * 4 else { return nil }
        return Int(quarters) * 900
    }
}
