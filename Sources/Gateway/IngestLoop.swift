public import Ingest
public import Transports
public import WireFormats

/// Who takes what the engine says: the store, the live page, a terminal. None can hold up the loop or throw into it.
public protocol IngestSink: AnyObject {
    func apply(_ output: IngestOutput)
    /// After each record: what the engine has come to.
    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine)
}

extension IngestSink {
    public func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {}
}

/// The loop. Live or replayed, this is all there is: a record is written down, given to the engine, and what comes of it handed on.
public struct IngestLoop {
    public private(set) var engine: IngestEngine
    private let capture: CaptureWriter?
    private let sinks: [any IngestSink]
    /// Of the record at hand; kept, so that its memory serves the next.
    private var outputs: [IngestOutput] = []

    /// - Parameter capture: `nil` in a replay; a fault of it is a state of its own, not an error here.
    public init(engine: IngestEngine, capture: CaptureWriter? = nil, sinks: [any IngestSink] = []) {
        self.engine = engine
        self.capture = capture
        self.sinks = sinks
    }

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

    @usableFromInline
    mutating func take(_ record: CaptureRecord) {
        capture?.append(record)
        engine.handle(record, into: &outputs)
        for output in outputs {
            for sink in sinks { sink.apply(output) }
        }
        for sink in sinks { sink.passed(record, engine) }
    }

    @usableFromInline
    mutating func finish() {
        for output in engine.finish() {
            for sink in sinks { sink.apply(output) }
        }
        capture?.close()
    }
}
