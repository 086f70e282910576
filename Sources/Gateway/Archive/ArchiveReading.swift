import ActivityFiles
import Ingest
import Synchronization
import Transports
import WireFormats
import Workouts

/// Reads one source to its end: what is in it, and what a person should know of it.
struct ArchiveReading: Sendable {
    private(set) var workouts: [ArchivedWorkout] = []
    private(set) var skipped: [SkippedFile] = []

    /// Files of activities have a few megabytes.
    private static let longestActivity: Int64 = 256 << 20

    /// - Parameter progress: bytes of all sources that were read.
    init(_ source: ArchiveSource, _ rider: ArchiveRider, progress: ArchiveProgress) {
        switch source.format {
        case .capture: readCapture(source, rider, progress)
        case .fit, .tcx, .gpx, .csv: readActivity(source, rider)
        case .demo: break
        }
        progress.finish(source)
    }

    private mutating func note(_ source: ArchiveSource, _ reason: SkippedFile.Reason, _ sentence: String) {
        skipped.append(SkippedFile(source.path, reason, sentence))
    }

    // MARK: Captures

    private mutating func readCapture(_ source: ArchiveSource, _ rider: ArchiveRider, _ progress: ArchiveProgress) {
        let plan: ReplayPlan
        do throws(TransportError) {
            plan = try ReplayPlan(source.paths.map { ReplayPlan.File(path: $0) }, settings: rider.overriding)
        } catch {
            return note(source, .unreadable, "\(error)")
        }
        let collector = Collector()
        var loop = IngestLoop(engine: IngestEngine(header: plan.header), sinks: [collector])
        var count = 0
        while let record = plan.next() {
            loop.take(record)
            count += 1
            guard count % 4096 == 0 else { continue }
            if Task.isCancelled { return }
            plan.noteProgress()
            progress.note(source, read: plan.progress.read)
        }
        loop.finish()
        workouts = collector.finished.workouts.map { ArchivedWorkout(workout: $0, path: source.path, format: .capture) }
        if source.isWritten { for index in workouts.indices { workouts[index].isStillWritten = true } }
        for fault in plan.faults where !source.isWritten { skipped.append(SkippedFile(fault.path, .damaged, fault.sentence)) }
        if source.isWritten, !workouts.isEmpty {
            note(source, .stillWritten, "\(source.path) is being recorded: it counts as far as it goes")
        }
        guard workouts.isEmpty else { return }
        // A workout that runs on into a file is no one's without the file before.
        for sentence in plan.notes { note(source, .damaged, sentence) }
        if source.isNamed, plan.notes.isEmpty { note(source, .noWorkout, "\(source.path) holds no workout") }
    }

    private final class Collector: IngestSink {
        var finished = FinishedWorkouts()
        func apply(_ output: IngestOutput) { finished.apply(output) }
    }

    // MARK: Files of activities

    private mutating func readActivity(_ source: ArchiveSource, _ rider: ArchiveRider) {
        guard source.bytes <= Self.longestActivity else {
            return note(source, .unreadable, "\(source.path) is longer than any file of an activity, and is not read")
        }
        do throws(TransportError) {
            var bytes = try RecordedFile(path: source.path).prefix(Int(source.bytes))
            if GzipFile.isOne(bytes) {
                let file = GzipFile(unpacking: bytes, atMost: Int(Self.longestActivity))
                if let problem = file.problem { note(source, .damaged, "\(source.path): \(problem.words)") }
                bytes = file.bytes
            }
            if source.format == .fit { readFIT(bytes, source, rider) } else { readText(bytes, source, rider) }
        } catch {
            note(source, .unreadable, "\(error)")
        }
    }

    private mutating func readFIT(_ bytes: [UInt8], _ source: ArchiveSource, _ rider: ArchiveRider) {
        let contents: FITContents
        do throws(FITFault) {
            contents = try FITContents(decoding: bytes, acceptingDamage: true)
        } catch {
            return note(source, .unreadable, "\(source.path): \(error.sentence)")
        }
        for part in contents.parts where part.isActivity {
            if let recording = part.recording { add(recording, source, rider) }
        }
        notePartly(contents.sentences, source)
        if let fault = contents.parts.compactMap(\.fault).first {
            note(source, .damaged, "\(source.path) is damaged (\(fault.sentence)); what could be read of it counts")
        } else if contents.parts.contains(where: \.isTruncated) {
            note(source, .damaged, "\(source.path) is cut off at byte \(bytes.count); everything before that counts")
        } else if workouts.isEmpty, source.isNamed, skipped.isEmpty {
            note(source, .noWorkout, "\(source.path) holds no workout")
        }
    }

    private mutating func readText(_ bytes: [UInt8], _ source: ArchiveSource, _ rider: ArchiveRider) {
        let contents: ActivityContents
        do throws(ActivityFault) {
            contents = try ActivityFormat.read(bytes)
        } catch {
            return note(source, .unreadable, "\(source.path): \(error.sentence)")
        }
        for recording in contents.recordings { add(recording, source, rider) }
        if !workouts.isEmpty { notePartly(contents.unusedSentences, source) }
        if let fault = contents.fault {
            note(source, .damaged, "\(source.path) is damaged (\(fault.sentence)); what could be read of it counts")
        } else if workouts.isEmpty, source.isNamed, skipped.isEmpty {
            let reason = contents.sentences.first.map { " (\($0))" } ?? ""
            note(source, .noWorkout, "\(source.path) holds no workout\(reason)")
        }
    }

    /// What of a file that counts is not used, in one sentence.
    private mutating func notePartly(_ sentences: [String], _ source: ArchiveSource) {
        if !sentences.isEmpty { note(source, .partly, "\(source.path): " + sentences.joined(separator: "; ")) }
    }

    private mutating func add(_ recording: ActivityRecording, _ source: ArchiveSource, _ rider: ArchiveRider) {
        do throws(AssemblyError) {
            let workout = try recording.workout(settings: rider.settings(at: recording.clock.origin))
            var found = ArchivedWorkout(workout: workout, path: source.path, format: source.format)
            found.writtenOf = recording.writtenOf
            workouts.append(found)
        } catch {
            note(source, .damaged, "\(source.path) holds an activity that is spread over more than 35 years, which is left out")
        }
    }
}

/// How much of all sources was read, told by several threads.
final class ArchiveProgress: Sendable {
    private let finished = Atomic<Int64>(0)
    /// Of the source at hand, or of one of those.
    private let current = Atomic<Int64>(0)

    var read: Int64 { finished.load(ordering: .relaxed) &+ current.load(ordering: .relaxed) }

    func note(_ source: ArchiveSource, read: Int64) { current.store(min(read, source.bytes), ordering: .relaxed) }

    func finish(_ source: ArchiveSource) {
        current.store(0, ordering: .relaxed)
        finished.wrappingAdd(source.bytes, ordering: .relaxed)
    }
}
