public import JSONText
public import Workouts

/// Time in zones as `workoutJSON` has it (docs/workout-json.md).
public func zoneGroupJSON(_ group: ZoneGroup) -> JSONValue { group.json }

/// Zones as `workoutJSON` has them.
public func zoneConfigurationJSON(_ configuration: ZoneConfiguration) -> JSONValue { configuration.json }

/// Time in zones by quantity, in the quantities' order.
func zonesJSON(_ groups: [Quantity: ZoneGroup]) -> JSONValue {
    var object = JSONObject()
    for (quantity, group) in groups.inOrder { object.append(quantity.rawValue, group.json) }
    return .object(object)
}

/// Configurations by quantity, in the quantities' order.
func zoneConfigurationsJSON(_ configurations: [Quantity: ZoneConfiguration]) -> JSONValue {
    var object = JSONObject()
    for (quantity, configuration) in configurations.inOrder { object.append(quantity.rawValue, configuration.json) }
    return .object(object)
}

extension ZoneGroup {
    /// The configuration is repeated here, since the group is only true for it.
    fileprivate var json: JSONValue {
        let covered = covered
        let whole = (covered + unattributed).seconds
        let boundaries = configuration.boundaries
        let zones: [JSONValue] = zoneDurations.enumerated().map { index, duration in
            let percent = covered > .zero ? duration.seconds / covered.seconds * 100 : nil
            return [
                "index": .integer(index), "lower": .given(index > 0 ? boundaries.element(index - 1) : nil),
                "upper": .given(boundaries.element(index)), "seconds": .seconds(duration), "percentOfCovered": .percent(percent),
            ]
        }
        return [
            "configuration": configuration.json, "maxHoldSeconds": .seconds(maxHold),
            "algorithmVersion": .integer(algorithmVersion), "zones": .array(zones),
            "coveredSeconds": .seconds(covered), "unattributedSeconds": .seconds(unattributed),
            "coverage": .ratio(whole > 0 ? covered.seconds / whole : nil),
        ]
    }
}

extension ZoneConfiguration {
    var json: JSONValue {
        var inputs = JSONObject()
        for (name, value) in self.inputs.sorted(by: { $0.key < $1.key }) { inputs.append(name, .given(value)) }
        return [
            "model": .string(modelName), "source": .string(source.rawValue), "unit": .string(quantity.unit),
            "boundaries": .array(boundaries.map { .given($0) }), "inputs": .object(inputs),
            "estimatedInputs": .array(estimatedInputs.map { .string($0) }), "validFrom": .string(validFrom?.iso8601),
        ]
    }
}

extension Array {
    fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
