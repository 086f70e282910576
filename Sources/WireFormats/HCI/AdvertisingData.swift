/// What a peripheral says of itself in the air: structures of length, type and value.
///
/// A structure that is cut, and all behind it, is left out; so is one of a type that is not looked into.
/// - SeeAlso: Bluetooth Core 5.4, Vol 3, Part C, §11; Core Specification Supplement, Part A, §1.
public struct AdvertisingData: Equatable, Sendable {
    /// The local name, if it is told; what is no UTF-8 becomes U+FFFD.
    public var name: String?
    /// Whether `name` is all of it.
    public var nameIsComplete = false
    /// Services that it says it has, in its order; seldom all that it has.
    public var services: [GATTUUID] = []
    /// Fitness Machine's service data (Fitness Machine Service 1.0, §3.1); `nil` when none came.
    public var fitnessMachine: FitnessMachine?

    /// What a fitness machine advertises.
    public struct FitnessMachine: Equatable, Sendable {
        /// Whether it may be used now.
        public var isAvailable: Bool
        /// What it is: bit 0 treadmill, 1 cross trainer, 2 step climber, 3 stair climber, 4 rower, 5 indoor bike.
        public var machineTypes: UInt16

        public init(isAvailable: Bool, machineTypes: UInt16) {
            self.isAvailable = isAvailable
            self.machineTypes = machineTypes
        }
    }

    /// An advertisement that says nothing.
    public init() {}

    /// - Parameter bytes: any; a length of 0 or past the end ends them.
    public init(decoding bytes: Span<UInt8>) {
        var reader = ByteReader(bytes)
        while let length = reader.uint8(), length > 0, let type = reader.uint8(), let value = reader.take(Int(length) - 1) {
            switch type {
            case 0x02, 0x03: addServices(value, width: 2)
            case 0x06, 0x07: addServices(value, width: 16)
            case 0x08, 0x09:
                guard type == 0x09 || !nameIsComplete else { break }
                name = String(decoding: [UInt8](value), as: UTF8.self)
                nameIsComplete = type == 0x09
            case 0x16: takeServiceData(value)
            default: break
            }
        }
    }

    private mutating func addServices(_ value: Span<UInt8>, width: Int) {
        var reader = ByteReader(value)
        while let bytes = reader.take(width) {
            guard let service = GATTUUID(littleEndian: bytes), !services.contains(service) else { continue }
            services.append(service)
        }
    }

    private mutating func takeServiceData(_ value: Span<UInt8>) {
        var reader = ByteReader(value)
        guard reader.uint16() == GATTUUID.fitnessMachine.rawValue, let flags = reader.uint8(), let types = reader.uint16() else {
            return
        }
        fitnessMachine = FitnessMachine(isAvailable: flags & 1 == 1, machineTypes: types)
    }
}

/// One sight of a peripheral.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §7.7.65.2 and §7.7.65.13.
public struct AdvertisingReport: Equatable, Sendable {
    public var address: BluetoothAddress
    /// Whether the address is random, else public: a link is asked for with both.
    public var isRandom: Bool
    /// dBm; `nil` where the controller does not know.
    public var signalDBm: Int?
    public var data: AdvertisingData

    public init(address: BluetoothAddress, isRandom: Bool, signalDBm: Int?, data: AdvertisingData) {
        self.address = address
        self.isRandom = isRandom
        self.signalDBm = signalDBm
        self.data = data
    }
}
