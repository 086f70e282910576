public import WireFormats

/// Times between heart beats from a strap's pages, as far as they are really known.
public struct ANTBeatSequence: Sendable {
    /// When bytes 0...3 are believed, where straps from before there were pages keep what they like.
    public enum PageTrust: Sendable {
        /// Once the page-change bit was seen to change.
        case onceToggled
        case always
    }

    /// What one page told.
    public struct Update: Equatable, Sendable {
        /// Beats since the page before; 0 for a repeat, which proves that the link lives; `nil` for a new baseline.
        public var newBeats: Int?
        /// The interval before the last one, in 1/1024 s; `nil` when it is not known or not new.
        public var earlierInterval: UInt16?
        /// The interval that ended with the last beat, in 1/1024 s; `nil` when it is not known or not new.
        public var lastInterval: UInt16?
        /// New beats whose interval is not known.
        public var missedIntervals = 0

        /// What is known, oldest first, in 1/1024 s.
        public var intervals: [UInt16] { [earlierInterval, lastInterval].compactMap(\.self) }
    }

    /// Beat times wrap after 64 s, and no heart counts 256 beats sooner.
    static let wrapSeconds: Int64 = 63
    /// No beat takes longer than 3 s.
    static let longestInterval: UInt16 = 3 * 1024
    static let beatsPerSecond: Int64 = 5

    private let trust: PageTrust
    private var last: (time: UInt16, count: UInt8)?
    private var silence = ANTSilence()
    private var sinceNews = ANTSilence()
    private var lastToggle: Bool?
    private var hasToggled = false

    /// The state before the first page.
    public init(trust: PageTrust = .onceToggled) { self.trust = trust }

    /// Whether the pages' first bytes are believed by now.
    public var trustsPages: Bool { hasToggled || trust == .always }

    /// - Parameter offset: since the capture began, in microseconds; `nil` where there is no clock.
    public mutating func apply(_ page: HeartRatePage, at offset: Int64?) -> Update {
        if let lastToggle, lastToggle != page.isToggled { hasToggled = true }
        lastToggle = page.isToggled

        defer { silence.note(offset) }
        let newBeats = last.map { page.beatCount &- $0.count }
        guard newBeats != 0 else { return Update(newBeats: 0) }
        let isKnown =
            !sinceNews.isLonger(thanSeconds: Self.wrapSeconds, at: offset)
            && silence.allows(Int(newBeats ?? 0), perSecond: Self.beatsPerSecond, at: offset)
        let before = last
        last = (page.beatTimeTicks, page.beatCount)
        sinceNews.note(offset)
        guard let newBeats, let before, isKnown else { return Update() }

        var update = Update(newBeats: Int(newBeats))
        if case .previousBeat(let previous, _) = page.content, trustsPages {
            update.lastInterval = Self.interval(from: previous, to: page.beatTimeTicks)
            if newBeats == 2 { update.earlierInterval = Self.interval(from: before.time, to: previous) }
        } else if newBeats == 1 {
            update.lastInterval = Self.interval(from: before.time, to: page.beatTimeTicks)
        }
        let known = (update.earlierInterval == nil ? 0 : 1) + (update.lastInterval == nil ? 0 : 1)
        update.missedIntervals = Int(newBeats) - known
        return update
    }

    /// `nil` when the difference cannot be one beat's.
    private static func interval(from earlier: UInt16, to later: UInt16) -> UInt16? {
        let ticks = later &- earlier
        return (1...longestInterval).contains(ticks) ? ticks : nil
    }
}
