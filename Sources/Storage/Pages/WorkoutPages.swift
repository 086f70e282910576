import Workouts

/// Where a list of workouts was left, so that it can be gone on with, whatever came or went meanwhile.
public struct WorkoutPlace: Hashable, Sendable {
    let start: Int64
    let uid: String

    init(start: Int64, uid: String) {
        self.start = start
        self.uid = uid
    }

    /// To be kept, or put into an address.
    public var text: String { "\(start)-\(uid)" }

    /// - Parameter text: as it was kept; `nil` for anything else.
    public init?(text: String) {
        // The moment may lie before 1970.
        guard let dash = text.lastIndex(of: "-"), let start = Int64(text[..<dash]) else { return nil }
        let uid = String(text[text.index(after: dash)...])
        guard let id = WorkoutID(storeText: uid), id.storeText == uid else { return nil }
        self.init(start: start, uid: uid)
    }
}

/// Some workouts of a list, newest first.
public struct WorkoutPage: Equatable, Sendable {
    public var workouts: [WorkoutListing]
    /// Behind which the next page begins; `nil`: these were the last.
    public var next: WorkoutPlace?
}

extension HistoryStore {
    /// A page of the list, newest first.
    ///
    /// - Parameters:
    ///   - place: `next` of the page before; `nil`: from the newest on.
    ///   - limit: at most so many, 1 or more.
    public func page(
        _ filter: WorkoutFilter = WorkoutFilter(), behind place: WorkoutPlace? = nil, limit: Int
    ) throws(StorageError) -> WorkoutPage {
        let limit = max(1, min(limit, Int(Int32.max)))
        var found = try workouts(filter, limit: limit + 1, behind: place)
        guard found.count > limit else { return WorkoutPage(workouts: found, next: nil) }
        found.removeLast()
        return WorkoutPage(
            workouts: found, next: found.last.map { WorkoutPlace(start: $0.start.microseconds, uid: $0.id.storeText) })
    }
}
