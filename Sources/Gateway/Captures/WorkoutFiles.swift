import ActivityFiles
import Glibc
public import Ingest
import JSONText
import Transports
public import WireFormats
import Workouts

/// Writes each workout that ends as a FIT file and as JSON: `2026-11-30T08-00-00Z-cycling.fit` and `.json`.
///
/// A better clock that comes later renames nothing. What the disk does not take is a note, and is tried again.
public final class WorkoutFiles: WorkoutKeeping {
    private struct Unstored {
        let workout: Workout
        let report: WorkoutReport
        /// The identity of the capture that it came from.
        let capture: String
    }

    private static let mostOfOneName = 1000
    /// Microseconds of capture time between attempts.
    private static let retryInterval: Int64 = 30_000_000

    /// Where they are written; demonstrations in a folder of their own below it.
    public let folder: String
    /// The files of the workout that ended last; empty while they cannot be written.
    public private(set) var lastFiles: [String] = []

    /// The capture whose engine is listened to.
    var capture = "" {
        didSet { (holdsWorkout, lastRetry) = (false, 0) }
    }
    /// Whether a workout began in it.
    private(set) var holdsWorkout = false
    /// Called now and then while records come.
    var tend: (() -> Void)?

    private var ended: [Workout] = []
    private var unstored: [Unstored] = []
    private var notes: [String] = []
    private var lastRetry: Int64 = 0
    /// Why the last attempt failed, so that it is told once.
    private var lastFault: TransportError?

    public init(folder: String) { self.folder = folder }

    /// Where demonstrations are written.
    public static func demoFolder(in folder: String) -> String { folder + "/demo" }

    public func apply(_ output: IngestOutput) {
        switch output {
        case .workoutStarted: holdsWorkout = true
        case .workoutEnded(let workout): ended.append(workout)
        default: break
        }
    }

    public func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        if !ended.isEmpty { storeEnded(engine.workoutReport) }
        guard record.offset - lastRetry >= Self.retryInterval else { return }
        lastRetry = record.offset
        tend?()
    }

    public func ended(_ engine: borrowing IngestEngine) { storeEnded(engine.workoutReport) }

    private func storeEnded(_ report: WorkoutReport) {
        for workout in ended { store(workout, report, of: capture) }
        ended.removeAll()
    }

    /// Whether a workout of this capture still waits for the disk.
    func lacks(_ capture: String) -> Bool { unstored.contains { $0.capture == capture } }

    /// Tries again what could not be written.
    func retry() {
        let waiting = unstored
        unstored.removeAll()
        for one in waiting where store(one.workout, one.report, of: one.capture) {
            notes.append("the workout that waited is written: \(lastFiles.joined(separator: ", "))")
        }
    }

    /// Gives up a capture's workouts: they wait in it.
    func forget(_ capture: String) { unstored.removeAll { $0.capture == capture } }

    func takeNotes() -> [String] {
        defer { notes.removeAll() }
        return notes
    }

    /// Writes one workout's files; the same workout's former ones are replaced, another's never.
    ///
    /// - Returns: whether they are on the disk.
    @discardableResult
    func store(_ workout: Workout, _ report: WorkoutReport, of capture: String) -> Bool {
        lastFiles = []
        do throws(TransportError) {
            let folder = workout.isDemo ? Self.demoFolder(in: folder) : folder
            try Folder.create(folder)
            let stem = try Self.stem(of: workout, in: folder)
            // The JSON says whose files they are, so it comes first.
            try DurableFile.replace("\(stem).json", with: workoutJSON(workout, report: report).utf8(.indented) + [0x0A])
            try DurableFile.replace("\(stem).fit", withParts: FITActivity(workout).encodedParts())
            lastFiles = ["\(stem).fit", "\(stem).json"]
            lastFault = nil
            return true
        } catch {
            unstored.append(Unstored(workout: workout, report: report, capture: capture))
            if error != lastFault {
                notes.append("\(error); the workout's files are written when that can be done")
            }
            lastFault = error
            return false
        }
    }

    private static func stem(of workout: Workout, in folder: String) throws(TransportError) -> String {
        let id = workout.id.hexDigits
        let moment = workout.clock.isTrusted ? workout.startTimestamp.fileName : "no-clock-\(id.prefix(8))"
        let first = "\(folder)/\(moment)-\(workout.isDemo ? "DEMO-" : "")\(workout.type.rawValue)"
        for number in 1...mostOfOneName {
            let stem = number == 1 ? first : "\(first)-\(number)"
            let isFree = Folder.changed("\(stem).json") == nil && Folder.changed("\(stem).fit") == nil
            if isFree || holds(id, "\(stem).json") { return stem }
        }
        throw .cannotCreate(path: "\(first).json", code: EEXIST)
    }

    /// Whether a workout's JSON is that of this identity, which stands among its first lines.
    private static func holds(_ id: String, _ path: String) -> Bool {
        guard let prefix = try? RecordedFile(path: path).prefix(1024) else { return false }
        return prefix.firstRange(of: Array("\"\(id)\"".utf8)) != nil
    }
}
