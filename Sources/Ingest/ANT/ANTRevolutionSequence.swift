public import WireFormats

/// Rotation from 16-bit counts of revolutions and 1/1024 s: speed sensors, cadence sensors, both halves of a combined one.
public struct ANTRevolutionSequence: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// Revolutions since the page before; 0 for a repeat, which proves that the link lives; `nil` for a new baseline.
        public var revolutions: Int?
        /// 0 once when the wheel or crank has come to rest; `nil` when there is no news.
        public var revolutionsPerMinute: Double?

        /// Of a wheel, in metres per second.
        public func metresPerSecond(circumferenceMetres: Double) -> Double? {
            revolutionsPerMinute.map { $0 / 60 * circumferenceMetres }
        }
    }

    /// Event times wrap after 64 s; beyond it the capture's clock says how long the revolutions took.
    static let wrapSeconds: Int64 = 63
    /// A wheel of 2 m at 100 m/s.
    static let revolutionsPerSecond: Int64 = 50

    private var last: (time: UInt16, revolutions: UInt16)?
    private var silence = ANTSilence()
    private var sinceNews = ANTSilence()
    private var stop = ANTStopRule()

    /// The state before the first page.
    public init() {}

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: RevolutionPage, at offset: Int64?) -> Update {
        var isAtRest = false
        if case .motion(let isStopped) = page.content { isAtRest = isStopped }
        return apply(eventTimeTicks: page.eventTimeTicks, revolutions: page.revolutions, isAtRest: isAtRest, at: offset)
    }

    /// - Parameters:
    ///   - eventTimeTicks: when the last revolution ended, in 1/1024 s.
    ///   - revolutions: wrap at 65 536.
    ///   - isAtRest: whether the sensor itself says that it stands still.
    ///   - offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(
        eventTimeTicks: UInt16, revolutions: UInt16, isAtRest: Bool = false, at offset: Int64?
    ) -> Update {
        defer { silence.note(offset) }
        let count = revolutions &- (last?.revolutions ?? revolutions)
        guard let last, silence.allows(Int(count), perSecond: Self.revolutionsPerSecond, at: offset) else {
            last = (eventTimeTicks, revolutions)
            sinceNews.note(offset)
            _ = stop.apply(hasNews: true, at: offset)
            return Update()
        }
        let ticks = eventTimeTicks &- last.time
        guard count > 0 else {
            let hasStopped = isAtRest ? stop.stopNow() : stop.apply(hasNews: false, at: offset)
            return Update(revolutions: 0, revolutionsPerMinute: hasStopped ? 0 : nil)
        }
        let hasWrapped = sinceNews.isLonger(thanSeconds: Self.wrapSeconds, at: offset)
        let seconds =
            hasWrapped ? sinceNews.microseconds(at: offset).map { Double($0) / 1e6 } ?? 0 : Double(ticks) / 1024
        self.last = (eventTimeTicks, revolutions)
        sinceNews.note(offset)
        _ = stop.apply(hasNews: true, at: offset)
        return Update(revolutions: Int(count), revolutionsPerMinute: seconds > 0 ? 60 * Double(count) / seconds : nil)
    }
}
