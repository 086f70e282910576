import ActivityFiles
import Gateway
import Storage
import Workouts

/// `wattbeat workouts export ID…`.
enum WorkoutsExport: Command {
    static let name = "workouts export"
    static let summary = "write workouts as FIT, GPX, TCX or CSV files"
    static let operands = Operands("ID…", 1...4096)
    static let options: [any CommandOption] = [
        ReplayOptions.fit, ReplayOptions.gpx, ReplayOptions.tcx, ReplayOptions.csv, StoreAccess.store,
    ]
    static let discussion = """
        \(WorkoutReferences.words). Of several workouts the second one's file gets its number before the extension: ride-2.fit; in
        a folder each is named by its start and id. Names and sports that you gave are in the files.

        examples:
          wattbeat workouts export last --gpx ride.gpx
          wattbeat workouts export 1 2 3 --fit ~/upload/ --csv ~/upload/
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let outputs = ReplayOptions.outputs(arguments)
        guard !outputs.isEmpty else { throw .usage("workouts export needs --fit, --gpx, --tcx or --csv PATH", see: self) }
        let store = try StoreAccess.reading(arguments)
        let references = try WorkoutReferences(store)
        var ids: [WorkoutID] = []
        for text in arguments.operands {
            let id = try references.workout(named: text)
            if !ids.contains(id) { ids.append(id) }
        }
        var files = WorkoutOutput(inUse: Set([store.path].compactMap(FileIdentity.init)))
        for (format, path) in outputs where !isFolder(path) { try FileOutput.check(path, as: format, sparing: files.inUse) }
        // One at a time: a year of rides need not be held.
        for (index, id) in ids.enumerated() {
            guard let workout = try storing({ () throws(StorageError) in try store.workout(id) }) else { continue }
            for (format, path) in outputs {
                let target = isFolder(path) ? inFolder(path, workout, format) : index == 0 ? path : path.numbered(index + 1)
                try files.write(workout, as: format, to: target, output)
            }
        }
        if let refusal = files.concluded() { throw refusal }
    }

    private static func isFolder(_ path: String) -> Bool { path.hasSuffix("/") || FileIdentity(path: path + "/.") != nil }

    private static func inFolder(_ folder: String, _ workout: Workout, _ format: ActivityFormat) -> String {
        let local = workout.startTimestamp.iso8601(utcOffsetSeconds: workout.clock.utcOffsetSeconds ?? 0)
        let moment = local.prefix(19).filter { $0 != ":" }
        return (folder.hasSuffix("/") ? folder : folder + "/")
            + "\(moment)-\(workout.type.rawValue)-\(workout.id.storeText.prefix(8)).\(format.fileExtension)"
    }
}

/// Writes files of workouts, and remembers which formats could not hold one.
struct WorkoutOutput {
    /// What must not be lost.
    private(set) var inUse: Set<FileIdentity>
    var isQuiet = false
    private var refusals: [String] = []

    init(inUse: Set<FileIdentity>, isQuiet: Bool = false) {
        self.inUse = inUse
        self.isQuiet = isQuiet
    }

    mutating func write(
        _ workout: Workout, as format: ActivityFormat, to target: String, _ output: Output
    ) throws(CommandError) {
        let bytes: [UInt8]
        do throws(UnwritableWorkout) {
            bytes = try format.encoded(workout)
        } catch {
            return refusals.append("\(target) is not written: \(error.sentence)")
        }
        try FileOutput.replace(target, with: bytes, as: format, sparing: inUse)
        // Two names may lead to one file.
        if let written = FileIdentity(path: target) { inUse.insert(written) }
        if format == .fit, FITActivity(workout).isRedated { Output.complain("wattbeat: \(target): \(ReplayWords.redated)") }
        if !isQuiet { try output.line("\(format.name) file \(shown(target)), \(bytes.count) bytes") }
    }

    /// Tells what was not written; the last of it is what the command ends with.
    func concluded() -> CommandError? {
        for refusal in refusals.dropLast() { Output.complain("wattbeat: \(refusal)") }
        return refusals.last.map { CommandError(.badData, $0) }
    }
}
