import Ingest
import Workouts

/// Puts tracks on one time line, by the clock that is most to be believed.
struct ReplayAlignment {
    /// UTC of the common offset 0; `nil` when no file knows the time.
    let origin: Int64?
    /// Whether a synchronised clock says so.
    let isSynchronised: Bool
    /// What a person should know.
    private(set) var notes: [String] = []

    /// More than this apart two clocks do not speak of one ride.
    private static let longestRide: Int64 = 48 * 3_600_000_000
    /// 2020-01-01: a machine that says an earlier date was never told the time, or the ride is an old one.
    private static let oldestClock: Int64 = 1_577_836_800_000_000

    /// Gives each track its displacement.
    init(_ tracks: [ReplayTrack]) {
        if tracks.count > 1 {
            for track in tracks where (track.start ?? .max) < Self.oldestClock && !track.isReceiversTime { track.startByAnchor() }
        }
        guard let reference = Self.reference(among: tracks), let time = reference.start else {
            let first = tracks.map(\.shift).min() ?? 0
            for track in tracks { track.displacement = track.shift &- first }
            (origin, isSynchronised) = (nil, false)
            return
        }
        var notes: [String] = []
        for track in tracks where track.isReceiversTime {
            if let note = Self.moveEras(track, to: reference) { notes.append(note) }
        }
        let near = tracks.filter { $0.start.map { Self.isNear($0, time) } ?? false }
        let begin = near.compactMap(\.start).min() ?? time
        // Tracks with a wrong clock may have the same one.
        let far = tracks.filter { $0.start.map { !Self.isNear($0, time) } ?? false }
        let starts = tracks.map { track -> Int64 in
            guard let start = track.start else { return begin &+ track.shift }
            guard !Self.isNear(start, time) else { return start }
            let mates = far.compactMap { mate in mate.start.map { $0 &- mate.shift } }.filter { Self.isNear($0, start) }
            return time &+ (start &- (mates.min() ?? start))
        }
        let origin = starts.min() ?? time
        for (track, start) in zip(tracks, starts) {
            track.displacement = start &- origin
            if tracks.count > 1, let note = Self.note(track, reference) { notes.append(note) }
        }
        for (track, start) in zip(tracks, starts) { track.place(at: start) }
        (self.origin, isSynchronised) = (origin, reference.isSynchronised)
        self.notes = notes
    }

    private static func isNear(_ a: Int64, _ b: Int64) -> Bool { (a &- b).magnitude <= longestRide.magnitude }

    /// The track whose clock counts: a synchronised one before any other; then one that says a time of today, then a receiver's; then
    /// the one with which most agree; then, again, a receiver's.
    private static func reference(among tracks: [ReplayTrack]) -> ReplayTrack? {
        var best: (track: ReplayTrack, credit: (Int, Int, Int))?
        for track in tracks {
            guard let start = track.start else { continue }
            let level = track.isSynchronised ? 3 : start >= oldestClock ? 2 : track.isReceiversTime ? 1 : 0
            let agreeing = tracks.count { $0.start.map { isNear($0, start) } ?? false }
            let credit = (level, agreeing, track.isReceiversTime ? 1 : 0)
            if best.map({ credit > $0.credit }) ?? true { best = (track, credit) }
        }
        return best?.track
    }

    /// A receiver past its week rollover is whole eras behind.
    ///
    /// - Returns: what was done.
    private static func moveEras(_ track: ReplayTrack, to reference: ReplayTrack) -> String? {
        guard let start = track.start, let time = reference.start, track !== reference, !isNear(start, time),
            let moved = GPSWeekEra.corrected(Timestamp(microseconds: start), now: Timestamp(microseconds: time))
        else { return nil }
        let behind = moved - Timestamp(microseconds: start)
        let weeks = behind.microseconds / GPSWeekEra.length.microseconds * 1024
        track.move(by: behind.microseconds)
        return "\(track.path) is dated \(weeks) weeks early, as receivers are past a rollover of the GPS week; it was moved to "
            + "the time of \(reference.path)"
    }

    private static func note(_ track: ReplayTrack, _ reference: ReplayTrack) -> String? {
        guard let start = track.start, let time = reference.start else {
            return "\(track.path) does not say when it began, so it begins with the others; correct it with --shift"
        }
        guard !isNear(start, time) else { return nil }
        return "\(track.path) began days \(start < time ? "before" : "after") \(reference.path) by its clock, so it begins with "
            + "that; correct it with --shift"
    }
}
