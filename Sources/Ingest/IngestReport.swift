public import WireFormats
public import Workouts

/// What happened on the way in, counted: shown beside a workout, so that nothing is lost silently.
public struct IngestReport: Equatable, Sendable {
    public var records = 0
    public var bytes = 0
    /// Records that the recorder had to drop, by link, in the order of first sight.
    public private(set) var drops: [Drop] = []
    /// What could not be read, by link, sensor and reason, in the order of first sight.
    public private(set) var rejections: [Rejection] = []
    /// Readings outside what is plausible, by quantity.
    public var implausible: [Quantity: Int] = [:]
    /// Zeros held back from a source that lay idle while another moved.
    public var idleZeros = 0
    /// Readings of sensors that are not paired while a paired one serves the quantity.
    public var unpaired = 0
    /// GNSS epochs without a usable position.
    public var voidFixes = 0
    /// Fixes of a moment that was there already, out of the order of time, or too far away to have been reached.
    public var misplacedFixes = 0
    /// How often a receiver's clock was another one from there on.
    public var clockSteps = 0
    /// Fixes of a second receiver while another one placed the route.
    public var spareFixes = 0

    public struct Drop: Equatable, Sendable {
        public let link: LinkID
        public fileprivate(set) var count: Int
    }

    public struct Rejection: Equatable, Sendable {
        public let link: LinkID
        /// Whose bytes they were; `nil` where the link is shared and the bytes do not say.
        public let source: SourceID?
        public let error: WireError
        public var count: Int
    }

    /// - Parameter count: as a record states it.
    mutating func drop(_ count: Int, of link: LinkID) {
        if let index = drops.firstIndex(where: { $0.link == link }) ?? (drops.count < 256 ? nil : 255) {
            drops[index].count = Self.sum(drops[index].count, count)
        } else {
            drops.append(Drop(link: link, count: max(count, 0)))
        }
    }

    /// The sum ends at the highest number rather than beyond.
    private static func sum(_ before: Int, _ count: Int) -> Int {
        let (sum, isBeyond) = before.addingReportingOverflow(max(count, 0))
        return isBeyond ? .max : sum
    }

    mutating func reject(_ link: LinkID, _ error: WireError, of source: SourceID?) {
        // Checksums differ each time; what counts is that they failed.
        let kind: WireError = if case .checksumMismatch = error { .checksumMismatch(computed: 0, received: 0) } else { error }
        if let index = rejections.firstIndex(where: {
            $0.link == link && $0.source == source && $0.error == kind
        }) {
            rejections[index].count += 1
        } else if rejections.count < 256 {
            rejections.append(Rejection(link: link, source: source, error: kind, count: 1))
        } else {
            rejections[255].count += 1
        }
    }

    /// All records dropped.
    public var dropped: Int { drops.reduce(0) { Self.sum($0, $1.count) } }

    /// All rejections together.
    public var rejected: Int { rejections.reduce(0) { $0 + $1.count } }
}
