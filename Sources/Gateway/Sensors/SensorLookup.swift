import WireFormats

/// Which sensor a person means: by its identity, its name, or the beginning of either.
public enum SensorLookup {
    /// Why it is not known which.
    public enum Problem: Error, Equatable, Sendable {
        /// Identities, with names where they have some.
        case ambiguous(String, [String])
        case unknown(String)
    }

    /// - Parameter sensors: those that are paired or were heard.
    /// - Returns: its identity. One that is written in full need not be among the sensors.
    public static func identity(
        of text: String, among sensors: [GatewayStatus.KnownSensor]
    ) throws(Problem) -> String {
        let wanted = text.lowercased()
        let exact = sensors.filter { names(of: $0).contains(wanted) }
        // An address alone is Bluetooth's.
        if exact.isEmpty, let identity = SensorIdentity(text) ?? BluetoothAddress(text).map(SensorIdentity.init) {
            return identity.text
        }
        let found = exact.isEmpty ? sensors.filter { names(of: $0).contains { $0.hasPrefix(wanted) } } : exact
        guard let first = found.first, !wanted.isEmpty else { throw .unknown(text) }
        guard found.count == 1 else {
            throw .ambiguous(text, found.map { sensor in sensor.name.map { "\(sensor.sensor) (\($0))" } ?? sensor.sensor })
        }
        return first.sensor
    }

    /// What a sensor may be called, in lower case: the whole identity, that without the radio, an ANT+ device number, its name.
    private static func names(of sensor: GatewayStatus.KnownSensor) -> [String] {
        let parts = sensor.sensor.lowercased().split(separator: ":", maxSplits: 1).map(String.init)
        var names = [sensor.sensor.lowercased()] + parts.dropFirst()
        if case .ant(_, let number)? = SensorIdentity(sensor.sensor) { names.append("\(number)") }
        if let name = sensor.name { names.append(name.lowercased()) }
        return names
    }
}

extension SensorLookup.Problem {
    /// For a person, without a full stop.
    public var sentence: String {
        switch self {
        case .ambiguous(let text, let sensors): "\"\(text)\" may be \(Self.list(sensors)): say more of it"
        case .unknown(let text): "no sensor \"\(text)\" is known: " + Self.advice
        }
    }

    /// A sensor sleeps until it is used.
    public static let advice =
        "wear the strap and wet its electrodes, spin the cranks or the wheel, then look again with wattbeat sensors scan"

    private static let mostListed = 5

    private static func list(_ sensors: [String]) -> String {
        let listed = sensors.prefix(mostListed).joined(separator: " or ")
        return sensors.count > mostListed ? "\(listed) or \(sensors.count - mostListed) others" : listed
    }
}
