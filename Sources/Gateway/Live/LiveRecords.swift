import Transports
public import WireFormats
import Workouts

/// The records of one live capture, as they happen: the sequence turns the reactor until there is one. It ends where its capture does:
/// at a workout's start and end, every hour while idle, and with the task.
///
/// `next` blocks its thread in `poll`, on purpose: all that could go on meanwhile hangs on the same reactor, and the gateway runs
/// nothing else on the pool of threads.
public struct LiveRecords: AsyncSequence {
    public typealias Element = CaptureRecord
    let turner: LiveTurner

    public func makeAsyncIterator() -> Iterator { Iterator(turner: turner) }

    public struct Iterator: AsyncIteratorProtocol {
        let turner: LiveTurner

        /// - Returns: `nil` once the capture is over.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> CaptureRecord? {
            if let record = turner.waiting() { return record }
            let waker = turner.reactor.waker
            return await withTaskCancellationHandler(
                operation: { turner.turn() }, onCancel: { waker.wake() }, isolation: actor)
        }
    }
}

/// Turns the reactor on behalf of the records.
final class LiveTurner {
    /// Who acts between two turns.
    protocol Owner: AnyObject {
        /// When it wants to be woken, in microseconds of `Reactor.now`.
        var deadline: Int64? { get }
        /// The reactor has turned, and every record before is dealt with.
        func turned()
        /// The task was cancelled; called once.
        func cancelled()
    }

    let reactor: Reactor
    private let intake: LiveIntake
    private weak var owner: (any Owner)?
    /// When the engine wants a tick, in microseconds of `Reactor.now`.
    var wake: Int64?
    private var hasToldCancellation = false

    init(intake: LiveIntake, owner: any Owner) {
        reactor = intake.reactor
        self.intake = intake
        self.owner = owner
    }

    func waiting() -> CaptureRecord? { intake.take() }

    func turn() -> CaptureRecord? {
        while true {
            if Task.isCancelled, !hasToldCancellation {
                hasToldCancellation = true
                owner?.cancelled()
            }
            if let record = intake.take() { return record }
            if intake.closesIfDrained() { return nil }
            let now = reactor.now
            if let wake, now >= wake {
                self.wake = nil
                return intake.stamped(.tick, at: now)
            }
            reactor.turn(until: earliest(wake, owner?.deadline))
            owner?.turned()
        }
    }
}
