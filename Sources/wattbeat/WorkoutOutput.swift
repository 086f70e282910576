import ActivityFiles
import Workouts

/// Writes files of workouts, and remembers what could not be written.
struct WorkoutOutput {
    /// What must not be lost.
    private(set) var inUse: Set<FileIdentity>
    var isQuiet = false
    /// Whether files that are there already are written over.
    var replaces = true
    private var refusals: [CommandError] = []
    private var written = (files: 0, bytes: Int64(0))
    private var same = 0

    init(inUse: Set<FileIdentity>, isQuiet: Bool = false) {
        self.inUse = inUse
        self.isQuiet = isQuiet
    }

    /// - Parameter target: `-` is standard output.
    mutating func write(
        _ workout: Workout, note: String? = nil, as format: ActivityFormat, to target: String, _ output: Output
    ) throws(CommandError) {
        let bytes: [UInt8]
        do throws(UnwritableWorkout) {
            bytes = try format.encoded(workout, note: note)
        } catch {
            return refusals.append(CommandError(.badData, "\(target) is not written: \(error.sentence)"))
        }
        guard try put(bytes, as: format, to: target, output) else { return }
        if format == .fit, FITActivity(workout).isRedated { Output.complain("wattbeat: \(target): \(ReplayWords.redated)") }
        if !isQuiet { try output.line("\(format.name) file \(shown(target)), \(bytes.count) bytes") }
    }

    /// - Parameters:
    ///   - table: `CSVSummaries`.
    ///   - count: how many workouts are in it.
    mutating func write(summaries table: [UInt8], of count: Int, to target: String, _ output: Output) throws(CommandError) {
        guard try put(table, as: .csv, to: target, output), target != "-" else { return }
        try output.line("\(shown(target)), \(Count.text(count, "workout", "workouts"))")
    }

    /// - Returns: whether it was written.
    private mutating func put(
        _ bytes: [UInt8], as format: ActivityFormat, to target: String, _ output: Output
    ) throws(CommandError) -> Bool {
        guard target != "-" else {
            try output.write(bytes)
            return true
        }
        let bytes = target.hasSuffix(".gz") ? GzipFile.packed(bytes) : bytes
        if !replaces, let isSame = FileOutput.holds(target, bytes) {
            if isSame {
                same += 1
                if !isQuiet { try output.line("\(shown(target)) is there already, and is the same") }
            } else {
                refusals.append(
                    CommandError(.cannotCreate, "\(target) is there already, and is not written over: --replace does"))
            }
            return false
        }
        try FileOutput.replace(target, with: bytes, as: format, sparing: inUse)
        // Two names may lead to one file.
        if let file = FileIdentity(path: target) { inUse.insert(file) }
        written.files += 1
        written.bytes += Int64(bytes.count)
        return true
    }

    /// What came of all files.
    var total: String {
        var parts = ["\(Count.text(written.files, "file", "files")), \(ByteText.size(written.bytes))"]
        if same > 0 { parts.append("\(same) there already") }
        if !refusals.isEmpty { parts.append("\(refusals.count) not written") }
        return parts.joined(separator: ", ")
    }

    /// As many are told one by one.
    private static let mostRefusals = 20

    /// Tells what was not written; the last of it is what the command ends with.
    func concluded() -> CommandError? {
        for refusal in refusals.dropLast().prefix(Self.mostRefusals) {
            if let sentence = refusal.sentence { Output.complain("wattbeat: \(sentence)") }
        }
        let rest = refusals.count - 1 - Self.mostRefusals
        if rest > 0 { Output.complain("wattbeat: and \(rest) more files") }
        return refusals.last
    }
}
