public import WireFormats

/// One power meter, whatever pages it sends and however it interleaves them.
///
/// Watts and cadence each come from one kind of page. Event counts of different kinds are never mixed, and a kind that says
/// nothing new never overrules one that does.
public struct ANTPowerMeter: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// 0 once when the meter has come to rest; `nil` when there is no news.
        public var watts: Double?
        /// Of the crank, per minute: 0 once when it has come to rest; `nil` when there is no news.
        public var cadencePerMinute: Double?
        /// Of a wheel that measures torque, per minute: 0 once when it has come to rest; `nil` when there is no news.
        public var wheelRevolutionsPerMinute: Double?
        /// Of that wheel, since the page before; `nil` without a baseline.
        public var wheelRevolutions: Int?
        /// `nil` when not measured.
        public var pedalPower: BicyclePowerPage.PedalPower?

        /// No news.
        public init() {}
    }

    /// Whose numbers serve, the best first. A meter's own sum of watts needs no circumference and no offset; a rotation
    /// measured between two events is finer than a rounded one.
    private enum WattsRank: Int { case powerOnly, crankTorque, crankTorqueFrequency, wheelTorque }
    private enum CadenceRank: Int { case crankTorque, crankTorqueFrequency, powerOnly, wheelTorque }

    private var power = ANTPowerSequence()
    private var crank = ANTTorqueSequence()
    private var wheel = ANTTorqueSequence()
    private var frequency: ANTCrankTorqueFrequencySequence
    private var wattsPage = ANTPreferredPage()
    private var cadencePage = ANTPreferredPage()
    private var powerStop = ANTStopRule()
    private var crankStop = ANTStopRule()
    private var wheelStop = ANTStopRule()
    private var frequencyStop = ANTStopRule()

    /// - Parameter offsetHertz: of a meter that sends torque as a frequency, from an earlier calibration.
    public init(offsetHertz: Double? = nil) { frequency = ANTCrankTorqueFrequencySequence(offsetHertz: offsetHertz) }

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: BicyclePowerPage, at offset: Int64?) -> Update {
        wattsPage.countMessage()
        cadencePage.countMessage()
        var update = Update()
        switch page {
        case .powerOnly(let page):
            let step = power.apply(page, at: offset)
            let isStopped = powerStop.apply(hasNews: step.events != 0, at: offset)
            update.pedalPower = step.events == 0 ? nil : page.pedalPower
            let cadence = step.events == 0 ? nil : page.revolutionsPerMinute.map(Double.init)
            setWatts(isStopped ? 0 : step.watts, .powerOnly, &update)
            if page.revolutionsPerMinute != nil { setCadence(isStopped ? 0 : cadence, .powerOnly, &update) }
        case .crankTorque(let counters):
            let step = crank.apply(counters, at: offset)
            let isStopped = crankStop.apply(hasNews: step.events != 0, at: offset)
            setWatts(isStopped ? 0 : step.watts, .crankTorque, &update)
            setCadence(isStopped ? 0 : step.revolutionsPerMinute, .crankTorque, &update)
        case .wheelTorque(let counters):
            let step = wheel.apply(counters, at: offset)
            let isStopped = wheelStop.apply(hasNews: step.events != 0, at: offset)
            let cadence = step.events == 0 ? nil : counters.revolutionsPerMinute.map(Double.init)
            update.wheelRevolutions = step.events == 0 ? 0 : step.ticks
            update.wheelRevolutionsPerMinute = isStopped ? 0 : step.revolutionsPerMinute
            setWatts(isStopped ? 0 : step.watts, .wheelTorque, &update)
            if counters.revolutionsPerMinute != nil { setCadence(isStopped ? 0 : cadence, .wheelTorque, &update) }
        case .crankTorqueFrequency(let page):
            let step = frequency.apply(page, at: offset)
            let isStopped = frequencyStop.apply(hasNews: step.events != 0, at: offset)
            setWatts(isStopped ? 0 : step.watts, .crankTorqueFrequency, &update)
            setCadence(isStopped ? 0 : step.revolutionsPerMinute, .crankTorqueFrequency, &update)
        case .calibration(let calibration): frequency.apply(calibration)
        case .pedalling, .parameters, .forceAngle, .pedalPosition, .common, .raw: break
        }
        return update
    }

    private mutating func setWatts(_ watts: Double?, _ rank: WattsRank, _ update: inout Update) {
        // Torque measured against an offset goes a little below zero when nobody pedals.
        if wattsPage.accepts(rank: rank.rawValue) { update.watts = watts.map { max($0, 0) } }
    }

    private mutating func setCadence(_ cadence: Double?, _ rank: CadenceRank, _ update: inout Update) {
        if cadencePage.accepts(rank: rank.rawValue) { update.cadencePerMinute = cadence }
    }
}
