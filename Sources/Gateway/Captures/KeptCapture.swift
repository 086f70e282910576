import Transports
import WireFormats
import Workouts

/// A capture that a gateway writes, or wrote and the disk has not all of. Once it is over it is the settler's alone.
final class KeptCapture {
    var identity: String { header.identity }
    private(set) var name: CaptureName
    let writer: CaptureWriter
    /// As it stands in the file.
    let header: CaptureHeader
    /// The engine's offset at the file's offset 0, microseconds.
    let engineOffset: Int64
    /// Whether a workout began in it; known at its end.
    var holdsWorkout = false
    /// Workouts that ended in it and whose files are not written.
    var workouts: [WorkoutFiles.Ended] = []
    /// Those whose files are.
    var written: [Workout] = []
    /// Whether writing them was tried.
    var hasTried = false
    /// What it goes on with, and counts as closed when this one is on the disk.
    var supersedes: CaptureName?
    /// Whether its end had to wait for the disk.
    var hasWaited = false
    /// Whether its workouts' files hold no more than it does.
    var isRead = false

    /// What a person was told last, and when.
    private var trouble: Int32?
    private var lostRecords = 0
    private var lastTold: Int64?

    /// Between two notes, microseconds: a disk at its brim comes and goes.
    private static let interval: Int64 = 10_000_000

    init(_ header: CaptureHeader, engineOffset: Int64, name: CaptureName, writer: CaptureWriter) {
        self.header = header
        self.engineOffset = engineOffset
        self.name = name
        self.writer = writer
    }

    /// Says by its name that its workout was stopped: another name needs no room.
    func noteStopped() {
        let stopped = name.ending(CaptureName.stopped)
        guard let folder = Folder.parent(of: writer.path), writer.move(to: "\(folder)/\(stopped.text)") else { return }
        name = stopped
    }

    var isSuspended: Bool { if case .suspended = writer.state { true } else { false } }

    /// What became of the writing since this was last asked, as sentences.
    ///
    /// - Parameter now: microseconds of a clock that goes on; asked only when there is something to tell.
    func news(at now: @autoclosure () -> Int64) -> [String] {
        var news = writer.takeRenewal().map { [CaptureWords.renewal(writer.path, $0)] } ?? []
        let current = writer.trouble
        guard current != trouble else { return news }
        let now = now()
        if let lastTold, now &- lastTold < Self.interval { return news }
        news.append(
            current.map { CaptureWords.trouble(writer, $0) } ?? CaptureWords.goesOn(lost: writer.lostRecords - lostRecords))
        (trouble, lostRecords, lastTold) = (current, writer.lostRecords, now)
        return news
    }
}

extension CaptureWriter {
    /// Why not all of it reaches the disk.
    fileprivate var trouble: Int32? { if case .suspended(let code, _) = state { code } else { diskFault } }
}
