import Ingest
import Synchronization
public import Transports
public import WireFormats

/// Several files of one ride on one time line: a stick, a strap, a GPS log, a capture of ours.
///
/// Files are aligned by wall clock, an unstamped receiver's log by its own time. The merged records are those of one capture: its header,
/// links with numbers of their own, and ticks through silence. Captures of ours of which one goes on with the other are one, in
/// whatever order they come.
public final class ReplayPlan {
    public struct File: Sendable {
        public var path: String
        /// Microseconds to add to the file's clock.
        public var shift: Int64
        public init(path: String, shift: Int64 = 0) {
            self.path = path
            self.shift = shift
        }
    }

    /// Whether the files hold the rider's commands; without, the whole recording is one workout.
    public let isCommanded: Bool
    /// What the merged records begin with.
    public let header: CaptureHeader
    /// Sentences about the alignment that a person should read.
    public private(set) var notes: [String] = []

    /// In the order given.
    private let files: [ReplayTrack]
    /// Those that go on with no other one; with what goes on with them.
    private let tracks: [ReplayTrack]
    private var links: [LinkKey: LinkID] = [:]
    private var pending: [CaptureRecord] = []
    private var lastOffset: Int64 = 0
    private let insertsTicks: Bool
    private var hasEnded = false

    private struct LinkKey: Hashable {
        let track: Int
        let link: LinkID
    }

    /// The setting that stands for the header's own line: local time minus UTC in seconds, which no other tool's file tells.
    public static let utcOffset = "utc-offset"

    /// - Parameters:
    ///   - files: at least one.
    ///   - settings: what stands above the settings of the files, such as another FTP.
    /// - Throws: `.cannotOpen`, before anything is read.
    public init(_ files: [File], settings: [CaptureHeader.Setting] = []) throws(TransportError) {
        var opened: [ReplayTrack] = []
        for file in files { opened.append(try ReplayTrack(path: file.path, shift: file.shift)) }
        self.files = opened
        let chains = ReplayChains(opened)
        tracks = chains.roots
        let own = tracks.filter { $0.kind == .wattbeat }
        insertsTicks = tracks.count > 1 || own.isEmpty
        isCommanded = !own.isEmpty
        let alignment = ReplayAlignment(tracks)
        header = ReplayHeader.merged(tracks, alignment, settings: settings)
        notes = chains.notes + alignment.notes
        // Where nothing was recorded there is no workout either.
        hasEnded = !tracks.contains { $0.nextOffset != nil }
        if !isCommanded, !hasEnded { pending = [CaptureRecord(offset: 0, input: .command(.start(activity: "")))] }
    }

    /// Bytes of all files, where they can be told, and how many of them have been read; may be asked while another thread reads.
    public var progress: (read: Int64, total: Int64?) {
        let lengths = files.map(\.length)
        let total = lengths.contains(nil) ? nil : lengths.reduce(0) { $0 + ($1 ?? 0) }
        return (bytesRead.load(ordering: .relaxed), total)
    }

    /// Takes down how far the reading is.
    func noteProgress() { bytesRead.store(files.reduce(0) { $0 + $1.bytesRead }, ordering: .relaxed) }

    private let bytesRead = Atomic<Int64>(0)

    /// From where the same can be made again: the only file, or the first of captures that go on with each other; `nil` of several.
    public var recording: String? { tracks.count == 1 ? tracks.first?.path : nil }

    /// What ended the reading of a file early; all before it was used.
    public var faults: [FileFault] { files.compactMap(\.problem) }

    /// What was passed over, by file.
    public var findings: [(path: String, findings: CaptureFindings)] { files.map { ($0.path, $0.findings) } }

    /// The next record of all files together.
    public func next() -> CaptureRecord? {
        if !pending.isEmpty { return give(pending.removeFirst()) }
        guard let index = earliest() else {
            guard !hasEnded, !isCommanded else { return nil }
            hasEnded = true
            // A workout ends before its end: what came last counts only if the end comes after it.
            return give(CaptureRecord(offset: lastOffset + 1, input: .command(.stop)))
        }
        if insertsTicks, let next = tracks[index].nextOffset, next - lastOffset > Self.tickInterval {
            return give(CaptureRecord(offset: tickOffset(before: next), input: .tick))
        }
        guard var record = tracks[index].next() else { return nil }
        // A single file keeps its own numbers.
        if tracks.count > 1 { record.input = renumbered(record.input, track: index) }
        return give(record)
    }

    private static let tickInterval: Int64 = 1_000_000
    /// Silence longer than this is a gap between recordings: everything has run out long before.
    private static let longestSilence: Int64 = 120_000_000
    private var silenceStart: Int64 = 0

    private func tickOffset(before next: Int64) -> Int64 {
        if lastOffset - silenceStart >= Self.longestSilence, next - lastOffset > 2 * Self.tickInterval {
            return next - Self.tickInterval
        }
        return lastOffset + Self.tickInterval
    }

    private func give(_ record: consuming CaptureRecord) -> CaptureRecord {
        record.offset = max(record.offset, lastOffset)
        lastOffset = record.offset
        if case .tick = record.input {} else { silenceStart = lastOffset }
        return record
    }

    /// The track whose next record is due; the first of them when several are.
    private func earliest() -> Int? {
        var best: (index: Int, offset: Int64)?
        for index in tracks.indices {
            guard let offset = tracks[index].nextOffset else { continue }
            if let best, best.offset <= offset { continue }
            best = (index, offset)
        }
        return best?.index
    }

    private func renumbered(_ input: CaptureRecord.Input, track: Int) -> CaptureRecord.Input {
        switch input {
        case .linkOpened(let link, let identity): .linkOpened(number(of: link, track), identity)
        case .linkClosed(let link, let reason): .linkClosed(number(of: link, track), reason: reason)
        case .bytes(let link, let bytes): .bytes(number(of: link, track), bytes)
        case .dropped(let link, let count): .dropped(number(of: link, track), count: count)
        case .tick, .command, .setting, .pairing, .priority, .clockAnchor: input
        }
    }

    private func number(of link: LinkID, _ track: Int) -> LinkID {
        let key = LinkKey(track: track, link: link)
        if let known = links[key] { return known }
        let number = LinkID(UInt16(truncatingIfNeeded: links.count + 1))
        links[key] = number
        return number
    }
}
