import ActivityFiles
public import JSONText
import Phrases
public import Statistics
public import Workouts

/// Zones and time in them for programs (docs/zones.md).
public enum ZonesJSON {
    /// What zones are called stays the same in every language.
    private static let english = Phrasebook(.english)

    public static func inForce(_ rows: [ZonesInForce], at now: Timestamp, _ calendar: CalendarRules) -> JSONValue {
        [
            "on": .string("\(calendar.day(containing: now))"),
            "timeZone": .string(calendar.timeZone.name), "zones": .array(rows.map(zones)),
        ]
    }

    public static func history(_ changes: [ZoneChange], _ calendar: CalendarRules) -> JSONValue {
        [
            "timeZone": .string(calendar.timeZone.name),
            "history": .array(
                changes.map { change in
                    [
                        "from": .string(change.from.map { "\(calendar.day(containing: $0))" }),
                        "zones": .array(change.began.map(zones)),
                        "ended": .array(
                            change.ended.map { row in
                                ["quantity": .string(row.quantity.quantity.rawValue), "activities": names(row.activities)]
                            }),
                    ]
                }),
        ]
    }

    public static func recorded(_ recorded: RecordedZones, by step: ZoneStep, _ calendar: CalendarRules) -> JSONValue {
        [
            "timeZone": .string(calendar.timeZone.name), "isDemo": .bool(recorded.isDemo),
            "workouts": .array(recorded.workouts.map { workout($0, recorded.quantities) }),
            "totals": .array(
                recorded.quantities.compactMap { quantity in
                    recorded.totals[quantity].map { totals(quantity, $0, recorded.above, by: step, calendar) }
                }),
        ]
    }

    private static func zones(_ row: ZonesInForce) -> JSONValue {
        let configuration = row.configuration
        let zones: [JSONValue] = configuration.zones.map { zone in
            [
                "index": .integer(zone.index), "label": .string(configuration.label(of: zone.index)),
                "name": .string(english.name(ofZone: zone.index, of: configuration)), "lower": .number(zone.minimum, decimals: 6),
                "upper": .number(zone.maximum, decimals: 6),
            ]
        }
        return [
            "quantity": .string(row.quantity.quantity.rawValue), "activities": names(row.activities),
            "configuration": zoneConfigurationJSON(configuration), "zones": .array(zones),
        ]
    }

    private static func names(_ activities: [ActivityType]?) -> JSONValue {
        activities.map { .array($0.map { .string($0.rawValue) }) } ?? .null
    }

    private static func workout(_ entry: RecordedZones.Entry, _ quantities: [ZoneQuantity]) -> JSONValue {
        var above = JSONObject()
        for quantity in quantities {
            if let time = entry.timeAbove[quantity] { above.append(quantity.quantity.rawValue, seconds(time)) }
        }
        let legs: [JSONValue] = entry.legs.map { leg in
            var groups = JSONObject()
            for quantity in quantities {
                if let group = leg.groups[quantity.quantity] { groups.append(quantity.quantity.rawValue, zoneGroupJSON(group)) }
            }
            return ["activity": .string(leg.type.rawValue), "timerSeconds": seconds(leg.timer), "zones": .object(groups)]
        }
        return [
            "id": .string(entry.id.hexDigits), "file": .string(entry.path), "isDemo": .bool(entry.isDemo),
            "start": .string(entry.start.iso8601), "day": .string(entry.day.map { "\($0)" }),
            "activity": .string(entry.type.rawValue), "timerSeconds": seconds(entry.timer),
            "secondsAbove": .object(above), "legs": .array(legs),
        ]
    }

    private static func totals(
        _ quantity: ZoneQuantity, _ totals: ZoneTotals, _ above: Double?, by step: ZoneStep, _ calendar: CalendarRules
    ) -> JSONValue {
        [
            "quantity": .string(quantity.quantity.rawValue), "workouts": .integer(totals.workouts),
            "withoutSamples": .integer(totals.withoutSamples), "timerSecondsWithoutSamples": seconds(totals.timerWithoutSamples),
            "unassignedSeconds": seconds(totals.unassigned), "above": .number(above, decimals: 6),
            "secondsAbove": totals.timeAbove.map(seconds) ?? .null,
            "in": .array(
                totals.totals.map { total in
                    let buckets =
                        step == .workout
                        ? [] : total.buckets(by: step == .month ? .month : .week, from: calendar.firstWeekday)
                    return [
                        "activities": names(ActivityType.allCases.filter(total.activities.contains)),
                        "workouts": .integer(total.all.workouts),
                        "secondsAbove": above == nil ? .null : seconds(total.all.timeAbove),
                        "time": zoneGroupJSON(total.all.group),
                        "by": step == .workout ? .null : .string(step.rawValue),
                        "periods": .array(
                            buckets.map { first, sum in
                                [
                                    "from": .string(first.map { "\($0)" }), "workouts": .integer(sum.workouts),
                                    "secondsAbove": above == nil ? .null : seconds(sum.timeAbove),
                                    "time": zoneGroupJSON(sum.group),
                                ]
                            }),
                    ]
                }),
        ]
    }

    private static func seconds(_ time: TimeSpan) -> JSONValue { .number(time.seconds, decimals: 6) }
}
