import WireFormats

/// What one talker said within one epoch. Two receivers on one line, or one receiver speaking for two constellations, each have
/// theirs: a talker without a fix takes nothing from another that has one.
struct TalkerReport {
    var talker: NMEATalker
    /// Whether some sentence says that there is no fix.
    var isVoid = false
    var position: NMEAPosition?
    /// Of two positions equally fine, the one of the weightier sentence stands: GGA and GNS 3, RMC 2, GLL 1.
    private var positionWeight = 0
    var altitude: Double?
    var geoidSeparation: Double?
    var speed: Double?
    var course: Double?
    var satellitesUsed: Int?
    var hdop: Double?
    var date: NMEADate?
    /// By quality digit or GNS letters; by the mode letter of RMC or GLL; without either, active is autonomous.
    private var statedMode: FixMode?
    private var letterMode: FixMode?

    /// Whether it has a position and nothing said against it.
    var hasFix: Bool { !isVoid && position != nil }

    var mode: FixMode { statedMode ?? letterMode ?? .autonomous }

    init(_ talker: NMEATalker) { self.talker = talker }

    mutating func apply(_ rmc: RMC) {
        guard take(rmc.position, weight: 2, isFix: rmc.isFix) else { return }
        // A void sentence's date may be the firmware's birthday.
        date = date ?? rmc.date
        letterMode = letterMode ?? rmc.mode
        guard speed == nil, let metresPerSecond = rmc.speedMetresPerSecond else { return }
        speed = metresPerSecond
        course = rmc.courseDegrees
    }

    mutating func apply(_ gga: GGA) {
        guard take(gga.position, weight: 3, isFix: gga.isFix) else { return }
        statedMode = gga.mode
        altitude = altitude ?? gga.altitudeMetres
        geoidSeparation = geoidSeparation ?? gga.geoidSeparationMetres
        satellitesUsed = gga.satellitesUsed ?? satellitesUsed
        hdop = gga.hdop ?? hdop
    }

    mutating func apply(_ gns: GNS) {
        guard gns.mode != nil, take(gns.position, weight: 3, isFix: gns.isFix) else { return }
        statedMode = statedMode ?? gns.mode
        altitude = altitude ?? gns.altitudeMetres
        geoidSeparation = geoidSeparation ?? gns.geoidSeparationMetres
        satellitesUsed = satellitesUsed ?? gns.satellitesUsed
        hdop = hdop ?? gns.hdop
    }

    mutating func apply(_ gll: GLL) {
        guard take(gll.position, weight: 1, isFix: gll.isFix) else { return }
        letterMode = letterMode ?? gll.mode
    }

    /// - Returns: whether the sentence's other values count.
    private mutating func take(_ new: NMEAPosition?, weight: Int, isFix: Bool) -> Bool {
        guard isFix else {
            isVoid = true
            return false
        }
        guard let new else { return true }
        if new.isNullPoint {
            isVoid = true
            return false
        }
        if (new.decimals, weight) > (position?.decimals ?? -1, positionWeight) {
            position = new
            positionWeight = weight
        }
        return true
    }

    /// The combined solution goes before single constellations, then finer digits, then who spoke first.
    func isPreferred(to other: TalkerReport) -> Bool {
        let isCombined = talker == .combined
        if isCombined != (other.talker == .combined) { return isCombined }
        return position?.decimals ?? 0 > other.position?.decimals ?? 0
    }

    /// Takes from another talker what this one did not say.
    mutating func fill(from other: TalkerReport) {
        if statedMode == nil { statedMode = other.statedMode }
        if letterMode == nil { letterMode = other.letterMode }
        if altitude == nil {
            altitude = other.altitude
            geoidSeparation = other.geoidSeparation
        }
        if speed == nil {
            speed = other.speed
            course = other.course
        }
        satellitesUsed = satellitesUsed ?? other.satellitesUsed
        hdop = hdop ?? other.hdop
        date = date ?? other.date
    }
}
