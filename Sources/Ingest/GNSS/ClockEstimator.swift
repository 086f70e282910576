import WireFormats
public import Workouts

/// Finds the wall clock of a capture whose machine had none: the first receiver's date that can be trusted ties offset zero to
/// UTC, so a whole workout moves and no sample does.
public struct ClockEstimator: Sendable {
    /// What is known of the fixes' origin.
    public enum Origin: Sendable {
        /// Recorded by this program as it happened: no such date lies before 2020.
        case live
        /// The log of another program or another year: the receiver's date stands.
        case log
    }

    /// The best clock so far: the system's, until a receiver's date replaces one that is not trusted.
    public private(set) var clock: WallClock?

    private let origin: Origin
    private var run: [Moment] = []

    private struct Moment {
        var arrival: Offset
        var timestamp: Timestamp
    }

    /// So many epochs in a row must agree with the offsets,
    private static let epochsNeeded = 3
    /// to within what serial lines and USB delay a sentence.
    private static let tolerance: Int64 = 500_000

    /// - Parameter systemClock: as the capture's header states it; a settled one is never replaced.
    public init(systemClock: WallClock?, origin: Origin) {
        clock = systemClock
        self.origin = origin
        run.reserveCapacity(Self.epochsNeeded)
    }

    /// Takes what an epoch came to.
    ///
    /// - Returns: the new clock, once, when this epoch completes the proof.
    public mutating func apply(_ outcome: FixOutcome) -> WallClock? {
        guard clock?.isSettled != true else { return nil }
        guard case .fix(let fix) = outcome, fix.mode != .estimated, let timestamp = fix.timestamp else {
            run.removeAll(keepingCapacity: true)
            return nil
        }
        let moment = Moment(arrival: fix.arrival, timestamp: timestamp)
        if let last = run.last, !follows(moment, last) { run.removeAll(keepingCapacity: true) }
        run.append(moment)
        guard run.count == Self.epochsNeeded else { return nil }
        // A sentence may arrive late and never early: the one with the least lag tells the truth.
        let latest = run.map { $0.timestamp.microseconds &- $0.arrival.microseconds }.max() ?? 0
        let stated = Timestamp(microseconds: latest)
        run.removeAll()
        let moved = origin == .live ? GPSWeekEra.plausibleLive(stated) : stated
        let proven = WallClock(
            origin: moved, source: moved == stated ? .gps : .gpsEraShifted, isTrusted: true,
            utcOffsetSeconds: clock?.utcOffsetSeconds, timeZone: clock?.timeZone)
        clock = proven
        return proven
    }

    private func follows(_ new: Moment, _ last: Moment) -> Bool {
        let told = new.timestamp.microseconds &- last.timestamp.microseconds
        let passed = new.arrival.microseconds &- last.arrival.microseconds
        return told > 0 && (told &- passed).magnitude <= Self.tolerance.magnitude
    }
}
