public import WireFormats
public import Workouts

/// gpsd's reports in, one outcome an epoch out: the same fixes as from a receiver's own sentences.
///
/// gpsd repeats a moment until it has learned the receiver's cycle; reports of one moment are merged, the last value of each key
/// wins. Of several receivers the first that has something to say is heard, until it is unplugged.
public struct GPSDReceiver: Sendable {
    private var open: (tpv: GPSDReport.TPV, arrival: Offset, lastArrival: Offset)?
    private var deviations: GPSDReport.GST?
    private var sky: GPSDReport.SKY?
    private var device: String?
    private var closed: Int64?
    private var closedBySilence = false

    /// gpsd speaks after its own wait for the cycle's end; what follows belongs together closely.
    private static let silence: Int64 = 100_000

    /// What gpsd states at 95 %, as the same error at about 68 %: a radius, or one axis.
    private static let radius = 1.73
    private static let axis = 1.96

    /// A receiver of which nothing was heard.
    public init() {}

    /// When to call `tick(at:)`, unless a report comes first.
    public var wakeAt: Offset? { open.map { Offset(microseconds: $0.lastArrival.microseconds &+ Self.silence) } }

    /// Takes one report that arrived at `offset`.
    public mutating func apply(_ report: GPSDReport, at offset: Offset, _ take: (FixOutcome) -> Void) {
        switch report {
        case .tpv(let tpv): apply(tpv, at: offset, take)
        case .gst(let gst):
            guard isHeard(gst.device) else { return }
            deviations = gst
            open?.lastArrival = offset
        case .sky(let sky):
            guard isHeard(sky.device) else { return }
            // A report of the sky may come without dilutions, which then stand.
            var merged = sky
            merged.hdop = sky.hdop ?? self.sky?.hdop
            merged.vdop = sky.vdop ?? self.sky?.vdop
            merged.satellitesUsed = sky.satellitesUsed ?? self.sky?.satellitesUsed
            self.sky = merged
            open?.lastArrival = offset
        case .device(let new):
            if new.isActive == false, device != nil, new.path == device { lose(at: offset, take) }
        case .devices(let list):
            let isGone = device != nil && !list.contains { $0.path == device && $0.isActive != false }
            if isGone { lose(at: offset, take) }
        case .version, .watch, .error, .other: break
        }
    }

    /// Time passed: ends the open epoch when gpsd has been silent long enough.
    public mutating func tick(at offset: Offset) -> FixOutcome? {
        guard let wakeAt, offset >= wakeAt else { return nil }
        return close(bySilence: true)
    }

    /// The input ended.
    public mutating func finish() -> FixOutcome? { close(bySilence: false) }

    private mutating func lose(at offset: Offset, _ take: (FixOutcome) -> Void) {
        if let ended = close(bySilence: false) { take(ended) }
        take(.noFix(arrival: offset))
        device = nil
        sky = nil
        deviations = nil
    }

    private func isHeard(_ path: String?) -> Bool { device == nil || path == nil || path == device }

    private mutating func apply(_ tpv: GPSDReport.TPV, at offset: Offset, _ take: (FixOutcome) -> Void) {
        guard isHeard(tpv.device) else { return }
        if device == nil { device = tpv.device }
        guard tpv.mode >= 2, tpv.status != 8 else {
            if let ended = close(bySilence: false) { take(ended) }
            return take(.noFix(arrival: offset))
        }
        if let timestamp = tpv.timestamp, open?.tpv.timestamp == timestamp {
            open?.tpv.merge(tpv)
            open?.lastArrival = offset
            return
        }
        if let ended = close(bySilence: false) { take(ended) }
        guard tpv.timestamp == nil || !closedBySilence || tpv.timestamp != closed else { return }
        open = (tpv, offset, offset)
    }

    private mutating func close(bySilence: Bool) -> FixOutcome? {
        guard let (tpv, arrival, _) = open else { return nil }
        open = nil
        closed = tpv.timestamp
        closedBySilence = bySilence
        guard let latitude = tpv.lat, let longitude = tpv.lon, latitude.magnitude <= 90, longitude.magnitude <= 180,
            latitude != 0 || longitude != 0
        else { return nil }
        var fix = Fix(arrival: arrival, latitude: latitude, longitude: longitude, mode: tpv.fixMode)
        fix.timestamp = tpv.timestamp.map { Timestamp(microseconds: $0) }
        fix.altitudeMetres = tpv.altMSL ?? tpv.heightLessSeparation
        fix.geoidSeparationMetres = tpv.geoidSep
        fix.isTwoDimensional = tpv.mode == 2
        fix.satellitesUsed = sky?.satellitesUsed
        fix.hdop = ErrorStatements.known(dilution: sky?.hdop)
        fix.speedMetresPerSecond = tpv.speed.flatMap { $0 >= 0 && $0 < 1100 ? $0 : nil }
        if let speed = fix.speedMetresPerSecond, speed >= Fix.standstill, let track = tpv.track, (0...360).contains(track) {
            fix.courseDegrees = track == 360 ? 0 : track
        }
        fix.accuracy = accuracy(of: fix, tpv)
        return .fix(fix)
    }

    private func accuracy(of fix: Fix, _ tpv: GPSDReport.TPV) -> FixAccuracy {
        var errors = ErrorStatements()
        if let deviations, deviations.timestamp == tpv.timestamp {
            errors.latitudeSigma = deviations.lat
            errors.longitudeSigma = deviations.lon
            errors.altitudeSigma = deviations.alt
        }
        errors.horizontalEstimate = tpv.eph.map { $0 / Self.radius }
        errors.verticalEstimate = tpv.epv.map { $0 / Self.axis }
        errors.hdop = fix.hdop
        errors.vdop = sky?.vdop
        var accuracy = errors.accuracy(
            mode: fix.mode, speed: fix.speedMetresPerSecond, hasCourse: fix.courseDegrees != nil,
            hasAltitude: fix.altitudeMetres != nil && !fix.isTwoDimensional)
        if fix.speedMetresPerSecond != nil, let eps = tpv.eps { accuracy.speedMetresPerSecond = eps / Self.axis }
        if fix.courseDegrees != nil, let epd = tpv.epd { accuracy.courseDegrees = epd / Self.axis }
        return accuracy
    }
}

extension GPSDReport.TPV {
    /// Takes each key that the later report of the same moment has.
    mutating func merge(_ later: GPSDReport.TPV) {
        device = later.device ?? device
        mode = later.mode
        status = later.status ?? status
        lat = later.lat ?? lat
        lon = later.lon ?? lon
        altMSL = later.altMSL ?? altMSL
        altHAE = later.altHAE ?? altHAE
        geoidSep = later.geoidSep ?? geoidSep
        speed = later.speed ?? speed
        track = later.track ?? track
        eph = later.eph ?? eph
        epv = later.epv ?? epv
        eps = later.eps ?? eps
        epd = later.epd ?? epd
    }

    var heightLessSeparation: Double? {
        if let altHAE, let geoidSep { altHAE - geoidSep } else { nil }
    }

    /// gpsd's `status` numbers differ from GGA's quality.
    var fixMode: FixMode {
        switch status {
        case 2: .differential
        case 3: .rtkFixed
        case 4: .rtkFloat
        case 5, 6: .estimated
        case 8: .simulator
        default: .autonomous
        }
    }
}
