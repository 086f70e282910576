public import Workouts

/// A sensor as it was heard last.
public struct StoredSensor: Equatable, Sendable {
    /// Its number means nothing here.
    public var sensor: SampleSource
    public var lastHeard: Timestamp
}

extension HistoryStore {
    /// Keeps what a sensor said of itself, unless something newer is known.
    public func note(sensor: SampleSource, heardAt moment: Timestamp) throws(StorageError) {
        try write { () throws(StorageError) in
            let identity = SQLValue.text(sensor.identity)
            var former: (values: [SQLValue], heard: Timestamp)?
            do {
                var statement = try connection.prepare(
                    "SELECT \(Self.sensorColumns), last_heard_at_us FROM sensors WHERE uid = ?")
                try statement.bind([identity])
                if try statement.step() {
                    former = (
                        (0..<SampleSource.columnCount).map { statement[$0] },
                        statement[SampleSource.columnCount].moment ?? Timestamp(microseconds: .min)
                    )
                }
            }
            if let former, former.heard >= moment { return }
            let values = sensor.columnValues
            let places = Array(repeating: "?", count: values.count + 1).joined(separator: ", ")
            var statement = try connection.prepare(
                "INSERT OR REPLACE INTO sensors (\(Self.sensorColumns), last_heard_at_us) VALUES (\(places))")
            try statement.bind(values + [.integer(moment.microseconds)])
            while try statement.step() {}
            // That it was heard again is no news to followers.
            if former?.values != values { try noteChange(.sensor, sensor.identity) }
        }
    }

    /// By identity.
    public func sensors() throws(StorageError) -> [StoredSensor] {
        try connection.rows("SELECT \(Self.sensorColumns), last_heard_at_us FROM sensors ORDER BY uid") {
            row throws(StorageError) in
            guard let sensor = SampleSource(row, from: 0, id: SourceID(0)), let heard = row[SampleSource.columnCount].moment
            else { throw damaged("a sensor is not readable") }
            return StoredSensor(sensor: sensor, lastHeard: heard)
        }
    }

    /// Forgets a sensor until it is heard again; workouts keep what they know of it.
    ///
    /// - Throws: `unknown`.
    public func forgetSensor(_ identity: String) throws(StorageError) { try delete(.sensor, identity, from: "sensors") }

    private static let sensorColumns = SampleSource.columns.replacingFirst("identity", with: "uid")
}

extension String {
    fileprivate func replacingFirst(_ word: String, with other: String) -> String {
        hasPrefix(word) ? other + dropFirst(word.count) : self
    }
}
