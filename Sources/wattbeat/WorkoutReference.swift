import Storage
import Workouts

/// How people name a stored workout: `last`, its number in the list, or the first digits of its id.
struct WorkoutReferences {
    /// All that are there, newest first.
    let ids: [WorkoutID]

    static let words = "ID is the number in the list, the first digits of the id (six or more), or last"

    init(_ store: HistoryStore) throws(CommandError) {
        ids = try storing { () throws(StorageError) in try store.workoutIDs() }
    }

    /// - Throws: when there is none, or several, of this name.
    func workout(named text: String) throws(CommandError) -> WorkoutID {
        if text == "last" {
            guard let last = ids.first else { throw CommandError(.noInput, "there is no workout in the store") }
            return last
        }
        if text.utf8.count <= Self.longestNumber, let number = Int(text) {
            guard ids.indices.contains(number - 1) else {
                throw CommandError(.noInput, "there is no workout number \(number): the list has \(ids.count)")
            }
            return ids[number - 1]
        }
        return try Self.workout(named: text, among: ids, "workout", see: "wattbeat workouts list")
    }

    /// - Parameter what: what to call one of them.
    static func workout(
        named text: String, among ids: [WorkoutID], _ what: String, see list: String
    ) throws(CommandError) -> WorkoutID {
        let digits = text.lowercased()
        guard digits.utf8.count > longestNumber, digits.utf8.allSatisfy({ $0.isHexDigit }) else {
            throw CommandError(.noInput, "\(quoted(text)) is no workout: \(words)")
        }
        let found = ids.filter { $0.storeText.hasPrefix(digits) }
        guard let first = found.first else { throw CommandError(.noInput, "there is no \(what) \(quoted(text)) (\(list))") }
        guard found.count == 1 else {
            throw CommandError(.noInput, "\(found.count) workouts begin with \(quoted(text)): give more digits")
        }
        return first
    }

    /// Numbers are shorter than ids.
    private static let longestNumber = 5
    private static let shortest = 6

    /// Of each id so many digits that no other begins with them, six at least.
    func shortTexts() -> [WorkoutID: String] {
        let sorted = ids.map(\.storeText).sorted()
        var lengths = [Int](repeating: Self.shortest, count: sorted.count)
        for index in sorted.indices.dropFirst() {
            let common = zip(sorted[index - 1].utf8, sorted[index].utf8).prefix { $0 == $1 }.count
            lengths[index - 1] = max(lengths[index - 1], common + 1)
            lengths[index] = max(lengths[index], common + 1)
        }
        var texts: [WorkoutID: String] = [:]
        for (text, length) in zip(sorted, lengths) {
            if let id = WorkoutID(storeText: text) { texts[id] = String(text.prefix(length)) }
        }
        return texts
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
