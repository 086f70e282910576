public import Ingest
public import Transports
public import WireFormats

/// Where captures are kept: makes their files, finds what an earlier run left, and puts finished workouts beside them.
public protocol CaptureKeeping: AnyObject {
    /// Looks after what an earlier run left behind; called once, before the first capture.
    ///
    /// - Returns: whether the next capture goes on with a workout that was cut off.
    func recover() -> Bool
    /// Begins a capture; never fails: without a file the live view goes on.
    ///
    /// - Parameters:
    ///   - header: complete but for what only the folder knows (the machine's boot, which capture it continues).
    ///   - holdsWorkout: `false` of an idle one.
    func begin(_ header: CaptureHeader, holdsWorkout: Bool) -> BegunCapture
    /// The capture's records are over: its file is to be closed, and what was made of it written. The disk may be waited for beside
    /// the loop.
    ///
    /// - Parameter told: called with the files of its workout once they are written, or with none when they cannot be; once more
    ///   when they could be after all.
    func ended(_ header: CaptureHeader, told: @escaping (_ files: [String]) -> Void)
    /// Whether the disk is waited for beside the loop.
    var isBusy: Bool { get }
    /// Whether something waits for the disk, and is tried again by `tend()`.
    var needsTending: Bool { get }
    func tend()
    /// The gateway ends: what still waits is tried once more, and else lost. Not while it is busy.
    func finish()
    /// UTC, microseconds since 1970, by the machine's clock or by what an earlier capture came to know; `nil`: nobody knows.
    func utc(at time: MachineTime) -> Int64?
    /// What a person should know, as sentences; none is told twice.
    func takeNotes() -> [String]
    /// What keeps finished workouts for their files, gets each capture's outputs.
    var workoutFiles: (any IngestSink)? { get }
    /// Told of each capture that is whole on the disk, with all that was made of it.
    var onClosed: ((ClosedCapture) -> Void)? { get set }
}

extension CaptureKeeping {
    public var isBusy: Bool { false }
    public var needsTending: Bool { false }
    public func tend() {}
    public func finish() {}
    public func utc(at time: MachineTime) -> Int64? { time.isSynchronised ? time.wall : nil }
    /// Who keeps nothing tells nobody.
    public var onClosed: ((ClosedCapture) -> Void)? {
        get { nil }
        set {}
    }
}

/// A capture that begins.
public struct BegunCapture {
    /// As it stands in the file.
    public var header: CaptureHeader
    /// `nil` where nothing is kept.
    public var writer: CaptureWriter?
    /// Made from the header, or fed with what this capture goes on with.
    public var engine: IngestEngine
    /// What is added to the file's offsets before the engine sees them, microseconds.
    public var engineOffset: Int64
    /// Where a clock stands at offset 0 that the header does not know: it is entered with where it stands when it is.
    public var anchor: ClockAnchor?
    /// Whether a workout that was cut off goes on.
    public var resumes: Bool

    public init(
        header: CaptureHeader, writer: CaptureWriter?, engine: IngestEngine? = nil, engineOffset: Int64 = 0,
        anchor: ClockAnchor? = nil, resumes: Bool = false
    ) {
        self.header = header
        self.writer = writer
        self.engine = engine ?? IngestEngine(header: header)
        self.engineOffset = engineOffset
        self.anchor = anchor
        self.resumes = resumes
    }
}
