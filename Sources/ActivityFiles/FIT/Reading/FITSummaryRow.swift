import Workouts

/// A `lap` or `session`: when it was, what it was, and what the device had made of it.
struct FITSummaryRow {
    /// FIT's seconds; `nil` when it does not say.
    var start: UInt32?
    /// When the message was written: at the end, or later.
    var written: UInt32?
    var elapsed: TimeSpan?
    var trigger: Int64?
    var sport: Int64?
    var subSport: Int64?
    /// Of a session: which of all laps is its first.
    var firstLap: Int64?
    var stated = StatedFigures()
    /// Of a lap of our own files.
    var machineKilocalories: Double?
    /// Whether the timer was longer than all of it.
    var isTimerClamped = false

    init(_ message: FITDataMessage, fields: FITSummaryFields) {
        let isSession = message.number == FITMessage.Kind.session.rawValue
        func span(_ number: UInt8) -> TimeSpan? {
            message.integer(number).flatMap { UInt32(exactly: $0) }.map { TimeSpan(microseconds: Int64($0) * 1000) }
        }
        start = message.integer(2).flatMap { UInt32(exactly: $0) }
        written = message.timestamp
        elapsed = span(7)
        sport = message.integer(isSession ? 5 : 25)
        subSport = message.integer(isSession ? 6 : 39)
        trigger = isSession ? nil : message.integer(24)

        stated.elapsed = elapsed
        stated.timer = span(8)
        if let timer = stated.timer, let elapsed, timer > elapsed {
            stated.timer = elapsed
            isTimerClamped = true
        }
        stated.moving = span(fields.movingTime)
        stated.distanceMetres = message.number(9, scale: 100)
        stated.energyKilocalories = message.number(11)
        stated.ascentMetres = message.number(fields.ascent)
        stated.descentMetres = message.number(fields.descent)
        stated.averageSpeedMetresPerSecond =
            message.number(fields.enhancedAverageSpeed, scale: 1000)
            ?? message.number(fields.averageSpeed, scale: 1000)
        stated.maximumSpeedMetresPerSecond =
            message.number(fields.enhancedMaximumSpeed, scale: 1000)
            ?? message.number(fields.maximumSpeed, scale: 1000)
        stated.averageBeatsPerMinute = message.number(fields.averageHeartRate)
        stated.maximumBeatsPerMinute = message.number(fields.maximumHeartRate)
        stated.averagePowerWatts = message.number(fields.averagePower)
        stated.maximumPowerWatts = message.number(fields.maximumPower)
        stated.normalizedPowerWatts = message.number(fields.normalizedPower)
        stated.workKilojoules = message.number(fields.totalWork, scale: 1000)
        addCadence(message, fields)
        guard isSession else { return }
        firstLap = message.integer(25)
        stated.trainingStressScore = message.number(35, scale: 10)
        stated.intensityFactor = message.number(36, scale: 1000)
        stated.thresholdPowerWatts = message.number(45)
    }

    var activity: ActivityType { ActivityType(fitSport: sport, subSport: subSport) }

    /// Strides on foot are steps halved.
    private mutating func addCadence(_ message: FITDataMessage, _ fields: FITSummaryFields) {
        let isOnFoot = activity.isOnFoot
        let each = isOnFoot ? 2.0 : 1.0
        func cadence(_ whole: UInt8, _ fraction: UInt8) -> Double? {
            message.number(whole).map { ($0 + (message.number(fraction, scale: 128) ?? 0)) * each }
        }
        stated.averageCadencePerMinute = cadence(fields.averageCadence, fields.averageCadenceFraction)
        stated.maximumCadencePerMinute = cadence(fields.maximumCadence, fields.maximumCadenceFraction)
        if isOnFoot { stated.steps = message.number(10).map { $0 * each } }
    }
}
