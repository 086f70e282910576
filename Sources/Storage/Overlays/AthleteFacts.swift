public import Workouts

/// A threshold, a body's figure or zones, as it is stored.
public struct StoredFact: Equatable, Sendable {
    public var id: String
    public var fact: AthleteHistory.Fact
    /// In force from this very moment on, until another of the same kind.
    public var validFrom: Timestamp
}

extension HistoryStore {
    /// Keeps what is known of the athlete from a date on.
    ///
    /// - Returns: what it is called from now on.
    /// - Throws: `refused`, for zones of another quantity.
    @discardableResult
    public func record(_ fact: AthleteHistory.Fact, from validFrom: Timestamp) throws(StorageError) -> String {
        if case .zones(let quantity, _, let zones?) = fact, zones.quantity != quantity {
            throw .refused("zones of \(zones.quantity.rawValue) are none of \(quantity.rawValue)")
        }
        let id = Self.randomUID()
        try write { () throws(StorageError) in
            let columns = FactColumns(fact)
            try connection.run(
                """
                INSERT INTO athlete_facts (uid, kind, quantity, activity, value, valid_from_us) VALUES (?, ?, ?, ?, ?, ?)
                """, .text(id), .text(columns.kind), .text(columns.quantity), .text(columns.activity), .text(columns.value),
                .integer(validFrom.microseconds))
            try noteChange(.athleteFact, id)
        }
        return id
    }

    /// By date; of one date in the order in which they were recorded.
    public func athleteFacts() throws(StorageError) -> [StoredFact] {
        try connection.rows(
            "SELECT uid, kind, quantity, activity, value, valid_from_us FROM athlete_facts ORDER BY valid_from_us, id"
        ) { row throws(StorageError) in
            guard let id = row[0].text, let validFrom = row[5].moment,
                let fact = FactColumns(
                    kind: row[1].text ?? "", quantity: row[2].text, activity: row[3].text, value: row[4].text
                ).fact
            else { throw damaged("a fact of the athlete is not readable") }
            return StoredFact(id: id, fact: fact, validFrom: validFrom)
        }
    }

    /// All of it, as workouts are computed with.
    public func athleteHistory() throws(StorageError) -> AthleteHistory {
        var history = AthleteHistory()
        for stored in try athleteFacts() {
            do throws(ZoneError) {
                try history.record(stored.fact, from: stored.validFrom)
            } catch {
                throw damaged("zones of the athlete are of another quantity")
            }
        }
        return history
    }

    /// - Throws: `unknown`.
    public func deleteAthleteFact(_ id: String) throws(StorageError) { try delete(.athleteFact, id, from: "athlete_facts") }
}

/// A fact as its row has it.
private struct FactColumns {
    var kind: String
    var quantity: String?
    var activity: String?
    var value: String?

    init(kind: String, quantity: String?, activity: String?, value: String?) {
        self.kind = kind
        self.quantity = quantity
        self.activity = activity
        self.value = value
    }

    init(_ fact: AthleteHistory.Fact) {
        switch fact {
        case .figure(let figure, let number): (kind, value) = (figure.rawValue, number?.recordText)
        case .ageYears(let years): (kind, value) = ("ageYears", years?.recordText)
        case .sex(let sex): (kind, value) = ("sex", sex?.rawValue)
        case .zones(let quantity, let activity, let zones):
            (kind, value) = ("zones", zones?.recordText)
            self.quantity = quantity.rawValue
            self.activity = activity?.rawValue
        }
    }

    /// `nil` for a row that is none.
    var fact: AthleteHistory.Fact? {
        func read<Value>(_ make: (String) -> Value?) -> Value?? {
            guard let value else { return .some(nil) }
            return make(value).map { .some($0) }
        }
        switch kind {
        case "ageYears": return read(Int.init(recordText:)).map { .ageYears($0) }
        case "sex": return read(WorkoutSettings.Sex.init(rawValue:)).map { .sex($0) }
        case "zones":
            guard let quantity = quantity.flatMap(Quantity.init(rawValue:)), let zones = read(ZoneConfiguration.init(recordText:))
            else { return nil }
            if let activity, ActivityType(rawValue: activity) == nil { return nil }
            return .zones(quantity, activity.flatMap(ActivityType.init(rawValue:)), zones)
        default:
            guard let figure = AthleteHistory.Figure(rawValue: kind), let number = read(Double.init(recordText:)) else {
                return nil
            }
            return .figure(figure, number)
        }
    }
}
