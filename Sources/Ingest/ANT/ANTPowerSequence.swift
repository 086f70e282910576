public import WireFormats

/// Mean power between pages that add up watts event by event: bicycle power page 0x10, fitness equipment page 25.
public struct ANTPowerSequence: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// Events since the page before; 0 for a repeat, which proves that the link lives; `nil` for a new baseline.
        public var events: Int?
        /// The mean over these events, lost messages included; `nil` without events.
        public var averageWatts: Double?
        /// What to believe; `nil` when there is no news.
        public var watts: Double?
    }

    /// 65 536 W added up four times a second: 16 s at 1 kW.
    static let wrapSeconds: Int64 = 16
    /// Meters count messages, four or eight a second, or revolutions.
    static let eventsPerSecond: Int64 = 10

    private var last: (events: UInt8, watts: UInt16)?
    private var silence = ANTSilence()
    /// Whether the sum grew by what the page said when last it could be compared: some meters add up wrongly.
    private var isSumTrusted = true

    /// The state before the first page.
    public init() {}

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: BicyclePowerPage.PowerOnly, at offset: Int64?) -> Update {
        apply(eventCount: page.eventCount, accumulatedWatts: page.accumulatedWatts, watts: page.watts, at: offset)
    }

    /// - Parameters:
    ///   - eventCount: wraps at 256.
    ///   - accumulatedWatts: wraps at 65 536.
    ///   - watts: of the last event.
    ///   - offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(
        eventCount: UInt8, accumulatedWatts: UInt16, watts: UInt16, at offset: Int64?
    ) -> Update {
        let events = eventCount &- (last?.events ?? eventCount)
        let isKnown = silence.vouches(
            for: Int(events), perSecond: Self.eventsPerSecond, wrapSeconds: Self.wrapSeconds, at: offset)
        defer { last = (eventCount, accumulatedWatts) }
        guard let last, isKnown else { return Update(watts: Double(watts)) }
        guard events > 0 else { return Update(events: 0) }
        let sum = accumulatedWatts &- last.watts
        let average = Double(sum) / Double(events)
        // One event has one power, which both fields state.
        guard events > 1 else {
            isSumTrusted = abs(Int(sum) - Int(watts)) <= max(30, Int(watts) / 4)
            return Update(events: 1, averageWatts: average, watts: Double(watts))
        }
        return Update(events: Int(events), averageWatts: average, watts: isSumTrusted ? average : Double(watts))
    }
}
