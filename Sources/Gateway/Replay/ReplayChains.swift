import WireFormats

/// Finds which captures go on with which, in whatever order they were given, and makes one track of each such chain.
///
/// A gateway that was cut off goes on in a new file (docs/recovery.md): both together are one ride, on one time line and with the
/// first one's header, so that a replay makes of them what the gateway made. Where the second does not state the gap, no gateway
/// went on with the first, and both are files of one ride like any others.
struct ReplayChains {
    /// The tracks that continue no other one.
    let roots: [ReplayTrack]
    /// What a person should know.
    private(set) var notes: [String] = []

    init(_ tracks: [ReplayTrack]) {
        var continuing: [ReplayTrack] = []
        for track in tracks {
            guard track.kind == .wattbeat, let identity = track.header?.continues else { continue }
            let formers = tracks.filter { $0.kind == .wattbeat && $0.header?.identity == identity }
            if formers.isEmpty, !track.beginsAnew { notes.append(Self.missing(track, identity)) }
            guard track.header?.statesGap == true,
                let former = formers.first(where: { $0.continuation == nil && !track.leads(to: $0) })
            else { continue }
            let after = track.header?.continuesAfter ?? Self.span(from: former, to: track)
            if after == nil { notes.append(Self.unknown(track, former)) }
            if track.beginsAnew { notes.append(Self.anew(track, former)) }
            former.continuation = ReplayTrack.Continuation(track: track, after: after)
            continuing.append(track)
        }
        roots = tracks.filter { track in !continuing.contains { $0 === track } }
    }

    /// From one's beginning to the other's, by clocks that were both kept.
    private static func span(from former: ReplayTrack, to track: ReplayTrack) -> Int64? {
        guard former.isSynchronised, track.isSynchronised, let start = former.start, let next = track.start else { return nil }
        return next > start ? next &- start : nil
    }

    private static func missing(_ track: ReplayTrack, _ identity: String) -> String {
        "\(track.path) goes on after the capture \(identity), which is not among the files; a workout that runs on from there needs both"
    }

    /// Identity and settings are those of the first file.
    private static func anew(_ track: ReplayTrack, _ former: ReplayTrack) -> String {
        "\(track.path) begins workouts of its own: replayed without \(former.path) they are what the gateway made of them"
    }

    private static func unknown(_ track: ReplayTrack, _ former: ReplayTrack) -> String {
        "how long after \(former.path) \(track.path) began is not known, so it begins right behind it"
    }
}
