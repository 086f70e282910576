import ActivityFiles
import Ingest
import Statistics
import Transports
import WireFormats
import Workouts

/// A first look at all files: which hold workouts, when, and which belong together. Of each file some kilobytes are read.
struct ArchiveSurvey {
    /// In the order in which they are to be read.
    private(set) var sources: [ArchiveSource] = []
    private(set) var skipped: [SkippedFile] = []

    private var captures: [Capture] = []
    private var activities: [ArchiveSource] = []
    private let known: KnownRecordings
    /// How many sources are known already.
    private(set) var leftOut = 0

    /// Room for the descriptions that may stand in front of a FIT file's first record.
    private static let prefixLength = 1 << 14

    private struct Capture {
        var header: CaptureHeader
        var source: ArchiveSource
    }

    init(_ paths: [String], leavingOut known: KnownRecordings = KnownRecordings()) {
        self.known = known
        var walk = ArchiveWalk(paths)
        while !Task.isCancelled, let found = walk.next() { look(at: found) }
        skipped = walk.skipped + skipped
        keepOneOfEach()
        sources = unknown(chains()).map(Self.dated) + activities
        leaveOutDemos()
        sources.sort(by: ArchiveSource.precedes)
    }

    private mutating func look(at found: ArchiveWalk.Found) {
        guard found.bytes > 0 else { return pass(found, "is empty", as: .noWorkout) }
        do throws(TransportError) {
            let file = try RecordedFile(path: found.path)
            var prefix = try file.prefix(Self.prefixLength)
            let isPacked = GzipFile.isOne(prefix)
            if isPacked { prefix = GzipFile(unpacking: prefix, atMost: 4 * Self.prefixLength).bytes }
            if FITContents.isFIT(prefix) { return lookAtFIT(found, prefix) }
            let kind = CaptureKind.detect(prefix.span)
            if kind == nil, let glance = ActivityGlance(decoding: prefix) { return add(found, glance) }
            if let words = Self.mustBeUnpacked(prefix, isPacked ? kind : nil) {
                return skipped.append(SkippedFile(found.path, .notARecording, "\(found.path) \(words)"))
            }
            guard kind == .wattbeat else { return pass(found, Self.refusal(kind), as: .notARecording) }
            var reader = CaptureReader(file)
            _ = try reader.next()
            if let header = reader.header { add(found, header) }
        } catch {
            // What is not read may be anything: only a name says that it would matter.
            guard found.isNamed || Self.looksLikeOne(found.path) else { return }
            skipped.append(SkippedFile(found.path, .unreadable, "\(error)"))
        }
    }

    private mutating func lookAtFIT(_ found: ArchiveWalk.Found, _ prefix: [UInt8]) {
        guard let glance = try? FITGlance(decoding: prefix) else {
            return skipped.append(SkippedFile(found.path, .unreadable, "\(found.path): its header is damaged"))
        }
        guard glance.isActivity else {
            return pass(found, "is a FIT file, but of no activity", as: .notARecording)
        }
        var source = ArchiveSource(paths: [found.path], format: .fit, bytes: found.bytes)
        // Of two hands the earlier: a file may be made before the start, or long after, by an export. What counts is rounded down.
        source.start = [glance.began, glance.created].compactMap(\.self).min().map { $0 + TimeSpan(microseconds: 1_000_000) }
        (source.isDemo, source.isNamed) = (glance.isDemo, found.isNamed)
        if glance.isOurs { source.ownFITID = glance.id }
        if let began = glance.began, glance.isOurs, known.holdsCapture(beganAt: began) { return leftOut += 1 }
        add(source)
    }

    private mutating func add(_ found: ArchiveWalk.Found, _ glance: ActivityGlance) {
        var source = ArchiveSource(
            paths: [found.path], format: ArchivedWorkout.Format(glance.format), bytes: found.bytes, start: glance.earliest)
        (source.isStartRough, source.isNamed) = (true, found.isNamed)
        add(source)
    }

    private mutating func add(_ source: ArchiveSource) {
        if known.holds(path: source.path) { leftOut += 1 } else { activities.append(source) }
    }

    private mutating func add(_ found: ArchiveWalk.Found, _ header: CaptureHeader) {
        let name = CaptureName(String(found.path.split(separator: "/").last ?? ""))
        var source = ArchiveSource(paths: [found.path], format: .capture, bytes: found.bytes)
        source.start = header.isSynchronised ? header.start.map { Timestamp(microseconds: $0) } : nil
        (source.isDemo, source.isNamed) = (header.isDemo, found.isNamed)
        // A file that is not closed may have come to hold one.
        source.isIdle = !found.isNamed && name.map { $0.isIdle && $0.ending == CaptureName.whole } ?? false
        source.isWritten = name.map { CaptureName.isUnfinished($0.text) } ?? false && Folder.isLocked(found.path)
        captures.append(Capture(header: header, source: source))
    }

    /// What is of no use is told only to who named it.
    private mutating func pass(_ found: ArchiveWalk.Found, _ words: String, as reason: SkippedFile.Reason) {
        if found.isNamed { skipped.append(SkippedFile(found.path, reason, "\(found.path) \(words)")) }
    }

    private static func refusal(_ kind: CaptureKind?) -> String {
        switch kind {
        case nil: "is neither a capture of wattbeat's nor a FIT, TCX, GPX or CSV file"
        case let kind?:
            "is a recording of another program (\(kind.rawValue)): wattbeat replay --capture FILE makes a capture of it"
        }
    }

    /// What may hold recordings and is not read as it is: told whether or not it was named.
    private static func mustBeUnpacked(_ prefix: [UInt8], _ packed: CaptureKind?) -> String? {
        if prefix.starts(with: Array("PK".utf8) + [3, 4]) { return "is a zip archive: unpack it, and give its folder (unzip)" }
        return packed == .wattbeat ? "is a capture that gzip packed: unpack it first (gunzip)" : nil
    }

    private static func looksLikeOne(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let endings = ActivityFormat.allCases.flatMap { [".\($0.rawValue)", ".\($0.rawValue).gz"] }
        return CaptureName(name) != nil || endings.contains { name.lowercased().hasSuffix($0) }
    }

    // MARK: What belongs together

    /// Of several files with one identity, as copies are, the longest counts: a copy may have been made before the end.
    private mutating func keepOneOfEach() {
        var best: [String: Int] = [:]
        for (index, capture) in captures.enumerated() {
            guard let other = best[capture.header.identity] else {
                best[capture.header.identity] = index
                continue
            }
            if captures[other].source.bytes < capture.source.bytes { best[capture.header.identity] = index }
        }
        var kept: [Capture] = []
        for (index, capture) in captures.enumerated() {
            let chosen = best[capture.header.identity] ?? index
            guard chosen != index else {
                kept.append(capture)
                continue
            }
            let (path, other) = (capture.source.path, captures[chosen].source.path)
            skipped.append(SkippedFile(path, .copy, "\(path) is the same capture as \(other), which counts"))
        }
        captures = kept
    }

    /// Captures of which one goes on with the other are one, as in a replay (`ReplayChains`); but where no workout runs on, each makes by
    /// itself what the gateway made of it.
    private func chains() -> [ArchiveSource] {
        var places: [String: Int] = [:]
        for (index, capture) in captures.enumerated() { places[capture.header.identity] = index }
        var next: [Int: Int] = [:]
        var isContinuation = Set<Int>()
        for (index, capture) in captures.enumerated() where capture.header.statesGap {
            guard let former = capture.header.continues.flatMap({ places[$0] }), next[former] == nil,
                !Self.leads(from: index, to: former, by: next), !Self.beginsAnew(capture.source.path)
            else { continue }
            next[former] = index
            isContinuation.insert(index)
        }
        return captures.indices.filter { !isContinuation.contains($0) }.map { root in
            var source = captures[root].source
            var last = root
            while let index = next[last] {
                let part = captures[index].source
                source.paths += part.paths
                source.bytes += part.bytes
                source.isIdle = source.isIdle && part.isIdle
                source.isNamed = source.isNamed || part.isNamed
                source.isWritten = source.isWritten || part.isWritten
                last = index
            }
            return source
        }.filter { !$0.isIdle }
    }

    private static func beginsAnew(_ path: String) -> Bool {
        guard var reader = try? CaptureReader(path: path) else { return false }
        return reader.beginsAnew()
    }

    /// What was continued since is looked at again.
    private mutating func unknown(_ sources: [ArchiveSource]) -> [ArchiveSource] {
        let rest = sources.filter { $0.paths.count > 1 || $0.isWritten || !known.holds(path: $0.path) }
        leftOut += sources.count - rest.count
        return rest
    }

    /// With when it begins, where its header does not know: what is to be read before what is told by that.
    private static func dated(_ source: ArchiveSource) -> ArchiveSource {
        guard source.start == nil, !Task.isCancelled else { return source }
        // Ten minutes of a receiver that speaks ten times a second, an hour of others: who comes to know the date mostly does by then.
        var bytes: Int64 = 1 << 20
        // A date that was moved by 1024 weeks may be moved again.
        let clock = CaptureGlance.clock(of: source.path, within: &bytes) { $0.isTrusted && $0.source != .gpsEraShifted }
        guard let origin = clock?.origin, CalendarRules.moments.contains(origin) else { return source }
        var source = source
        // So much earlier a better clock, further on, may have it.
        source.start = origin - TimeSpan(microseconds: 600_000_000)
        return source
    }

    private static func leads(from index: Int, to other: Int, by next: [Int: Int]) -> Bool {
        var index: Int? = index
        while let current = index {
            if current == other { return true }
            index = next[current]
        }
        return false
    }

    /// What was made up never stands beside what was done.
    private mutating func leaveOutDemos() {
        guard sources.contains(where: { !$0.isDemo }) else { return }
        for source in sources where source.isDemo {
            skipped.append(
                SkippedFile(source.path, .demo, "\(source.path) is a demonstration, and does not count beside real workouts"))
        }
        sources.removeAll(where: \.isDemo)
    }
}
