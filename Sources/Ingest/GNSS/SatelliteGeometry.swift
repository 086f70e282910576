import WireFormats
import Workouts

/// What GSA says of the solution's geometry. Many receivers send it before the sentences of its second, or only every few
/// seconds: what was last said stands until it is ten seconds old.
struct SatelliteGeometry {
    struct Values {
        var hdop: Double?
        var vdop: Double?
        var isTwoDimensional = false
    }

    private var last: GSA?
    private var lastOffset = Offset.zero
    private var lastEpoch: NMEATimeOfDay?
    private static let memory: Int64 = 10_000_000

    /// - Parameter epoch: names the epoch that is open; each constellation may send a sentence of its own within it.
    mutating func apply(_ gsa: GSA, epoch: NMEATimeOfDay?, at offset: Offset) {
        // A constellation that has no solution of its own says nothing of the common one.
        if let epoch, epoch == lastEpoch, let last, last.fixType.rawValue > gsa.fixType.rawValue { return }
        last = gsa
        lastOffset = offset
        lastEpoch = epoch
    }

    func geometry(at offset: Offset) -> Values {
        guard let last, offset.microseconds &- lastOffset.microseconds <= Self.memory else { return Values() }
        return Values(hdop: last.hdop, vdop: last.vdop, isTwoDimensional: last.fixType == .twoDimensional)
    }
}
