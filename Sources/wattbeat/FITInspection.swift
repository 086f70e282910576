import ActivityFiles
import Glibc
import JSONText
import Workouts

/// A FIT file that `wattbeat inspect` was given.
struct FITInspection {
    let path: String
    let bytes: Int
    /// `nil` when not even its header could be read.
    let contents: FITContents?
    /// Of each part its recording as a workout.
    let workouts: [Workout?]
    /// To end "PATH: …"; `nil` for a file that is whole.
    let problem: String?

    /// Activity files have a few megabytes.
    private static let longestFile = 256 << 20

    /// - Returns: `nil` for what is no FIT file by its header, a pipe among it: that is read once only.
    init?(path: String) throws(CommandError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var head = [UInt8](repeating: 0, count: 12)
        guard pread(descriptor, &head, head.count, 0) == head.count, FITContents.isFIT(head) else { return nil }
        let length = Int(status.st_size)
        guard length <= Self.longestFile else {
            throw CommandError(.badData, "\(path): a FIT file of more than \(ByteText.size(Int64(Self.longestFile))) is not read")
        }
        let file = try Self.read(descriptor, length, path)
        self.path = path
        bytes = file.count
        do throws(FITFault) {
            let contents = try FITContents(decoding: file, acceptingDamage: true)
            self.contents = contents
            workouts = contents.parts.map { part in try? part.recording?.workout(settings: WorkoutSettings()) }
            let cut = contents.parts.last { $0.isTruncated }
            problem =
                contents.parts.compactMap { $0.fault?.sentence }.first
                ?? cut.map { _ in "cut at byte \(file.count); everything before it was used" }
        } catch {
            contents = nil
            workouts = []
            problem = error.sentence
        }
    }

    private static func read(_ descriptor: Int32, _ length: Int, _ path: String) throws(CommandError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            while count < length {
                let result = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, length - count)
                if result < 0, errno == EINTR { continue }
                if result < 0 { failure = errno }
                guard result > 0 else { return }
                count += result
            }
        }
        guard failure == 0 else { throw .system(.inputOutput, "cannot read \(path)", errno: failure) }
        return bytes
    }

    var json: JSONValue {
        guard let contents else {
            return [
                "path": .string(path), "kind": "fit", "bytes": .integer(bytes), "parts": [], "trailingBytes": 0,
                "fault": .string(problem),
            ]
        }
        return fitInspectionJSON(path: path, bytes: bytes, contents, workouts: workouts)
    }
}
