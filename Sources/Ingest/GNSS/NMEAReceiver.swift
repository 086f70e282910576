public import WireFormats
public import Workouts

/// A receiver's bytes in, one outcome an epoch out: the framer and the assembler of one line.
public struct NMEAReceiver: Sendable {
    private var framer = NMEALineFramer()
    private var assembler = EpochAssembler()

    /// A receiver of which nothing was heard.
    public init() {}

    /// What the framer met so far.
    public var counters: NMEACounters { framer.counters }
    /// Position sentences whose checksum agreed and whose fields did not.
    public var malformedSentences: Int { assembler.malformedSentences }
    /// When to call `tick(at:)`, unless more bytes come first.
    public var wakeAt: Offset? { assembler.wakeAt }

    /// Takes bytes that arrived at `offset`, cut anywhere.
    public mutating func append(_ chunk: Span<UInt8>, at offset: Offset, _ take: (FixOutcome) -> Void) {
        Self.append(chunk, at: offset, &framer, &assembler, take)
    }

    /// Takes bytes that arrived at `offset`, cut anywhere.
    public mutating func append(_ chunk: [UInt8], at offset: Offset, _ take: (FixOutcome) -> Void) {
        append(chunk.span, at: offset, take)
    }

    /// Time passed.
    public mutating func tick(at offset: Offset) -> FixOutcome? { assembler.tick(at: offset) }

    /// The line was closed or the input ended: a partial sentence is forgotten, the open epoch ends.
    public mutating func finish() -> FixOutcome? {
        framer.discardPartial()
        return assembler.finish()
    }

    private static func append(
        _ chunk: Span<UInt8>, at offset: Offset, _ framer: inout NMEALineFramer, _ assembler: inout EpochAssembler,
        _ take: (FixOutcome) -> Void
    ) {
        framer.append(chunk) { sentence in assembler.apply(sentence, at: offset, take) }
    }
}
