import JSONText
import Workouts

extension SampleSource {
    /// One of the `sources` of a status.
    var json: JSONValue {
        var ranks = JSONObject()
        for (quantity, rank) in priorities.sorted(by: { $0.key < $1.key }) { ranks.append(quantity.rawValue, .integer(rank)) }
        return [
            "id": .integer(id.rawValue), "kind": .string(kind.rawValue), "identity": .string(identity), "name": .string(name),
            "manufacturer": .string(manufacturer), "model": .string(model), "serialNumber": .string(serialNumber),
            "firmware": .string(firmware), "batteryPercent": .integer(batteryPercent),
            "batteryStatus": .string(batteryStatus?.rawValue), "distanceOrigin": .string(distanceOrigin?.rawValue),
            "priorities": .object(ranks),
        ]
    }

    init(_ fields: ControlFields) throws(ControlError) {
        self.init(
            id: try fields.sourceID("id"), kind: try fields.choice("kind", Kind.self), identity: try fields.string("identity"),
            name: try fields.stringIfThere("name"),
            distanceOrigin: try fields.choiceIfThere("distanceOrigin", DistanceOrigin.self))
        manufacturer = try fields.stringIfThere("manufacturer")
        model = try fields.stringIfThere("model")
        serialNumber = try fields.stringIfThere("serialNumber")
        firmware = try fields.stringIfThere("firmware")
        batteryPercent = try fields.integerIfThere("batteryPercent", in: 0...255)
        batteryStatus = try fields.choiceIfThere("batteryStatus", BatteryStatus.self)
        let ranks = try fields.fields("priorities")
        for name in ranks.names {
            if let quantity = Quantity(rawValue: name) { priorities[quantity] = try ranks.integer(name, in: 0...Int.max) }
        }
    }
}

extension ControlFields {
    func sourceID(_ name: String) throws(ControlError) -> SourceID {
        SourceID(UInt16(truncatingIfNeeded: try integer(name, in: 0...Int(UInt16.max))))
    }
}
