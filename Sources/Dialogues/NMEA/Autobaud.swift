internal import WireFormats

/// Finds the speed of a receiver's line by listening; nothing is ever sent.
///
/// A speed is taken at two sentences with good checksums. Silence says nothing against a speed: its two seconds begin with the
/// first byte. What is readable and yet no sentence, a receiver's start-up text, is given five times as long as noise.
public struct Autobaud: Equatable, Sendable {
    /// What to do next.
    public enum Step: Equatable, Sendable {
        case listen
        /// The speed is right; these bytes came at it.
        case accept([UInt8])
        /// Set the line to `speed`, and throw away what it still holds.
        case change
    }

    /// Bits a second, the likeliest first.
    public static let speeds = [9600, 115_200, 38_400, 4800, 57_600, 19_200, 230_400, 460_800]

    /// What the line is to be set to.
    public var speed: Int { order[place] }
    /// When to call `wake(at:)`; `nil` while nothing was heard.
    public private(set) var wakeAt: Int64?
    /// How often every speed was tried in vain.
    public private(set) var rounds = 0

    private let order: [Int]
    private var place = 0
    private var framer = NMEALineFramer()
    private var goodSentences = 0
    private var windows = 0
    private var kept: [UInt8] = []
    /// Until then come bytes of the speed before: converters hold some back.
    private var settledAt: Int64

    private static let settling: Int64 = 50_000
    private static let window: Int64 = 2_000_000
    private static let windowsForText = 5
    /// What is kept for the acceptance: two seconds of the busiest receivers.
    private static let longestKept = 16 << 10

    /// - Parameters:
    ///   - lastGood: a speed at which this receiver was heard before.
    ///   - now: when the line is set to `speed`, microseconds.
    public init(lastGood: Int? = nil, at now: Int64) {
        order = (lastGood.map { [$0] } ?? []) + Self.speeds.filter { $0 != lastGood }
        settledAt = now
    }

    /// Bytes came.
    public mutating func take(_ bytes: [UInt8], at now: Int64) -> Step {
        guard now >= settledAt, !bytes.isEmpty else { return .listen }
        if wakeAt == nil { wakeAt = now + Self.window }
        kept += bytes
        if kept.count > Self.longestKept { kept.removeFirst(kept.count - Self.longestKept) }
        var good = 0
        framer.append(bytes) { _ in good += 1 }
        goodSentences += good
        if goodSentences >= 2 {
            wakeAt = nil
            return .accept(kept)
        }
        return wake(at: now)
    }

    /// Time passed.
    public mutating func wake(at now: Int64) -> Step {
        guard let end = wakeAt, now >= end else { return .listen }
        windows += 1
        let isNoise = framer.counters.nonASCIIBytes > 0 || framer.counters.badChecksum > 0
        // A receiver that says one sentence a second may need a second window.
        let patience = isNoise ? 1 + goodSentences : Self.windowsForText
        guard windows >= patience else {
            wakeAt = now + Self.window
            return .listen
        }
        advance(at: now)
        return .change
    }

    /// The line cannot be set to `speed`.
    public mutating func refuse(at now: Int64) { advance(at: now) }

    private mutating func advance(at now: Int64) {
        place += 1
        if place == order.count { (place, rounds) = (0, rounds + 1) }
        framer = NMEALineFramer()
        goodSentences = 0
        windows = 0
        kept.removeAll(keepingCapacity: true)
        wakeAt = nil
        settledAt = now + Self.settling
    }

    /// Equal when they would do the same from here on.
    public static func == (a: Self, b: Self) -> Bool {
        a.order == b.order && a.place == b.place && a.rounds == b.rounds && a.wakeAt == b.wakeAt && a.kept == b.kept
            && a.goodSentences == b.goodSentences && a.windows == b.windows && a.settledAt == b.settledAt
    }
}
