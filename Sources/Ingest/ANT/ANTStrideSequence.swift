public import WireFormats

/// What a foot pod's counters grew by.
public struct ANTStrideSequence: Sendable {
    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// Strides since the page before, each two steps; `nil` for a new baseline.
        public var strides: Int?
        /// Metres since the page before; `nil` for a new baseline.
        public var metres: Double?
        /// By the pod's own clock, since the page before; `nil` for a new baseline.
        public var seconds: Double?
        /// Whether a counter moved.
        public var hasNews = true
    }

    /// 256 m wrap after 32 s at 8 m/s.
    static let wrapSeconds: Int64 = 30
    static let stridesPerSecond: Int64 = 5

    private var last: StrideSpeedDistancePage.Main?
    private var silence = ANTSilence()

    /// The state before the first page.
    public init() {}

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: StrideSpeedDistancePage.Main, at offset: Int64?) -> Update {
        let strides = page.strides &- (last?.strides ?? page.strides)
        let isKnown = silence.vouches(
            for: Int(strides), perSecond: Self.stridesPerSecond, wrapSeconds: Self.wrapSeconds, at: offset)
        defer { last = page }
        guard let last, isKnown else { return Update() }
        // Widened, since the clock wraps at 51 200 and not at a power of two.
        let ticks = (Int(page.timeTicks) - Int(last.timeTicks) + 51_200) % 51_200
        let distance = (page.distanceTicks &- last.distanceTicks) & 0xFFF
        return Update(
            strides: Int(strides), metres: Double(distance) / 16, seconds: Double(ticks) / 200,
            hasNews: ticks != 0 || distance != 0 || strides != 0)
    }
}
