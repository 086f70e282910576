import WireFormats
import Workouts

/// A receiver's bytes in, one outcome an epoch out: sentences from a tty, or gpsd's reports.
protocol GNSSReceiver: Sendable {
    /// When `tick` ends the open epoch, unless more comes first.
    var wakeAt: Offset? { get }
    mutating func append(_ chunk: [UInt8], at offset: Offset, _ take: (FixOutcome) -> Void)
    mutating func tick(at offset: Offset) -> FixOutcome?
    mutating func finish() -> FixOutcome?
}

extension NMEAReceiver: GNSSReceiver {}

/// gpsd's reports: lines of JSON cut anywhere, or one a record without its line end.
struct GPSDLines: GNSSReceiver {
    private var receiver = GPSDReceiver()
    private var partial: [UInt8] = []
    /// gpsd's longest report, a sky full of satellites, has some 10 kB.
    private static let longestLine = 1 << 16

    mutating func append(_ chunk: [UInt8], at offset: Offset, _ take: (FixOutcome) -> Void) {
        for byte in chunk {
            if byte == 0x0A {
                _ = applyPartial(at: offset, take)
                partial.removeAll(keepingCapacity: true)
            } else if partial.count < Self.longestLine {
                partial.append(byte)
            }
        }
        if partial.last == UInt8(ascii: "}"), applyPartial(at: offset, take) { partial.removeAll(keepingCapacity: true) }
    }

    /// - Returns: whether it is a whole report.
    private mutating func applyPartial(at offset: Offset, _ take: (FixOutcome) -> Void) -> Bool {
        guard let report = try? GPSDReport(decoding: partial) else { return false }
        receiver.apply(report, at: offset, take)
        return true
    }

    var wakeAt: Offset? { receiver.wakeAt }
    mutating func tick(at offset: Offset) -> FixOutcome? { receiver.tick(at: offset) }
    mutating func finish() -> FixOutcome? { receiver.finish() }
}

/// One receiver: its fixes become locations, and its time may become the capture's clock.
struct GNSSLink<Receiver: GNSSReceiver>: LinkDecoder {
    private var receiver: Receiver
    private let source: SourceID
    private var clock: RouteClock
    /// What the receiver's own time lacks.
    private let clockShift: TimeSpan
    private var leaps = LeapGate()
    private var outcomes: [FixOutcome] = []

    /// After so much silence every epoch is over.
    private static var longestEpoch: TimeSpan { TimeSpan(seconds: 2) }

    var sources: [SourceID] { [source] }
    var wakeAt: Offset? { receiver.wakeAt }

    init?(_ receiver: Receiver, _ link: LinkID, _ identity: LinkIdentity, at offset: Offset, _ context: inout IngestContext) {
        guard let source = context.source(identity.sourceIdentity("gps"), kind: .gps, name: identity.name, at: offset)
        else { return nil }
        self.receiver = receiver
        self.source = source
        clockShift = TimeSpan(microseconds: identity.clockShift)
        if identity.hasClockStepped { context.report.clockSteps += 1 }
        clock = RouteClock(origin: context.clock.isSettled ? context.clock.origin : nil)
        context.take(identity, for: source)
        context.update(source) { $0.distanceOrigin = .gps }
    }

    @specialized(where Receiver == NMEAReceiver)
    mutating func take(_ bytes: [UInt8], at offset: Offset, _ context: inout IngestContext) {
        context.heard(source, at: offset)
        // An epoch that silence ended was over before these bytes came.
        if let outcome = receiver.tick(at: offset) { outcomes.append(outcome) }
        receiver.append(bytes, at: offset) { outcomes.append($0) }
        tell(&context)
    }

    @specialized(where Receiver == NMEAReceiver)
    mutating func pass(to offset: Offset, _ context: inout IngestContext) {
        guard let outcome = receiver.tick(at: offset) else { return }
        outcomes.append(outcome)
        tell(&context)
    }

    mutating func conclude(at offset: Offset, _ context: inout IngestContext) {
        pass(to: offset + Self.longestEpoch, &context)
    }

    mutating func flush(at offset: Offset, _ context: inout IngestContext) {
        guard let outcome = receiver.finish() else { return }
        outcomes.append(outcome)
        tell(&context)
    }

    private mutating func tell(_ context: inout IngestContext) {
        for outcome in outcomes { tell(outcome, &context) }
        outcomes.removeAll(keepingCapacity: true)
    }

    private mutating func tell(_ outcome: FixOutcome, _ context: inout IngestContext) {
        guard case .fix(var fix) = outcome else {
            context.take(outcome, from: source)
            context.report.voidFixes += 1
            return
        }
        fix.timestamp = fix.timestamp.map { $0 + clockShift }
        context.take(.fix(fix), from: source)
        let steps = clock.steps
        let place = clock.place(fix)
        context.report.clockSteps += clock.steps - steps
        switch place {
        case .at(let offset):
            let location = fix.location(at: offset)
            if leaps.admits(location) { context.location(location, from: source) } else { context.report.misplacedFixes += 1 }
        case .duplicate, .outOfStep: context.report.misplacedFixes += 1
        }
    }
}
