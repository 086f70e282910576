public import Ingest
public import Transports
public import WireFormats

/// Who takes what the engine says: the store, the live page, a terminal. None can hold up the loop or throw into it.
public protocol IngestSink: AnyObject {
    func apply(_ output: IngestOutput)
    /// After each record: what the engine has come to.
    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine)
    /// After the last record, and what came of there being no more.
    func ended(_ engine: borrowing IngestEngine)
}

extension IngestSink {
    public func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {}
    public func ended(_ engine: borrowing IngestEngine) {}
}

/// The loop. Live or replayed, this is all there is: a record is written down, given to the engine, and what comes of it handed on.
public struct IngestLoop {
    private var own: IngestEngine
    /// Where the engine is instead, when others must be able to look at it between two records.
    private let shared: SharedEngine?
    private let capture: CaptureWriter?
    private let sinks: [any IngestSink]
    private let engineOffset: Int64
    /// Of the record at hand; kept, so that its memory serves the next.
    private var outputs: [IngestOutput] = []

    /// - Parameters:
    ///   - capture: closed with the last record; a fault of it is a state of its own, not an error here.
    ///   - engineOffset: what is added to the records' offsets before the engine sees them, microseconds: not 0 where the engine
    ///     was fed with an earlier capture, which these records continue.
    public init(
        engine: IngestEngine, capture: CaptureWriter? = nil, sinks: [any IngestSink] = [], engineOffset: Int64 = 0
    ) {
        own = engine
        shared = nil
        self.capture = capture
        self.sinks = sinks
        self.engineOffset = engineOffset
    }

    /// - Parameters: see the other initialiser.
    ///   - capture: left open: who closes it waits for the disk, and a live loop must not.
    init(shared: SharedEngine, capture: CaptureWriter?, sinks: [any IngestSink], engineOffset: Int64) {
        own = IngestEngine(header: shared.engine.header)
        self.shared = shared
        self.capture = capture
        self.sinks = sinks
        self.engineOffset = engineOffset
    }

    public var engine: IngestEngine { shared?.engine ?? own }

    /// Runs until the records end; then whatever still runs ends too.
    ///
    /// Inlinable, so that the caller's compiler knows the sequence: asking for a record by way of the protocol costs as much as
    /// reading one.
    @inlinable
    public mutating func run<Records: AsyncSequence>(_ records: Records) async throws(Records.Failure)
    where Records.Element == CaptureRecord {
        for try await record in records { take(record) }
        finish()
    }

    /// The same of a replay, which has most records at hand: those are taken without waiting for each.
    public mutating func run(_ records: ReplayRecords) async {
        var iterator = records.makeAsyncIterator()
        while let record = await iterator.next(isolation: #isolation) {
            take(record)
            while let record = iterator.nextAtHand() { take(record) }
        }
        finish()
    }

    @usableFromInline
    mutating func take(_ record: CaptureRecord) {
        capture?.append(record)
        // Each by itself: what a choice between two engines gave would be a copy.
        if let shared {
            shared.engine.handle(record.moved(by: engineOffset), into: &outputs)
        } else if engineOffset == 0 {
            own.handle(record, into: &outputs)
        } else {
            own.handle(record.moved(by: engineOffset), into: &outputs)
        }
        for output in outputs {
            for sink in sinks { sink.apply(output) }
        }
        if let shared { passed(record, shared.engine) } else { passed(record, own) }
    }

    /// Apart, since an engine that is handed out of its place costs a copy: one a record, and not one for every sink.
    private func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        for sink in sinks { sink.passed(record, engine) }
    }

    @usableFromInline
    mutating func finish() {
        for output in shared?.engine.finish() ?? own.finish() {
            for sink in sinks { sink.apply(output) }
        }
        for sink in sinks { sink.ended(engine) }
        if shared == nil { capture?.close() }
    }
}

/// An engine in a place where its owner may look at it between two records: the live gateway is asked at any time how it stands. A
/// replay keeps its engine in the loop, for to hand it out of here costs as much as a record.
final class SharedEngine {
    fileprivate(set) var engine: IngestEngine

    init(_ engine: IngestEngine) { self.engine = engine }
}

extension CaptureRecord {
    /// The same on another time line.
    func moved(by microseconds: Int64) -> CaptureRecord { CaptureRecord(offset: offset &+ microseconds, input: input) }
}
