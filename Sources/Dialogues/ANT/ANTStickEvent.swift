public import WireFormats

/// What comes of a conversation with a stick: what to send it, and what became known.
public enum ANTStickEvent: Equatable, Sendable {
    case send(ANTCommand)
    /// The stick said who it is; its link can open.
    case identified(ANTStickIdentity)
    case condition(ANTStickCondition)
    /// A sensor is in the air; told once a second at most for each.
    ///
    /// `signal`: dBm; `nil` from a stick that measures none.
    case heard(ANTSensorID, signal: Int?)
    /// How it stands with a sensor that is wanted.
    case sensor(ANTSensorID, ANTSensorCondition)
    case calibrated(ANTSensorID, CalibrationOutcome)
    /// It answers nothing any more: close the device, and open it anew.
    case reopen
}

/// Who a stick is, as it says itself.
public struct ANTStickIdentity: Equatable, Sendable {
    /// `nil` from a stick that has none.
    public var serialNumber: UInt32?
    /// The firmware's name; `nil` from a stick that tells none.
    public var version: String?
    public var capabilities: ANTCapabilities

    public init(serialNumber: UInt32? = nil, version: String? = nil, capabilities: ANTCapabilities) {
        self.serialNumber = serialNumber
        self.version = version
        self.capabilities = capabilities
    }
}

/// How far a stick has got.
public enum ANTStickCondition: Equatable, Sendable {
    /// Being reset and asked who it is.
    case starting
    /// Hears every sensor in the air.
    case scanning
    /// Follows one sensor a channel; so many channels it has.
    case channels(Int)
    /// It does not take the network key: no ANT+ sensor will be heard.
    case keyRefused
    /// Asked to scan, which it cannot do.
    case cannotScan
}

/// How it stands with one sensor.
public enum ANTSensorCondition: Equatable, Sendable {
    /// Not heard since it was asked for.
    case searching
    case tracked
    /// Heard before, silent now, and searched for.
    case lost
    /// The stick has no channel left for it.
    case noChannel
}

/// What went wrong on a stick, counted since the conversation began.
public struct ANTStickTally: Equatable, Sendable {
    /// Slots that passed without a message.
    public var missedSlots = 0
    /// Times that a channel lost its sensor.
    public var searches = 0
    /// Times that the machine was too slow and messages were lost.
    public var overflows = 0
    /// Times that the stick was started anew, the first one left out.
    public var restarts = 0
    /// Frames with a wrong checksum.
    public var checksumErrors = 0
}
