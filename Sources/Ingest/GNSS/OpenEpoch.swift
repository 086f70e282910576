import WireFormats
import Workouts

/// What was said of the instant under way. One value serves all epochs in turn, in place: copying it would cost more than parsing
/// does.
struct OpenEpoch {
    private(set) var isOpen = false
    /// `nil` for a receiver that says without a time that it has no fix.
    private(set) var timeOfDay: NMEATimeOfDay?
    private(set) var arrival = Offset.zero
    var lastArrival = Offset.zero
    var zdaDate: NMEADate?
    var gst: GST?
    var ublox: PUBX00?
    var garmin: PGRME?
    private var vtg: VTG?
    private var reports: InlineArray<4, TalkerReport> = .init(repeating: TalkerReport(.combined))
    private var reportCount = 0

    mutating func begin(_ timeOfDay: NMEATimeOfDay?, at offset: Offset) {
        isOpen = true
        self.timeOfDay = timeOfDay
        arrival = offset
        lastArrival = offset
        zdaDate = nil
        gst = nil
        ublox = nil
        garmin = nil
        vtg = nil
        reportCount = 0
    }

    /// Whether the epoch is open and its sentences carry this time.
    func isOpen(at time: NMEATimeOfDay?) -> Bool { isOpen && timeOfDay == time }

    /// Whether some talker has a fix so far.
    var hasFix: Bool {
        for index in 0..<reportCount where reports[index].hasFix { return true }
        return false
    }

    mutating func take(_ new: VTG) { if vtg == nil { vtg = new } }

    /// Lets `apply` change what `talker` said; a fifth talker of one instant is not heard.
    mutating func withReport(of talker: NMEATalker, _ apply: (inout TalkerReport) -> Void) {
        for index in 0..<reportCount where reports[index].talker == talker { return apply(&reports[index]) }
        guard reportCount < reports.count else { return }
        reports[reportCount] = TalkerReport(talker)
        apply(&reports[reportCount])
        reportCount += 1
    }

    /// Ends the epoch. One fix comes of all that talkers with a fix said: the position from the combined solution, else from the
    /// finest digits; each other value from the first who gives it. `take` is told nothing when nobody said anything of a fix.
    ///
    /// - Returns: whether it came to a fix.
    mutating func close(
        _ geometry: SatelliteGeometry.Values, _ calendar: inout ReceiverCalendar, _ take: (FixOutcome) -> Void
    ) -> Bool {
        isOpen = false
        var best: Int?
        var isVoid = false
        for index in 0..<reportCount {
            if reports[index].isVoid { isVoid = true }
            guard reports[index].hasFix else { continue }
            if let chosen = best, !reports[index].isPreferred(to: reports[chosen]) { continue }
            best = index
        }
        guard let best, let position = reports[best].position else {
            if isVoid { take(.noFix(arrival: arrival)) }
            return false
        }

        var merged = reports[best]
        for index in 0..<reportCount where index != best && !reports[index].isVoid { merged.fill(from: reports[index]) }
        var fix = Fix(arrival: arrival, latitude: position.latitude, longitude: position.longitude, mode: merged.mode)
        fix.timeOfDay = timeOfDay
        fix.timestamp = timeOfDay.flatMap { calendar.timestamp($0, date: zdaDate ?? merged.date) }
        fix.altitudeMetres = merged.altitude
        fix.geoidSeparationMetres = merged.geoidSeparation
        fix.isTwoDimensional = geometry.isTwoDimensional
        fix.satellitesUsed = merged.satellitesUsed
        fix.hdop = ErrorStatements.known(dilution: merged.hdop) ?? ErrorStatements.known(dilution: geometry.hdop)
        fix.speedMetresPerSecond = merged.speed ?? vtg?.speedMetresPerSecond
        let course = merged.speed == nil ? vtg?.courseDegrees : merged.course
        if let course, let speed = fix.speedMetresPerSecond, speed >= Fix.standstill {
            fix.courseDegrees = course == 360 ? 0 : course
        }

        var errors = ErrorStatements()
        errors.latitudeSigma = gst?.latitudeSigmaMetres
        errors.longitudeSigma = gst?.longitudeSigmaMetres
        errors.altitudeSigma = gst?.altitudeSigmaMetres
        // Garmin's estimates are taken for 50 % figures, as gpsd takes them: 1.51 / 1.18 and 1 / 0.6745 lead to 68 %.
        errors.horizontalEstimate = ublox?.horizontalAccuracyMetres ?? garmin?.horizontalErrorMetres.map { $0 * 1.28 }
        errors.verticalEstimate = ublox?.verticalAccuracyMetres ?? garmin?.verticalErrorMetres.map { $0 * 1.48 }
        errors.hdop = fix.hdop
        errors.vdop = geometry.vdop
        fix.accuracy = errors.accuracy(
            mode: fix.mode, speed: fix.speedMetresPerSecond, hasCourse: fix.courseDegrees != nil,
            hasAltitude: fix.altitudeMetres != nil && !fix.isTwoDimensional)
        take(.fix(fix))
        return true
    }
}
