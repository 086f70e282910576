import Ingest
import Transports
import WireFormats
import Workouts

/// The capture that runs, and the engine on it.
final class RunningCapture {
    private let shared: SharedEngine
    let header: CaptureHeader
    let writer: CaptureWriter?
    private let turner: LiveTurner
    /// Where the engine's offset 0 lies, in microseconds of `Reactor.now`.
    private let engineBeginning: Int64
    private var lastOffset = -tickPatience

    /// How long a tick waits for a record that may do without it, microseconds.
    private static let tickPatience: Int64 = 50_000

    init(_ shared: SharedEngine, _ begun: BegunCapture, turner: LiveTurner, engineBeginning: Int64) {
        self.shared = shared
        header = begun.header
        writer = begun.writer
        self.turner = turner
        self.engineBeginning = engineBeginning
    }

    var engine: IngestEngine { _read { yield shared.engine } }

    /// Sees to the tick that is due unless a record comes first. Where records come thick, the next one lets silence speak as a tick
    /// would, so a tick waits for it: only after a break is it late, by as much.
    func scheduleTick(_ wake: Offset?, after record: CaptureRecord) {
        let isThick = record.offset &- lastOffset < Self.tickPatience
        lastOffset = record.offset
        turner.wake = wake.map { moment($0) &+ (isThick ? Self.tickPatience : 0) }
    }

    /// A moment of the engine's on the reactor's clock.
    func moment(_ offset: Offset) -> Int64 { engineBeginning &+ offset.microseconds }
}
