import Dialogues
import Ingest
import JSONText
import WireFormats
import Workouts

/// Sensors, those never wanted, and receivers.
extension SettingsReader {
    mutating func readIgnored(_ member: PlacedJSON.Member) {
        guard let elements = member.value.elements else {
            return refuse(member.value, member.name, "a list of sensors is expected")
        }
        for element in elements {
            guard let sensor = element.string.flatMap(SensorIdentity.init)?.text else {
                refuse(element, member.name, SensorIdentity.expectation + " is expected")
                continue
            }
            if !settings.ignored.contains(sensor) { settings.ignored.append(sensor) }
        }
    }

    mutating func readReceivers(_ member: PlacedJSON.Member) {
        guard let elements = member.value.elements else {
            return refuse(member.value, member.name, "a list of receivers is expected")
        }
        var receivers: [GatewaySettings.Receiver] = []
        for element in elements {
            guard let receiver = element.string.flatMap(GatewaySettings.Receiver.init) else {
                refuse(element, member.name, GatewaySettings.Receiver.expectation + " is expected")
                continue
            }
            receivers.append(receiver)
        }
        settings.receivers = receivers
    }

    mutating func readSensors(_ member: PlacedJSON.Member) {
        guard let elements = member.value.elements else {
            return refuse(member.value, member.name, "a list of sensors is expected")
        }
        for element in elements {
            guard let members = element.members else {
                refuse(element, member.name, "an object in braces is expected")
                continue
            }
            guard let sensor = readSensor(element, members) else { continue }
            settings.sensors.append(sensor)
        }
    }

    /// A sensor cannot be wanted and never be wanted.
    mutating func refuseIgnored(in tree: PlacedJSON) {
        for element in tree["sensors"]?.elements ?? [] {
            guard let sensor = element["sensor"], let identity = sensor.string.flatMap(SensorIdentity.init)?.text,
                settings.ignored.contains(identity)
            else { continue }
            mistakes.append(.init(place: sensor.place, key: "sensor", sentence: "\(identity) is in \"ignored\" as well"))
        }
    }

    private mutating func readSensor(_ object: PlacedJSON, _ members: [PlacedJSON.Member]) -> GatewaySettings.PairedSensor? {
        guard object["sensor"] != nil else {
            mistakes.append(SettingsMistake(place: object.place, key: "sensors", sentence: "this one has no \"sensor\""))
            return nil
        }
        var sensor = GatewaySettings.PairedSensor(sensor: "")
        var kinds: Set<SensorKind>?
        for member in members {
            switch member.name {
            case "sensor":
                guard let identity = text(member, SensorIdentity.expectation + " is expected", SensorIdentity.init) else {
                    continue
                }
                if settings.sensors.contains(where: { $0.sensor == identity.text }) {
                    refuse(member.value, member.name, "\(identity.text) is there twice")
                }
                sensor.sensor = identity.text
            case "name":
                sensor.name = text(member, "a text of 1 to 100 characters is expected") { GivenName.isOne($0) ? $0 : nil }
            case "kinds": kinds = readKinds(member)
            case "priority": sensor.priorities = readPriorities(member)
            case "strides":
                if let isOn = member.value.bool {
                    sensor.countsStrides = isOn
                } else {
                    refuse(member.value, member.name, "true or false is expected")
                }
            default: unknown(member, among: SettingsKey.sensor)
            }
        }
        sensor.kinds = kinds ?? SensorIdentity(sensor.sensor)?.kinds ?? []
        return sensor.sensor.isEmpty ? nil : sensor
    }

    private mutating func readKinds(_ member: PlacedJSON.Member) -> Set<SensorKind> {
        let words = SensorKind.allCases.map(\.rawValue)
        guard let elements = member.value.elements else {
            refuse(member.value, member.name, "a list of kinds is expected")
            return []
        }
        var kinds: Set<SensorKind> = []
        for element in elements {
            if let kind = element.string.flatMap(SensorKind.init(rawValue:)) {
                kinds.insert(kind)
            } else {
                refuse(element, member.name, "one of \(words.map { "\"\($0)\"" }.joined(separator: ", ")) is expected")
            }
        }
        return kinds
    }

    private mutating func readPriorities(_ member: PlacedJSON.Member) -> [String: Int] {
        guard let members = member.value.members else {
            refuse(member.value, member.name, "an object such as {\"power\": 0} is expected")
            return [:]
        }
        var ranks: [String: Int] = [:]
        for member in members {
            guard Quantity(rawValue: member.name) != nil else {
                mistakes.append(
                    SettingsMistake(
                        place: member.place, key: member.name,
                        sentence: "there is no such quantity" + Self.hint(member.name, among: Quantity.allCases.map(\.rawValue))))
                continue
            }
            ranks[member.name] = whole(member, GatewaySettings.ranks, "numbers")
        }
        return ranks
    }
}
