import ActivityFiles
import Glibc
import JSONText
import Transports
import Workouts

/// Writes finished workouts as a FIT file and as JSON: `2026-11-30T08-00-00Z-cycling.fit` and `.json`.
///
/// A better clock that comes later renames nothing. Waits for the disk at each step.
final class WorkoutStore {
    private static let mostOfOneName = 1000

    /// Where they are written; demonstrations in a folder of their own below it.
    let folder: String
    /// Why the last attempt failed, so that it is told once.
    private var lastFault: TransportError?
    private var notes: [String] = []

    init(folder: String) { self.folder = folder }

    func takeNotes() -> [String] {
        defer { notes.removeAll() }
        return notes
    }

    /// Writes one workout's files; the same workout's former ones are replaced, another's never.
    ///
    /// - Returns: the files; `nil` when they are not on the disk.
    func store(_ workout: Workout, _ report: WorkoutReport) -> [String]? {
        do throws(TransportError) {
            let folder = workout.isDemo ? WorkoutFiles.demoFolder(in: folder) : folder
            try Folder.create(folder)
            let stem = try Self.stem(of: workout, in: folder)
            // The JSON says whose files they are, so it comes first.
            try DurableFile.replace("\(stem).json", with: workoutJSON(workout, report: report).utf8(.indented) + [0x0A])
            try DurableFile.replace("\(stem).fit") { file in
                file.overwrite(FITActivity(workout).encode { file.append($0) }, at: 0)
            }
            lastFault = nil
            return ["\(stem).fit", "\(stem).json"]
        } catch {
            if error != lastFault {
                notes.append("\(error); the workout's files are written when that can be done")
            }
            lastFault = error
            return nil
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
