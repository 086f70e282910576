import Glibc
import WireFormats

/// How far off a fix may be, each for about 68 % of fixes; `nil` is unknown.
public struct FixAccuracy: Equatable, Sendable {
    /// Metres.
    public var horizontalMetres: Double?
    /// Metres.
    public var verticalMetres: Double?
    /// Metres per second.
    public var speedMetresPerSecond: Double?
    /// Degrees.
    public var courseDegrees: Double?

    /// All unknown.
    public init() {}
}

/// What a receiver says of its errors within one epoch, in the order in which it is believed: standard deviations, its own
/// estimates, dilution of precision.
struct ErrorStatements {
    var latitudeSigma: Double?
    var longitudeSigma: Double?
    var altitudeSigma: Double?
    var horizontalEstimate: Double?
    var verticalEstimate: Double?
    var hdop: Double?
    var vdop: Double?

    /// Receivers send 0, 50 or 99.99 for a dilution they do not know.
    static func known(dilution: Double?) -> Double? {
        dilution.flatMap { $0 > 0 && $0 < 50 ? $0 : nil }
    }

    /// Metres of error in one unit of dilution, and the least that is believed. Chosen after receivers that send both dilution
    /// and deviation.
    static func userRangeError(_ mode: FixMode) -> (perDilution: Double, floor: Double) {
        switch mode {
        case .differential, .precise: (3, 1)
        case .rtkFloat: (0.4, 0.2)
        case .rtkFixed: (0.03, 0.02)
        case .estimated: (20, 20)
        case .autonomous, .none, .manual, .simulator: (5, 2)
        }
    }

    /// - Parameters:
    ///   - speed: metres per second, `nil` when the receiver gives none.
    ///   - hasAltitude: whether there is an altitude for an error to belong to, solved for and not assumed.
    func accuracy(mode: FixMode, speed: Double?, hasCourse: Bool, hasAltitude: Bool) -> FixAccuracy {
        let hdop = Self.known(dilution: hdop)
        let vdop = Self.known(dilution: vdop)
        let error = Self.userRangeError(mode)
        var accuracy = FixAccuracy()
        if let latitudeSigma, let longitudeSigma {
            accuracy.horizontalMetres = (latitudeSigma * latitudeSigma + longitudeSigma * longitudeSigma).squareRoot()
        } else {
            accuracy.horizontalMetres = horizontalEstimate ?? hdop.map { max($0 * error.perDilution, error.floor) }
        }
        // Dead reckoning drifts away from any statistic.
        if mode == .estimated { accuracy.horizontalMetres = max(accuracy.horizontalMetres ?? 0, error.floor) }
        if hasAltitude {
            accuracy.verticalMetres =
                altitudeSigma ?? verticalEstimate ?? vdop.map { max($0 * error.perDilution * 1.5, error.floor) }
                ?? accuracy.horizontalMetres.map { $0 * 1.6 }
        }
        if let speed, let hdop {
            let doppler = max(0.1 * hdop, 0.1) * (mode == .estimated ? 2 : 1)
            accuracy.speedMetresPerSecond = doppler
            if hasCourse, speed > 0 { accuracy.courseDegrees = courseAccuracy(speed: speed, speedAccuracy: doppler) }
        }
        return accuracy
    }
}

/// Degrees by which a velocity that is off sideways by `speedAccuracy` points wrong, to a hundredth: an estimate has no more digits, and
/// those that it has not would take as much room as all else that a receiver says of a place.
func courseAccuracy(speed: Double, speedAccuracy: Double) -> Double {
    (atan(speedAccuracy / speed) * 180 / .pi * 100).rounded() / 100
}
