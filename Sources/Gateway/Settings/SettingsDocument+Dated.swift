public import JSONText
public import Statistics

/// A value of a key with the day from which on it counts.
public struct DatedValue: Equatable, Sendable {
    public let from: CalendarDay
    /// `.null` takes back what was in force.
    public let value: JSONValue

    public init(from: CalendarDay, value: JSONValue) {
        self.from = from
        self.value = value
    }
}

extension SettingsDocument {
    /// What is set under a key from days on, by day.
    public func dated(_ key: SettingsKey) -> [DatedValue] {
        guard key.hasDates else { return [] }
        let entries: [DatedValue] = object.dated.compactMap { entry in
            guard let from = entry.date, let value = entry[key] else { return nil }
            return DatedValue(from: from, value: value)
        }
        return entries.sorted { $0.from < $1.from }
    }

    /// The keys below `zones` that are set, without a date and with one.
    public var zoneNames: [String] {
        ([object] + object.dated).flatMap { object -> [String] in
            if case .object(let zones)? = object["zones"] { zones.members.map(\.name) } else { [] }
        }
    }

    /// What is set under a key and counts on a day, from when on; `nil` when nothing is, and its standard counts.
    ///
    /// - Returns: also since when; `nil`: it has no date.
    public func value(of key: SettingsKey, on day: CalendarDay) -> (value: JSONValue, since: CalendarDay?)? {
        guard let last = dated(key).last(where: { $0.from <= day }) else { return self[key].map { ($0, nil) } }
        return last.value == .null ? nil : (last.value, last.from)
    }

    /// What was done to a key that has dates, and what counts now: a value that has no effect, or only for a while, is said to.
    ///
    /// - Parameters:
    ///   - value: as it was typed; `nil`: it was taken out.
    ///   - from: the date that was given with it.
    /// - Returns: `nil` for a key without dates, of which there is no more to say than that it is set.
    func sentence(after value: String?, of key: SettingsKey, from: CalendarDay?, today: CalendarDay) -> String? {
        let entries = dated(key)
        guard let from else {
            guard let first = entries.first else { return nil }
            return undated(value, key, first, entries.last { $0.from <= today }, today)
        }
        guard let value else {
            let now = self.value(of: key, on: today).map { "is \($0.value.typed)" } ?? "is not set"
            return "\(key.name) has no value of \(from) any more; today it \(now)"
        }
        let next = entries.first { from < $0.from }
        return "\(key.name) is \(value == "none" ? "not set" : value) from \(from) on"
            + (next.map { ", until on \($0.from) it becomes \($0.value.typed)" } ?? "")
    }

    /// - Parameter last: what is in force today.
    private func undated(
        _ value: String?, _ key: SettingsKey, _ first: DatedValue, _ last: DatedValue?, _ today: CalendarDay
    ) -> String {
        let done = value.map { "\(key.name) is \($0)" } ?? "\(key.name) is not set any more"
        guard let last else { return "\(done), until on \(first.from) it becomes \(first.value.typed)" }
        let advice =
            value.map { "for today and later: wattbeat settings set \(key.word) \($0) --from \(today)" }
            ?? "to end that: wattbeat settings unset \(key.word) --from \(last.from)"
        return "\(done) before \(first.from) and at no other time: since \(last.from) it is \(last.value.typed); \(advice)"
    }
}

extension SettingsKey {
    /// What a person types: of the rider's figures the last part is enough.
    var word: String { path[0] == "rider" ? path[path.count - 1] : name }
}

extension JSONValue {
    /// As a person types it.
    fileprivate var typed: String {
        switch self {
        case .null: "not set"
        case .string(let text): text
        case .array(let values): values.map(\.typed).joined(separator: ",")
        default: text()
        }
    }
}
