public import WireFormats

/// What a plan wants done, or known.
public enum BlueZOutput: Equatable, Sendable {
    case call(BlueZCall)
    /// A link begins; `key` names it until it ends, and is not named again before.
    case open(key: String, LinkIdentity)
    case bytes(key: String, [UInt8])
    case close(key: String, BlueZTrouble)
    /// A sensor was heard, or more is known of it.
    case sighted(BlueZDevice, facts: [LinkIdentity.Fact])
    /// How it stands with an adapter (`bluetooth:hci0`), BlueZ itself (`bluetooth:bluez`) or a sensor (`ble:…`); `nil`: it is no
    /// longer to be shown.
    case stands(device: String, name: String?, BlueZStanding?)
    case calibrated(sensor: String, CalibrationOutcome)
}

/// A method call on `org.bluez`.
public struct BlueZCall: Equatable, Sendable {
    public let id: UInt64
    public let path: String
    public let interface: String
    public let member: String
    public let arguments: [DBusValue]
    /// Microseconds.
    public let timeout: Int64
}

/// How it stands with one device.
public enum BlueZStanding: Equatable, Sendable {
    /// An adapter looks for sensors.
    case scanning
    /// An adapter has nothing to look for.
    case ready
    /// An adapter was off and is being switched on.
    case switchingOn
    /// An adapter stays off.
    case off(DBusFault)
    /// An adapter is switched off and on, since BlueZ came no further with it.
    case restarting(costsLinks: Bool)
    /// That did not help, several times.
    case stuck
    /// An adapter will not look for sensors.
    case refused(DBusFault)
    /// No such adapter is there.
    case noAdapter
    /// BlueZ, or the bus to it, is not there.
    case noService(BlueZTrouble)

    /// A sensor is looked for.
    case seeking
    case notHeard
    case connecting(BlueZTrouble?)
    case linked(BlueZTrouble?)
    /// A sensor could not be had, or was there and is gone; it is looked for.
    case lost(BlueZTrouble)
}

/// What went wrong with a link, or will.
public enum BlueZTrouble: Error, Equatable, Sendable {
    case connectTimedOut
    case connectRefused(DBusFault)
    /// The services were not all found; empty when not even their search ended.
    case missingServices([GATTUUID])
    case notifyRefused(DBusFault)
    /// The link ended: out of range, switched off, or hung up.
    case linkLost
    /// Short links, again and again.
    case hangsUp
    /// Connected, but no value came.
    case silent
    case adapterGone
    case adapterOff
    case adapterRestarted
    case serviceGone
    case busGone
    /// The bus does not let us speak to BlueZ.
    case noAccess(DBusFault)
    case notWanted
    /// The plan itself ends.
    case stopped
    /// It works, under an address that will not last.
    case changingAddress

    /// Whether it lies with the sensor, so that it matters until values come again.
    var isOfSensor: Bool {
        switch self {
        case .connectTimedOut, .connectRefused, .missingServices, .notifyRefused, .hangsUp, .silent, .changingAddress: true
        case .linkLost, .adapterGone, .adapterOff, .adapterRestarted, .serviceGone, .busGone, .noAccess, .notWanted, .stopped:
            false
        }
    }
}
