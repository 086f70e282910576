extension HistoryStore {
    /// Where the store stands, when something was committed since this was asked last, here or by another program; `nil`: nothing was. The
    /// first time it always tells. Costs a look at the file's header.
    public func news() throws(StorageError) -> ChangeAnchor? {
        let version = try connection.value("PRAGMA data_version").integer
        let anchor: ChangeAnchor
        // The pragma tells of others' commits alone; those of this connection show in the counter.
        if version == seenVersion, seenAnchor != nil, !hasCommitted { return nil } else { anchor = try self.anchor() }
        let isNew = anchor != seenAnchor
        (seenVersion, seenAnchor, hasCommitted) = (version, anchor, false)
        return isNew ? anchor : nil
    }

    /// Changes after an anchor, and those that come, whoever makes them: answers without an end, each with something in it, in the order of
    /// the commits. The store is looked at in intervals; a task that is cancelled gets no more.
    ///
    /// - Parameters:
    ///   - anchor: `nil`: all that there is comes first.
    ///   - limit: of changes in one answer.
    public func changes(
        of kind: StoredKind, after anchor: ChangeAnchor?, lookingEvery interval: Duration, limit: Int = 1000
    ) -> ComingChanges {
        ComingChanges(store: self, kind: kind, anchor: anchor, interval: interval, limit: limit)
    }
}

/// What comes into a store, answer after answer. For the thread or actor of its store alone.
public struct ComingChanges: AsyncSequence {
    let store: HistoryStore
    let kind: StoredKind
    let anchor: ChangeAnchor?
    let interval: Duration
    let limit: Int

    public func makeAsyncIterator() -> Iterator { Iterator(changes: self, anchor: anchor) }

    public struct Iterator: AsyncIteratorProtocol {
        let changes: ComingChanges
        /// Behind which the next answer begins.
        public private(set) var anchor: ChangeAnchor?
        private var counter: Int64?

        init(changes: ComingChanges, anchor: ChangeAnchor?) {
            self.changes = changes
            self.anchor = anchor
        }

        public mutating func next() async throws -> Changes? { try await next(isolation: #isolation) }

        /// - Throws: `StorageError`: `anchorExpired`, `foreignAnchor`, and what keeps from reading.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Changes? {
            while !Task.isCancelled {
                // Looking at the counter is cheaper than asking.
                let now = try changes.store.anchor()
                if anchor == nil || now.counter != counter || now.store != anchor?.store {
                    let answer = try changes.store.changes(of: changes.kind, after: anchor, limit: changes.limit)
                    anchor = answer.anchor
                    counter = answer.hasMore ? nil : answer.anchor.counter
                    if !answer.added.isEmpty || !answer.deleted.isEmpty { return answer }
                    if answer.hasMore { continue }
                }
                do { try await Task.sleep(for: changes.interval) } catch { return nil }
            }
            return nil
        }
    }
}
