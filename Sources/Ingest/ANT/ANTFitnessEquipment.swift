public import WireFormats

/// One trainer or other machine, whatever pages it interleaves.
public struct ANTFitnessEquipment: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// By the machine's own clock, since the page before; `nil` when the page says nothing about it.
        public var seconds: Double?
        /// Since the page before; `nil` when the machine does not vouch for it, and for a new baseline.
        public var metres: Int?
        /// Since the page before; `nil` when not counted, and for a new baseline.
        public var kilocalories: Int?
        /// 0 once when the machine has come to rest; `nil` when there is no news.
        public var watts: Double?
        /// Per minute; `nil` when there is no news.
        public var cadencePerMinute: Double?
        /// Torque and rotation of the machine's wheel, from page 26.
        public var torque: ANTTorqueSequence.Update?
        /// Whether the rider asked for a lap since the page before.
        public var isLap = false

        /// No news.
        public init() {}
    }

    /// 256 m wrap after 12.8 s at 20 m/s.
    static let distanceWrapSeconds: Int64 = 12
    static let metresPerSecond: Int64 = 40
    static let elapsedWrapSeconds: Int64 = 60

    private enum WattsRank: Int { case trainer, stationaryBike, torque }

    private var general: FitnessEquipmentPage.General?
    private var generalSilence = ANTSilence()
    private var kilocalories: UInt8?
    private var isLapToggled: Bool?
    private var power = ANTPowerSequence()
    private var powerStop = ANTStopRule()
    private var torque = ANTTorqueSequence()
    private var torqueStop = ANTStopRule()
    private var wattsPage = ANTPreferredPage()

    /// The state before the first page.
    public init() {}

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: FitnessEquipmentPage, at offset: Int64?) -> Update {
        wattsPage.countMessage()
        var update = Update()
        switch page {
        case .general(let page):
            apply(page, at: offset, to: &update)
            applyState(page.state, to: &update)
        case .settings(let page): applyState(page.state, to: &update)
        case .metabolic(let page):
            if let kilocalories, let now = page.kilocalories { update.kilocalories = Int(now &- kilocalories) }
            kilocalories = page.kilocalories
            applyState(page.state, to: &update)
        case .stationaryBike(let page):
            if page.watts != nil, wattsPage.accepts(rank: WattsRank.stationaryBike.rawValue) {
                update.watts = page.watts.map(Double.init)
                update.cadencePerMinute = page.revolutionsPerMinute.map(Double.init)
            }
            applyState(page.state, to: &update)
        case .trainer(let page):
            apply(page, at: offset, to: &update)
            applyState(page.state, to: &update)
        case .trainerTorque(let counters, let state):
            let step = torque.apply(counters, at: offset)
            let isStopped = torqueStop.apply(hasNews: step.events != 0, at: offset)
            update.torque = step
            if wattsPage.accepts(rank: WattsRank.torque.rawValue) { update.watts = isStopped ? 0 : step.watts }
            applyState(state, to: &update)
        case .calibration, .calibrationProgress, .capabilities, .command, .common, .raw: break
        }
        return update
    }

    private mutating func apply(_ page: FitnessEquipmentPage.General, at offset: Int64?, to update: inout Update) {
        if let general {
            if !generalSilence.isLonger(thanSeconds: Self.elapsedWrapSeconds, at: offset) {
                update.seconds = Double(page.elapsedTicks &- general.elapsedTicks) / 4
            }
            if !generalSilence.isLonger(thanSeconds: Self.distanceWrapSeconds, at: offset), let before = general.metres,
                let now = page.metres, generalSilence.allows(Int(now &- before), perSecond: Self.metresPerSecond, at: offset)
            {
                update.metres = Int(now &- before)
            }
        }
        general = page
        generalSilence.note(offset)
    }

    private mutating func apply(_ page: FitnessEquipmentPage.Trainer, at offset: Int64?, to update: inout Update) {
        guard let now = page.power else {
            // A machine that leaves its power out may still turn.
            update.cadencePerMinute = page.revolutionsPerMinute.map(Double.init)
            return
        }
        let step = power.apply(
            eventCount: page.eventCount, accumulatedWatts: now.accumulatedWatts, watts: now.watts, at: offset)
        let isStopped = powerStop.apply(hasNews: step.events != 0, at: offset)
        guard wattsPage.accepts(rank: WattsRank.trainer.rawValue) else { return }
        update.watts = isStopped ? 0 : step.watts
        update.cadencePerMinute = isStopped ? 0 : step.events == 0 ? nil : page.revolutionsPerMinute.map(Double.init)
    }

    private mutating func applyState(_ state: FitnessEquipmentPage.MachineState, to update: inout Update) {
        update.isLap = isLapToggled.map { $0 != state.isLapToggled } ?? false
        isLapToggled = state.isLapToggled
    }
}
