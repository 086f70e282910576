public import WireFormats

/// What a peripheral has said of itself, over links and in the air.
public struct PeripheralFacts: Equatable, Sendable {
    public private(set) var name: String?
    /// In the order that `LinkIdentity` has them in.
    public private(set) var facts: [LinkIdentity.Fact] = []
    public private(set) var kinds: Set<SensorKind> = []
    /// 0...100
    public private(set) var batteryPercent: Int?
    /// The value of Cycling Power Feature (0x2A65).
    public private(set) var powerFeature: [UInt8]?
    /// Whether an earlier link has asked for what stands here.
    public var isComplete = false

    /// What is longer is cut: nobody reads it.
    private static let longestText = 64
    private static let order = ["manufacturer", "model", "serial", "firmware", "hardware", "software", "location"]
    private static let bodyLocations = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]
    private static let locations = [
        "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank", "left pedal", "right pedal",
        "front hub", "rear dropout", "chainstay", "rear wheel", "rear hub", "chest", "spider", "chain ring",
    ]

    public init() {}

    /// Takes what it advertises: seldom all at once, since a scan response says more.
    ///
    /// - Returns: whether that was news.
    public mutating func note(_ data: AdvertisingData) -> Bool {
        let before = self
        if let text = data.name, data.nameIsComplete || name == nil { note(name: text) }
        note(services: data.services)
        if data.fitnessMachine != nil { kinds.insert(.trainer) }
        return self != before
    }

    /// Takes the services that it has, or says it has.
    public mutating func note(services: [GATTUUID]) { kinds.formUnion(services.compactMap(\.sensorKind)) }

    /// Takes the value of a characteristic.
    public mutating func note(_ characteristic: GATTUUID, _ value: [UInt8]) {
        switch characteristic {
        case .deviceName: note(name: Self.text(value))
        case .manufacturerName: note("manufacturer", Self.text(value))
        case .modelNumber: note("model", Self.text(value))
        case .serialNumber: note("serial", Self.text(value))
        case .firmwareRevision: note("firmware", Self.text(value))
        case .hardwareRevision: note("hardware", Self.text(value))
        case .softwareRevision: note("software", Self.text(value))
        case .bodySensorLocation: note("location", Self.bodyLocations, value.first)
        case .sensorLocation: note("location", Self.locations, value.first)
        case .batteryLevel:
            guard let percent = value.first, percent <= 100 else { return }
            batteryPercent = Int(percent)
        case .cyclingPowerFeature: powerFeature = value
        default: break
        }
    }

    private mutating func note(name text: String) {
        let text = String(text.prefix(Self.longestText))
        if !text.isEmpty { name = text }
    }

    private mutating func note(_ name: String, _ words: [String], _ number: UInt8?) {
        guard let number, Int(number) < words.count else { return }
        note(name, words[Int(number)])
    }

    private mutating func note(_ name: String, _ text: String) {
        guard !text.isEmpty, let rank = Self.order.firstIndex(of: name) else { return }
        facts.removeAll { $0.name == name }
        let place = facts.firstIndex { Self.order.firstIndex(of: $0.name) ?? 0 > rank } ?? facts.endIndex
        facts.insert(.init(name: name, value: String(text.prefix(Self.longestText))), at: place)
    }

    private static func text(_ value: [UInt8]) -> String { (try? DeviceInformationString(decoding: value.span))?.text ?? "" }
}

extension GATTUUID {
    /// What a sensor with this service is for.
    var sensorKind: SensorKind? {
        switch self {
        case .heartRate: .heartRate
        case .cyclingPower: .power
        case .cyclingSpeedAndCadence: .speedAndCadence
        case .runningSpeedAndCadence: .footPod
        case .fitnessMachine: .trainer
        default: nil
        }
    }
}
