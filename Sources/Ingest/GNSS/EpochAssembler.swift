public import WireFormats
public import Workouts

/// Gathers what a receiver says of one instant, from several sentences, into one fix.
///
/// Sentences with the same time of day belong together; those without a time (VTG, GSA) belong to the epoch that is open. An
/// epoch ends when a position sentence of another time comes (so a replayed file needs no clock), when the line has been silent
/// for a fraction of the cycle (so a live fix is not one cycle late), and at the end of input.
public struct EpochAssembler: Sendable {
    private var epoch = OpenEpoch()
    private var calendar = ReceiverCalendar()
    private var satellites = SatelliteGeometry()
    private var silence = SilenceLimit()
    /// Of an instant whose position sentence is still to come.
    private var earlyZDA: ZDA?
    private var earlyGST: GST?
    private var earlyVTG: VTG?
    private var closed: NMEATimeOfDay?
    private var closedBySilence = false
    private var closedWithFix = false

    /// Position sentences that were refused for a field that is not what is due, although their checksum agreed.
    public private(set) var malformedSentences = 0

    /// An assembler that knows no date.
    public init() {}

    /// When to call `tick(at:)`, unless more bytes come first; `nil` while no epoch is open.
    public var wakeAt: Offset? {
        epoch.isOpen ? Offset(microseconds: epoch.lastArrival.microseconds &+ silence.limit.microseconds) : nil
    }

    /// Takes one sentence that arrived at `offset`; `take` is told what the epoch came to that it ended, if it ended one.
    public mutating func apply(_ sentence: borrowing NMEASentence, at offset: Offset, _ take: (FixOutcome) -> Void) {
        switch sentence.formatter {
        case .rmc:
            guard let rmc = RMC(sentence) else { return malformed() }
            join(sentence.talker, rmc.timeOfDay, isFix: rmc.isFix, at: offset, take) { $0.apply(rmc) }
        case .gga:
            guard let gga = GGA(sentence) else { return malformed() }
            join(sentence.talker, gga.timeOfDay, isFix: gga.isFix, at: offset, take) { $0.apply(gga) }
        case .gns:
            guard let gns = GNS(sentence) else { return malformed() }
            // A constellation's count of satellites neither opens an epoch nor says anything of its fix.
            guard gns.mode != nil else { return }
            join(sentence.talker, gns.timeOfDay, isFix: gns.isFix, at: offset, take) { $0.apply(gns) }
        case .gll:
            guard let gll = GLL(sentence) else { return malformed() }
            join(sentence.talker, gll.timeOfDay, isFix: gll.isFix, at: offset, take) { $0.apply(gll) }
        case .vtg:
            if let vtg = VTG(sentence), vtg.isFix { hold(vtg) }
        case .gsa:
            if let gsa = GSA(sentence) { satellites.apply(gsa, epoch: epoch.isOpen ? epoch.timeOfDay : nil, at: offset) }
        case .gst:
            if let gst = GST(sentence) { hold(gst) }
        case .zda:
            if let zda = ZDA(sentence) { hold(zda) }
        case .proprietary:
            if let ublox = PUBX00(sentence) {
                if epoch.isOpen(at: ublox.timeOfDay) { epoch.ublox = ublox }
            } else if let garmin = PGRME(sentence) {
                epoch.garmin = garmin
            }
        default: break
        }
        epoch.lastArrival = offset
    }

    /// Time passed: ends the open epoch when the line has been silent long enough.
    public mutating func tick(at offset: Offset) -> FixOutcome? {
        guard let wakeAt, offset >= wakeAt else { return nil }
        return closed(bySilence: true)
    }

    /// The input ended.
    public mutating func finish() -> FixOutcome? { closed(bySilence: false) }

    private mutating func malformed() { malformedSentences += 1 }

    /// Adds a position sentence to its epoch, and ends the one before.
    private mutating func join(
        _ talker: NMEATalker?, _ timeOfDay: NMEATimeOfDay?, isFix: Bool, at offset: Offset, _ take: (FixOutcome) -> Void,
        _ apply: (inout TalkerReport) -> Void
    ) {
        guard let talker else { return }
        if let timeOfDay {
            if !epoch.isOpen(at: timeOfDay) {
                if !epoch.isOpen, closedBySilence, closed == timeOfDay, isFix == closedWithFix {
                    // More of an epoch that silence ended too early: its fix has been told, but wait longer from now on.
                    silence.lengthen()
                    return
                }
                close(bySilence: false, take)
                silence.note(timeOfDay)
                begin(timeOfDay, at: offset)
            }
        } else {
            // Without a time a receiver can only say that it has no fix.
            guard !isFix else { return }
            if !epoch.isOpen || epoch.hasFix {
                close(bySilence: false, take)
                begin(nil, at: offset)
            }
        }
        epoch.lastArrival = offset
        epoch.withReport(of: talker, apply)
    }

    private mutating func begin(_ timeOfDay: NMEATimeOfDay?, at offset: Offset) {
        epoch.begin(timeOfDay, at: offset)
        if let earlyZDA, earlyZDA.timeOfDay == timeOfDay { epoch.zdaDate = earlyZDA.date }
        if let earlyGST, earlyGST.timeOfDay == timeOfDay { epoch.gst = earlyGST }
        if let earlyVTG { epoch.take(earlyVTG) }
        earlyZDA = nil
        earlyGST = nil
        earlyVTG = nil
    }

    private mutating func hold(_ vtg: VTG) {
        if epoch.isOpen { epoch.take(vtg) } else { earlyVTG = vtg }
    }

    private mutating func hold(_ gst: GST) {
        guard gst.timeOfDay != nil else { return }
        if epoch.isOpen(at: gst.timeOfDay) { epoch.gst = gst } else { earlyGST = gst }
    }

    private mutating func hold(_ zda: ZDA) {
        guard let timeOfDay = zda.timeOfDay, let date = zda.date else { return }
        if epoch.isOpen(at: timeOfDay) {
            epoch.zdaDate = date
        } else if !epoch.isOpen, closed == timeOfDay, closedWithFix {
            // Too late for its own epoch, in time for the next.
            _ = calendar.timestamp(timeOfDay, date: date)
        } else {
            earlyZDA = zda
        }
    }

    private mutating func close(bySilence: Bool, _ take: (FixOutcome) -> Void) {
        guard epoch.isOpen else { return }
        closed = epoch.timeOfDay
        closedBySilence = bySilence
        closedWithFix = epoch.close(satellites.geometry(at: epoch.lastArrival), &calendar, take)
    }

    private mutating func closed(bySilence: Bool) -> FixOutcome? {
        var outcome: FixOutcome?
        close(bySilence: bySilence) { outcome = $0 }
        return outcome
    }
}
