import Workouts

/// A source in the columns that `sensors` and `workout_sources` share.
extension SampleSource {
    static let columns =
        "identity, kind, name, manufacturer, model, serial_number, firmware, battery_percent, battery_status, distance_origin, priorities"
    static let columnCount = 11

    var columnValues: [SQLValue] {
        [
            .text(identity), .text(kind.rawValue), .text(name), .text(manufacturer), .text(model), .text(serialNumber),
            .text(firmware), .integer(batteryPercent.map(Int64.init)), .text(batteryStatus?.rawValue),
            .text(distanceOrigin?.rawValue), .text(priorities.recordText),
        ]
    }

    /// - Parameter column: of the identity.
    init?(_ row: borrowing Statement, from column: Int, id: SourceID) {
        guard let identity = row[column].text, let kind = row[column + 1].text.flatMap(Kind.init(rawValue:)),
            let priorities = row[column + 10].text.flatMap([Quantity: Int].init(recordText:))
        else { return nil }
        self.init(id: id, kind: kind, identity: identity, name: row[column + 2].text, priorities: priorities)
        manufacturer = row[column + 3].text
        model = row[column + 4].text
        serialNumber = row[column + 5].text
        firmware = row[column + 6].text
        batteryPercent = row[column + 7].integer.map { Int(clamping: $0) }
        batteryStatus = row[column + 8].text.flatMap(BatteryStatus.init(rawValue:))
        distanceOrigin = row[column + 9].text.flatMap(DistanceOrigin.init(rawValue:))
    }
}
