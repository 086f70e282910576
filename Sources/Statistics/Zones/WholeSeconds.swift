public import Workouts

extension ZoneGroup {
    /// Zones and what no sample covers in whole seconds that add up to the timer time in whole seconds: each is rounded down, and
    /// the seconds that are lacking go to those that lost most, the lower zone first where two lost as much.
    ///
    /// - Returns: the zones, lowest first; then `unattributed`; and their sum.
    public var wholeSeconds: (zones: [Int64], unattributed: Int64, timer: Int64) { whole(unitMicroseconds: 1_000_000) }

    /// The same in whole minutes.
    public var wholeMinutes: (zones: [Int64], unattributed: Int64, timer: Int64) { whole(unitMicroseconds: 60_000_000) }

    private func whole(unitMicroseconds unit: Int64) -> (zones: [Int64], unattributed: Int64, timer: Int64) {
        let parts = (zoneDurations + [unattributed]).map { max(0, $0.microseconds) }
        let sum = parts.reduce(0, +)
        let total = sum / unit + (sum % unit >= unit / 2 ? 1 : 0)
        var whole = parts.map { $0 / unit }
        let lacking = Int(max(0, total - whole.reduce(0, +)))
        let byLoss = parts.indices.sorted { (parts[$1] % unit, $0) < (parts[$0] % unit, $1) }
        for index in byLoss.prefix(lacking) { whole[index] += 1 }
        return (Array(whole.dropLast()), whole.last ?? 0, total)
    }
}
