/// Where a reading was measured, best first: the default order when several sensors serve one quantity.
///
/// A person's own order (`priority` records) stands before it. Radios rank within one kind of sensor: BLE before ANT+, since a
/// notification arrives once and whole.
enum MeasurementRank: Int {
    case ownSensorBLE = 10
    case ownSensorANT = 12
    /// Cadence and wheel speed that a power meter sends along.
    case powerMeterBLE = 20
    case powerMeterANT = 22
    case footPodBLE = 30
    case footPodANT = 32
    /// What a trainer, a bike or a treadmill says of itself.
    case machineBLE = 40
    case machineANT = 42
    case receiver = 60
}
