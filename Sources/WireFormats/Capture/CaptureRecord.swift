/// One input as it arrived: the only thing that ever enters the engine.
public struct CaptureRecord: Equatable, Sendable {
    /// Microseconds since the capture began; never lower than the record's before.
    public var offset: Int64
    public var input: Input

    public init(offset: Int64, input: Input) {
        self.offset = offset
        self.input = input
    }

    public enum Input: Equatable, Sendable {
        case linkOpened(LinkID, LinkIdentity)
        case linkClosed(LinkID, reason: String)
        /// A characteristic's value, a USB chunk, a tty's chunk, a report's line: what a record carries, by the kind of link.
        case bytes(LinkID, [UInt8])
        /// Bytes that the machine was too busy to take: how many records are missing.
        case dropped(LinkID, count: Int)
        /// Time passed: what silence is counted in.
        case tick
        case command(RiderCommand)
        /// A setting that changes meaning from here on: the same names and values as in the header.
        case setting(name: String, value: String)
        /// Whether a sensor may serve: by its stable identity.
        case pairing(sensor: String, isPaired: Bool)
        /// A sensor's rank for one quantity (the quantity's name), 0 first.
        case priority(sensor: String, quantity: String, rank: Int)
        case clockAnchor(ClockAnchor)
    }
}

/// Names a link within one capture: 1…65535.
public struct LinkID: Hashable, Comparable, Sendable {
    public var rawValue: UInt16
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
    public static func < (a: LinkID, b: LinkID) -> Bool { a.rawValue < b.rawValue }
}

/// What is at the other end of a link, and what its bytes are.
public struct LinkIdentity: Equatable, Sendable {
    public var kind: Kind
    /// A Bluetooth address, a stick's serial, a device path, `host:port`: stable from day to day.
    public var address: String
    /// What a person calls it.
    public var name: String?
    /// Further facts in a fixed order of names: `manufacturer`, `model`, `serial`, `firmware`, `location`, …
    public var facts: [Fact]

    public enum Kind: Equatable, Sendable {
        /// Values of one GATT characteristic, by its 16-bit number.
        case gatt(characteristic: UInt16)
        /// Raw chunks of an ANT stick's serial protocol.
        case ant
        /// Raw chunks of a receiver's tty.
        case nmea
        /// Lines of gpsd's JSON.
        case gpsd
    }

    public struct Fact: Equatable, Sendable {
        public var name: String
        public var value: String
        public init(name: String, value: String) { self.name = name; self.value = value }
    }

    public init(kind: Kind, address: String, name: String? = nil, facts: [Fact] = []) {
        self.kind = kind
        self.address = address
        self.name = name
        self.facts = facts
    }
}

/// What the rider asked for, or what the gateway decided for the rider (`automatic`).
public enum RiderCommand: Equatable, Sendable {
    /// `activity` is an `ActivityType`'s name.
    case start(activity: String)
    case pause(automatic: Bool)
    case resume(automatic: Bool)
    case lap
    case activity(String)
    case marker(String)
    case stop
}

/// The wall clock at this record, learned while the capture ran.
public struct ClockAnchor: Equatable, Sendable {
    /// Microseconds since 1970, UTC.
    public var timestamp: Int64
    public var source: Source
    public var isSynchronised: Bool

    /// `earlier`: what a capture before this one knew, carried over by the machine's uptime.
    public enum Source: String, Sendable { case system, gps, earlier }

    public init(timestamp: Int64, source: Source, isSynchronised: Bool) {
        self.timestamp = timestamp
        self.source = source
        self.isSynchronised = isSynchronised
    }
}
