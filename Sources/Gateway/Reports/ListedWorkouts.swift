public import JSONText
public import Phrases
import Statistics
public import Storage
public import Workouts

/// Stored workouts as they are listed, newest first.
public struct ListedWorkouts {
    public let listings: [WorkoutListing]
    /// Of all that are asked for, of which `listings` may be a part.
    public let count: Int
    /// By which people name them: 1 is the newest of the whole store.
    public let numbers: [WorkoutID: Int]
    private let path: String
    private let legs: [WorkoutID: [ActivityType]]

    /// - Parameters:
    ///   - limit: at most so many.
    ///   - skipped: so many of the newest are left out.
    public init(
        _ store: HistoryStore, _ filter: WorkoutFilter = WorkoutFilter(), limit: Int = .max, skipping skipped: Int = 0
    ) throws(StorageError) {
        (listings, count, numbers) = try store.snapshot { store throws(StorageError) in
            (
                try store.workouts(filter, limit: limit, skipping: skipped), try store.count(filter),
                Dictionary(try store.workoutIDs().enumerated().map { ($1, $0 + 1) }) { first, _ in first }
            )
        }
        path = store.path
        let starts = listings.map(\.start)
        guard let first = starts.min(), let last = starts.max() else {
            legs = [:]
            return
        }
        var shown = filter
        (shown.from, shown.to) = (first, last + TimeSpan(microseconds: 1))
        legs = Dictionary(
            try store.outlines(shown).outlines.map { ($0.listing.id, $0.outline.legs.map(\.type)) }
        ) { first, _ in first }
    }

    /// Its own name, or what it was and when, as everywhere; but for the place, which would need its route.
    public func title(of listing: WorkoutListing, _ words: Phrasebook) -> String {
        listing.name ?? words.title(of: legs[listing.id] ?? [], listing.type, at: listing.start, by: listing.clock)
    }

    /// For programs (docs/store.md).
    public func json(_ words: Phrasebook) -> JSONValue {
        [
            "store": .string(path), "count": .integer(count),
            "workouts": .array(
                listings.map { listing in
                    var object = listing.json
                    object["title"] = .string(title(of: listing, words))
                    object["number"] = .integer(numbers[listing.id])
                    return .object(object)
                }),
        ]
    }
}

extension WorkoutListing {
    /// Stable keys (docs/store.md).
    fileprivate var json: JSONObject {
        func number(_ value: Double?, _ decimals: Int) -> JSONValue { value.map { .number($0, decimals: decimals) } ?? .null }
        func moment(_ moment: Timestamp) -> JSONValue {
            .string(utcOffsetSeconds.map { moment.iso8601(utcOffsetSeconds: $0) } ?? moment.iso8601)
        }
        var object = JSONObject()
        let texts: [(String, String?)] = [
            ("id", id.storeText), ("type", type.rawValue), ("name", name), ("note", note), ("timeZone", timeZone),
            ("origin", origin.kind.rawValue), ("originPath", origin.place), ("originFormat", origin.format),
        ]
        for (name, text) in texts { object.append(name, .string(text)) }
        object.append("version", .integer(version))
        object.append("isDemo", .bool(isDemo))
        object.append("start", moment(start))
        object.append("end", moment(end))
        let figures: [(String, Double?, Int)] = [
            ("timerSeconds", timer.seconds, 6), ("distanceMetres", distanceMetres, 3), ("steps", steps, 0),
            ("energyKilocalories", energyKilocalories, 1), ("ascentMetres", ascentMetres, 1),
            ("workKilojoules", workKilojoules, 3), ("trainingImpulse", trainingImpulse, 1),
            ("trainingStressScore", trainingStressScore, 1), ("averageHeartRateBPM", averageBeatsPerMinute, 1),
            ("maximumHeartRateBPM", maximumBeatsPerMinute, 0), ("averagePowerWatts", averagePowerWatts, 1),
            ("normalizedPowerWatts", normalizedPowerWatts, 1),
        ]
        for (name, value, decimals) in figures { object.append(name, number(value, decimals)) }
        return object
    }
}
