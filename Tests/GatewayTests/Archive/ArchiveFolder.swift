import ActivityFiles
import Foundation
import Gateway
import Ingest
import Statistics
import TestSupport
import Transports
import WireFormats
import Workouts

/// A folder of somebody's files, removed in the end.
final class ArchiveFolder {
    let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-archive-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: root) }

    func path(_ name: String) -> String { root.appending(path: name).path }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let url = root.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// A FIT file of a workout that was ridden without sensors but for a strap and, perhaps, a meter.
    @discardableResult
    func writeFIT(
        _ name: String, id: UInt64, start: String, minutes: Int, pauses: [ClosedRange<Int>] = [], withPower: Bool = false,
        as type: ActivityType = .cycling, kilometres: Double? = nil
    ) throws -> Workout {
        let workout = try made(
            id: id, start: start, minutes: minutes, pauses: pauses, withPower: withPower, as: type, kilometres: kilometres)
        try write(name, FITActivity(workout).encoded())
        return workout
    }

    /// - Parameters:
    ///   - start: of 2026-11-30, UTC, such as `08:00`; `nil` for a clock that was never set.
    ///   - pauses: in minutes from the start.
    func made(
        id: UInt64, start: String?, minutes: Int, pauses: [ClosedRange<Int>] = [], withPower: Bool = false, isDemo: Bool = false,
        as type: ActivityType = .cycling, kilometres: Double? = nil
    ) throws -> Workout {
        let parts = (start ?? "00:00").split(separator: ":").compactMap { Int64($0) }
        let midnight: Int64 = start == nil ? 0 : 1_795_996_800
        let origin = Timestamp(secondsSince1970: midnight + parts[0] * 3600 + parts[1] * 60)
        var draft = WorkoutDraft(
            id: WorkoutID(high: id, low: id), settings: WorkoutSettings(),
            clock: WallClock(origin: origin, source: .system, isTrusted: start != nil), isDemo: isDemo)
        func minute(_ minutes: Int) -> Offset { Offset(microseconds: Int64(minutes) * 60_000_000) }
        let source = SampleSource(id: SourceID(1), kind: .ble, identity: "ble:strap", distanceOrigin: .wheel)
        var events: [WorkoutEvent] = [.source(source), .started(.zero, type)]
        for index in 0..<minutes {
            for pause in pauses {
                if pause.lowerBound == index { events.append(.paused(minute(index), automatic: false)) }
                if pause.upperBound == index { events.append(.resumed(minute(index), automatic: false)) }
            }
            for second in 0..<60 where !pauses.contains(where: { $0.contains(index) && $0.upperBound != index }) {
                let offset = minute(index) + TimeSpan(microseconds: Int64(second) * 1_000_000)
                events.append(.reading(Reading(.heartRate, 130, at: offset, from: source.id)))
                if withPower { events.append(.reading(Reading(.power, 200, at: offset, from: source.id))) }
            }
        }
        if let kilometres {
            for index in 0..<minutes {
                let metres = kilometres * 1000 / Double(minutes)
                let amount = Amount(.distance, metres, from: minute(index), to: minute(index + 1), source: source.id)
                events.append(.amount(amount))
            }
        }
        events.append(.ended(minute(minutes)))
        for event in events { _ = try draft.apply(event) }
        return try draft.finished()
    }

    /// A whole recorded ride as one capture of ours.
    ///
    /// - Returns: its workout.
    @discardableResult
    func writeCapture(_ name: String, of paths: [String]) async throws -> Workout? {
        let folder = root.appending(path: name).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let plan = try ReplayPlan(paths.map { ReplayPlan.File(path: $0) })
        let sink = Sink()
        let writer = try CaptureWriter(path: path(name), header: plan.header)
        var loop = IngestLoop(engine: IngestEngine(header: plan.header), capture: writer, sinks: [sink])
        await loop.run(ReplayRecords(plan))
        return sink.finished.workouts.first
    }

    private final class Sink: IngestSink {
        var finished = FinishedWorkouts()
        func apply(_ output: IngestOutput) { finished.apply(output) }
    }

    /// What comes of some files and folders, or of this one, as names within it.
    func read(
        _ paths: [String]? = nil, athlete: AthleteHistory = AthleteHistory(), overriding: [CaptureHeader.Setting] = [],
        within range: TimeRange? = nil
    ) async -> ArchiveContents {
        let archive = WorkoutArchive(paths: paths ?? [root.path], athlete: athlete, overriding: overriding, within: range)
        var contents = ArchiveContents()
        while let found = await archive.next() {
            contents.workouts.append(found.workout)
            contents.names.append(name(found.path))
        }
        contents.skipped = archive.skipped.map { ArchiveContents.Skipped(name: name($0.path), reason: $0.reason) }
        contents.sentences = archive.skipped.map { $0.sentence.replacingOccurrences(of: root.path + "/", with: "") }
        contents.filesOutside = archive.filesOutside
        contents.progress = archive.progress
        return contents
    }

    private func name(_ path: String) -> String {
        path.hasPrefix(root.path + "/") ? String(path.dropFirst(root.path.count + 1)) : path
    }
}

struct ArchiveContents {
    struct Skipped: Equatable {
        var name: String
        var reason: SkippedFile.Reason
        init(name: String, reason: SkippedFile.Reason) { (self.name, self.reason) = (name, reason) }
        init(_ name: String, _ reason: SkippedFile.Reason) { self.init(name: name, reason: reason) }
    }

    var workouts: [Workout] = []
    /// Where each is from.
    var names: [String] = []
    var skipped: [Skipped] = []
    var sentences: [String] = []
    var filesOutside = 0
    var progress: (read: Int64, total: Int64) = (0, 0)
}
