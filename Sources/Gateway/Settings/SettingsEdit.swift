public import Dialogues
public import Statistics

internal import JSONText
internal import WireFormats
internal import Workouts

/// One change to the settings, the same for a command on the file and for a request to a running gateway.
public enum SettingsEdit: Equatable, Sendable {
    /// - Parameters:
    ///   - name: `nil` keeps the name that it has.
    ///   - kinds: what it is for, as far as that is known; added to what is known already.
    case pair(sensor: String, name: String?, kinds: Set<SensorKind>)
    /// Neither paired nor ignored any more.
    case forget(sensor: String)
    case rename(sensor: String, name: String)
    /// - Parameter rank: 0 first; `nil` takes it out.
    case priority(sensor: String, quantity: String, rank: Int?)
    /// Never to be used nor offered.
    case ignore(sensor: String)
    /// - Parameters:
    ///   - value: as a person types it; `nil` takes it out.
    ///   - from: the day from which on it counts; `nil`: without a date.
    case set(key: String, value: String?, from: CalendarDay? = nil)

    /// The object with the change in it, which need not be right.
    func apply(to document: SettingsDocument) throws(SettingsError) -> JSONObject {
        var object = document.object
        switch self {
        case .pair(let sensor, let name, let kinds):
            let identity = try Self.identity(sensor)
            Self.ignore(identity.text, false, in: &object)
            var sensors = Self.sensors(of: object)
            let index = sensors.firstIndex { Self.identity(of: $0) == identity.text }
            var paired = index.map { sensors[$0] } ?? ["sensor": .string(identity.text)]
            if let name { paired.set("name", .string(name), order: SettingsKey.sensor) }
            let known = document.settings.sensors.first { $0.sensor == identity.text }?.kinds ?? []
            let all = known.union(kinds).union(identity.kinds)
            // What the identity says by itself need not be written down.
            if all != identity.kinds {
                let words: [JSONValue] = all.sorted().map { .string($0.rawValue) }
                paired.set("kinds", .array(words), order: SettingsKey.sensor)
            }
            if let index { sensors[index] = paired } else { sensors.append(paired) }
            Self.set(sensors, in: &object)
        case .forget(let sensor):
            let identity = try Self.identity(sensor).text
            guard
                document.settings.ignored.contains(identity)
                    || document.settings.sensors.contains(where: { $0.sensor == identity })
            else { throw .refused("\(identity) is not paired") }
            Self.ignore(identity, false, in: &object)
            Self.set(Self.sensors(of: object).filter { Self.identity(of: $0) != identity }, in: &object)
        case .rename(let sensor, let name):
            try Self.change(sensor, in: &object) { $0.set("name", .string(name), order: SettingsKey.sensor) }
        case .priority(let sensor, let quantity, let rank):
            guard Quantity(rawValue: quantity) != nil else {
                let known = Quantity.allCases.map(\.rawValue)
                throw .refused("there is no quantity \"\(quantity)\"" + SettingsReader.hint(quantity, among: known))
            }
            try Self.change(sensor, in: &object) { paired in
                var ranks = if case .object(let ranks)? = paired["priority"] { ranks } else { JSONObject() }
                ranks[quantity] = rank.map { .integer(Int64($0)) }
                paired.set("priority", ranks.members.isEmpty ? nil : .object(ranks), order: SettingsKey.sensor)
            }
        case .ignore(let sensor):
            let identity = try Self.identity(sensor).text
            Self.set(Self.sensors(of: object).filter { Self.identity(of: $0) != identity }, in: &object)
            Self.ignore(identity, true, in: &object)
        case .set(let name, let value, let from):
            guard let key = SettingsKey(named: name) else {
                let known = SettingsKey.all.map(\.name) + SettingsKey.rider.map(\.name)
                throw .refused("there is no setting \"\(name)\"" + SettingsReader.hint(name, among: known))
            }
            guard key.form != .sensors else {
                throw .refused("sensors are set by: wattbeat sensors pair, rename, priority, forget")
            }
            guard key.form != .templates else {
                throw .refused("templates are written in the settings file by hand (docs/settings.md)")
            }
            guard key.form != .dated else {
                throw .refused("what has a date is set by its own key: wattbeat settings set ftp 260 --from 2026-03-01")
            }
            if let from {
                try Self.set(value, key, from: from, in: &object, of: document)
            } else {
                Self.set(value.map(key.value), key, in: &object, order: Self.order)
            }
        }
        return object
    }

    // MARK: Sensors

    private static func identity(_ sensor: String) throws(SettingsError) -> SensorIdentity {
        guard let identity = SensorIdentity(sensor) else {
            throw .refused("\(SensorIdentity.expectation) is expected, not \"\(sensor)\"")
        }
        return identity
    }

    private static func change(
        _ sensor: String, in object: inout JSONObject, _ change: (inout JSONObject) -> Void
    ) throws(SettingsError) {
        let identity = try identity(sensor).text
        var sensors = sensors(of: object)
        guard let index = sensors.firstIndex(where: { Self.identity(of: $0) == identity }) else {
            throw .refused("\(identity) is not paired; pair it first: wattbeat sensors pair \(identity)")
        }
        change(&sensors[index])
        set(sensors, in: &object)
    }

    private static func sensors(of object: JSONObject) -> [JSONObject] {
        guard case .array(let elements)? = object["sensors"] else { return [] }
        return elements.compactMap { if case .object(let sensor) = $0 { sensor } else { nil } }
    }

    private static func identity(of sensor: JSONObject) -> String? {
        guard case .string(let text)? = sensor["sensor"] else { return nil }
        return SensorIdentity(text)?.text
    }

    private static func set(_ sensors: [JSONObject], in object: inout JSONObject) {
        object.set("sensors", sensors.isEmpty ? nil : .array(sensors.map { .object($0) }), order: order)
    }

    private static func ignore(_ identity: String, _ isIgnored: Bool, in object: inout JSONObject) {
        var ignored: [JSONValue] = if case .array(let elements)? = object["ignored"] { elements } else { [] }
        ignored.removeAll { if case .string(let text) = $0 { SensorIdentity(text)?.text == identity } else { false } }
        if isIgnored { ignored.append(.string(identity)) }
        object.set("ignored", ignored.isEmpty ? nil : .array(ignored), order: order)
    }

    // MARK: Keys

    private static func set(_ value: JSONValue?, _ key: SettingsKey, in object: inout JSONObject, order: [String]) {
        let path = key.path
        guard path.count == 2 else { return object.set(path[0], value, order: order) }
        var inner = if case .object(let inner)? = object[path[0]] { inner } else { JSONObject() }
        let names = SettingsKey.all.filter { $0.path[0] == path[0] }.map { $0.path[$0.path.count - 1] }
        inner.set(path[1], value, order: names)
        object.set(path[0], inner.members.isEmpty ? nil : .object(inner), order: order)
    }

    private static func set(
        _ text: String?, _ key: SettingsKey, from day: CalendarDay, in object: inout JSONObject, of document: SettingsDocument
    ) throws(SettingsError) {
        guard key.hasDates else { throw .refused("\(key.name) has no dates: only the rider's figures and zones have") }
        var entries = object.dated
        let index = entries.firstIndex { $0["from"] == .string(day.description) }
        var entry = index.map { entries[$0] } ?? ["from": .string(day.description)]
        // Of zones "none" is a value like others.
        let value = text.map { $0 == "none" && key.form != .zones ? JSONValue.null : key.value(of: $0) }
        let known = document.dated(key).map { "\($0.from)" }
        if value == nil, !known.contains(day.description) {
            throw .refused(
                "nothing is set of \(key.name) from \(day) on"
                    + (known.isEmpty ? "" : "; there is from \(known.joined(separator: ", "))"))
        }
        set(value, key, in: &entry, order: SettingsKey.dated)
        if let index { entries.remove(at: index) }
        if entry.members.count > 1 {
            let later = entries.firstIndex { $0.date.map { day < $0 } ?? false }
            entries.insert(entry, at: index ?? later ?? entries.endIndex)
        }
        object.set("dated", entries.isEmpty ? nil : .array(entries.map { .object($0) }), order: order)
    }

    private static let order = SettingsKey.all.map { $0.path[0] }
}

extension JSONObject {
    /// The objects of `dated`, of the file as a whole.
    var dated: [JSONObject] {
        guard case .array(let elements)? = self["dated"] else { return [] }
        return elements.compactMap { if case .object(let entry) = $0 { entry } else { nil } }
    }

    /// Of one object of `dated`.
    var date: CalendarDay? { if case .string(let text)? = self["from"] { CalendarDay(text) } else { nil } }
}
