public import WireFormats

/// Torque, power and rotation between pages of a torque meter, of the wheel or of the crank.
public struct ANTTorqueSequence: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// Events since the page before; 0 for a repeat, which proves that the link lives; `nil` for a new baseline.
        public var events: Int?
        /// Revolutions since the page before: what distance is made of.
        public var ticks: Int?
        /// The mean over these events; `nil` without events.
        public var torqueNewtonMetres: Double?
        /// 0 when not turning; `nil` without events.
        public var watts: Double?
        /// 0 when not turning; `nil` without events.
        public var revolutionsPerMinute: Double?

        /// Of the wheel, in metres per second.
        public func metresPerSecond(circumferenceMetres: Double) -> Double? {
            revolutionsPerMinute.map { $0 / 60 * circumferenceMetres }
        }
    }

    /// 2048 Nm wrap after 10 s at 50 Nm four times a second, the period after 32 s at any torque.
    static let wrapSeconds: Int64 = 10
    static let periodWrapSeconds: Int64 = 31

    private var last: TorqueCounters?
    private var silence = ANTSilence()
    private var sinceNews = ANTSilence()

    /// The state before the first page.
    public init() {}

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ counters: TorqueCounters, at offset: Int64?) -> Update {
        let events = Double(counters.eventCount &- (last?.eventCount ?? counters.eventCount))
        let isKnown = silence.vouches(
            for: Int(events), perSecond: ANTPowerSequence.eventsPerSecond, wrapSeconds: Self.wrapSeconds, at: offset)
        let isTimeKnown = events == 0 || !sinceNews.isLonger(thanSeconds: Self.periodWrapSeconds, at: offset)
        guard let last, isKnown, isTimeKnown else {
            last = counters
            sinceNews.note(offset)
            return Update()
        }
        guard events > 0 else { return Update(events: 0) }
        self.last = counters
        sinceNews.note(offset)
        let torque = Double(counters.torqueTicks &- last.torqueTicks) / 32
        let seconds = Double(counters.periodTicks &- last.periodTicks) / 2048
        return Update(
            events: Int(events), ticks: Int(counters.ticks &- last.ticks), torqueNewtonMetres: torque / events,
            watts: seconds > 0 ? 2 * .pi * torque / seconds : 0, revolutionsPerMinute: seconds > 0 ? 60 * events / seconds : 0)
    }
}

/// Torque, power and cadence of a meter that sends torque as a frequency.
public struct ANTCrankTorqueFrequencySequence: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// Revolutions since the page before; 0 for a repeat; `nil` for a new baseline.
        public var events: Int?
        /// 0 when not turning; `nil` without events.
        public var revolutionsPerMinute: Double?
        /// `nil` without events, and while the offset is not known.
        public var torqueNewtonMetres: Double?
        /// `nil` without events, and while the offset is not known.
        public var watts: Double?
    }

    /// 65 536 ticks at the 4 kHz of a hard sprint.
    static let wrapSeconds: Int64 = 16
    /// 65 536 ticks of 1/2000 s are 32.8 s.
    static let timeWrapSeconds: Int64 = 32

    /// What the meter sends with nobody on the pedals, in Hz; `nil` until a calibration tells it, and with it power is unknown.
    public private(set) var offsetHertz: Double?
    private var last: BicyclePowerPage.CrankTorqueFrequency?
    private var silence = ANTSilence()
    private var sinceNews = ANTSilence()

    /// - Parameter offsetHertz: from an earlier calibration.
    public init(offsetHertz: Double? = nil) { self.offsetHertz = offsetHertz }

    /// Learns the offset; other calibration pages say nothing about it.
    public mutating func apply(_ calibration: PowerCalibration) {
        if case .crankTorqueFrequency(.offset(let hertz)) = calibration { offsetHertz = Double(hertz) }
    }

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: BicyclePowerPage.CrankTorqueFrequency, at offset: Int64?) -> Update {
        let events = Double(page.eventCount &- (last?.eventCount ?? page.eventCount))
        let isKnown = silence.vouches(
            for: Int(events), perSecond: ANTPowerSequence.eventsPerSecond, wrapSeconds: Self.wrapSeconds, at: offset)
        let isTimeKnown = events == 0 || !sinceNews.isLonger(thanSeconds: Self.timeWrapSeconds, at: offset)
        guard let last, isKnown, isTimeKnown else {
            last = page
            sinceNews.note(offset)
            return Update()
        }
        guard events > 0 else { return Update(events: 0) }
        self.last = page
        sinceNews.note(offset)
        let seconds = Double(page.timeTicks &- last.timeTicks) / 2000
        guard seconds > 0 else { return Update(events: Int(events), revolutionsPerMinute: 0, torqueNewtonMetres: nil, watts: 0) }
        let cadence = 60 * events / seconds
        guard let offsetHertz, page.slopeTenths > 0 else { return Update(events: Int(events), revolutionsPerMinute: cadence) }
        let hertz = Double(page.torqueTicks &- last.torqueTicks) / seconds
        let torque = (hertz - offsetHertz) * 10 / Double(page.slopeTenths)
        return Update(
            events: Int(events), revolutionsPerMinute: cadence, torqueNewtonMetres: torque, watts: torque * cadence * .pi / 30)
    }
}
