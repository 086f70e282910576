/// Where a follower stands in a store's changes. Opaque: kept as `text`, valid after restarts, and good for every kind.
public struct ChangeAnchor: Hashable, Sendable {
    let store: String
    let counter: Int64

    init(store: String, counter: Int64) {
        self.store = store
        self.counter = counter
    }

    /// To be kept.
    public var text: String { "\(store)-\(counter)" }

    /// - Parameter text: as it was kept; `nil` for anything else.
    public init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 32, let counter = Int64(parts[1]), counter >= 0 else { return nil }
        self.init(store: String(parts[0]), counter: counter)
    }
}

/// What happened after an anchor, in the order of the commits (core §7).
public struct Changes: Equatable, Sendable {
    /// There now, and new since the anchor.
    public var added: [StoredID] = []
    /// Gone since the anchor; the follower may never have heard of some. Of something replaced the old version is here and the new
    /// one among the added.
    public var deleted: [StoredID] = []
    /// What to ask with next time.
    public var anchor: ChangeAnchor
    /// Whether a limit cut the answer, so that asking again gives more.
    public var hasMore = false
}

extension HistoryStore {
    /// Where the store stands.
    public func anchor() throws(StorageError) -> ChangeAnchor {
        ChangeAnchor(store: identity, counter: try counter().last)
    }

    private func counter() throws(StorageError) -> (last: Int64, pruned: Int64) {
        var statement = try connection.prepare("SELECT counter, pruned FROM store")
        guard try statement.step(), let last = statement[0].integer, let pruned = statement[1].integer else {
            throw damaged("it has no counter")
        }
        return (last, pruned)
    }

    /// Additions, deletions and replacements after an anchor.
    ///
    /// - Parameters:
    ///   - kind: of what is asked for.
    ///   - filter: what workouts it has to be true of; other kinds are not filtered. Deletions are told all.
    ///   - anchor: `nil`: from the beginning, all that there is, and no deletions.
    ///   - limit: of changes, 1 or more.
    /// - Throws: `anchorExpired`, `foreignAnchor`.
    public func changes(
        of kind: StoredKind, matching filter: WorkoutFilter = WorkoutFilter(), after anchor: ChangeAnchor? = nil,
        limit: Int = .max
    ) throws(StorageError) -> Changes {
        if let anchor, anchor.store != identity { throw .foreignAnchor }
        return try connection.snapshot { () throws(StorageError) in
            let (last, pruned) = try counter()
            // One that lies ahead was given before the file was put back to an older state.
            if let anchor, anchor.counter < pruned || anchor.counter > last { throw StorageError.anchorExpired }
            var changes = Changes(anchor: ChangeAnchor(store: identity, counter: last))
            let conditions = filter.conditions(firstParameter: 4)
            let filtered =
                kind == .workout ? "AND uid IN (SELECT w.uid FROM \(WorkoutFilter.tables) WHERE \(conditions.sql))" : ""
            let sql = """
                SELECT change, uid, version, 0 FROM objects WHERE kind = ?1 AND change > ?2 \(filtered)
                UNION ALL
                SELECT change, uid, version, 1 FROM tombstones WHERE kind = ?1 AND change > ?2 AND ?3
                ORDER BY 1, 4 DESC
                """
            var statement = try connection.prepare(sql)
            let first: [SQLValue] = [
                .text(kind.rawValue), .integer(anchor?.counter ?? 0), .integer(anchor == nil ? 0 : 1),
            ]
            try statement.bind(kind == .workout ? first + conditions.values : first)
            var (count, newest) = (0, Int64.min)
            while try statement.step() {
                guard let change = statement[0].integer, let uid = statement[1].text, let version = statement[2].integer else {
                    throw damaged("a change says nothing")
                }
                if change != newest {
                    // Both halves of a replacement are one change.
                    if count >= max(1, limit) {
                        changes.anchor = ChangeAnchor(store: identity, counter: newest)
                        changes.hasMore = true
                        break
                    }
                    (count, newest) = (count + 1, change)
                }
                let id = StoredID(kind: kind, uid: uid, version: Int(clamping: version))
                if statement[3].integer == 0 { changes.added.append(id) } else { changes.deleted.append(id) }
            }
            return changes
        }
    }
}
