import Ingest
import Transports
import WireFormats
import Workouts

/// UTC as an earlier capture had it in the same start of the machine: enough for the date of one whose machine has no clock and whose
/// receiver has no fix yet. A fix of its own is better, and replaces it.
struct KnownTime: Equatable {
    /// UTC, microseconds since 1970, at 0 of the machine's uptime.
    let atUptimeZero: Int64
    /// Uptime, microseconds, at which that was known.
    let learned: Int64

    /// All that is read for it: whoever comes back into a workout waits for this, and a week of captures that never learned the time
    /// has a thousand times as much.
    private static let mostBytes: Int64 = 16 << 20

    /// A week, in which an uncorrected crystal (100 ppm) loses a minute.
    private static let longest: Int64 = 604_800_000_000

    /// What a capture came to know; `nil` when it was told itself, for show, or does not say when it began.
    ///
    /// - Parameter engineOffset: the engine's offset at the file's offset 0.
    init?(_ clock: WallClock, of header: CaptureHeader, engineOffset: Int64 = 0) {
        guard clock.isSettled, clock.source != .gpsEraShifted, !header.isDemo, let begin = header.bootOffset else { return nil }
        atUptimeZero = clock.origin.microseconds &+ engineOffset &- begin
        learned = begin
    }

    /// What the captures of this start of the machine came to know, the latest that did. Reads back to that one, and to where it did:
    /// those after it were told the time by it, or never learned it.
    ///
    /// - Parameter uptime: now; what was known too long before is not looked for.
    init?(in folder: String, boot: String?, uptime: Int64) {
        guard let boot else { return nil }
        var captures: [(path: String, header: CaptureHeader, begin: Int64)] = []
        for name in (try? Folder.names(in: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard let name = CaptureName(name), name.ending != CaptureName.damaged, Folder.isFile(path),
                let header = CaptureRecovery.header(path), header.boot == boot, let begin = header.bootOffset,
                Self.isFresh(begin, atUptime: uptime)
            else { continue }
            captures.append((path, header, begin))
        }
        captures.sort { ($0.begin, $0.path) > ($1.begin, $1.path) }
        var bytes = Self.mostBytes
        var told: KnownTime?
        for (path, header, begin) in captures where bytes > 0 {
            let clock = CaptureGlance.clock(of: path, within: &bytes) { clock in
                if told == nil, !header.isDemo, clock.isTrusted, clock.source == .earlier {
                    told = KnownTime(clock, carriedTo: begin)
                }
                return KnownTime(clock, of: header) != nil
            }
            guard let known = clock.flatMap({ KnownTime($0, of: header) }) else { continue }
            self = known
            return
        }
        // Who knew is too far back: what the latest was told stands, and is as old as that.
        guard bytes <= 0, let told else { return nil }
        self = told
    }

    private init(_ clock: WallClock, carriedTo begin: Int64) {
        atUptimeZero = clock.origin.microseconds &- begin
        learned = begin
    }

    /// UTC at a moment of the machine's uptime; `nil` when that is too long after it was known.
    func utc(atUptime uptime: Int64) -> Int64? {
        Self.isFresh(learned, atUptime: uptime) ? atUptimeZero &+ uptime : nil
    }

    private static func isFresh(_ learned: Int64, atUptime uptime: Int64) -> Bool { uptime &- learned <= longest }
}
