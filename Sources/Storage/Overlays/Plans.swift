public import Workouts

/// A plan as it is stored.
public struct StoredPlan: Equatable, Sendable {
    public var id: String
    public var name: String
    public var outline: PlanOutline
    /// When it is to be done; `nil`: whenever.
    public var plannedFor: Timestamp?

    public init(id: String, name: String, outline: PlanOutline, plannedFor: Timestamp? = nil) {
        self.id = id
        self.name = name
        self.outline = outline
        self.plannedFor = plannedFor
    }
}

extension HistoryStore {
    /// - Returns: what it is called from now on.
    @discardableResult
    public func add(
        _ outline: PlanOutline, named name: String, for plannedFor: Timestamp? = nil
    ) throws(StorageError) -> String {
        let id = Self.randomUID()
        try replace(StoredPlan(id: id, name: name, outline: outline, plannedFor: plannedFor))
        return id
    }

    /// Puts a plan in the place of the one with its id, if there is one.
    public func replace(_ plan: StoredPlan) throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.run(
                "INSERT OR REPLACE INTO plans (uid, name, planned_for_us, outline) VALUES (?, ?, ?, ?)", .text(plan.id),
                .text(plan.name), .integer(plan.plannedFor?.microseconds), .text(plan.outline.recordText))
            try noteChange(.plan, plan.id)
        }
    }

    /// By date, those without one first, then by name.
    public func plans() throws(StorageError) -> [StoredPlan] {
        try connection.rows("SELECT uid, name, planned_for_us, outline FROM plans ORDER BY planned_for_us, name, uid") {
            row throws(StorageError) in
            guard let id = row[0].text, let name = row[1].text, let outline = row[3].text.flatMap(PlanOutline.init(recordText:))
            else { throw damaged("a plan is not readable") }
            return StoredPlan(id: id, name: name, outline: outline, plannedFor: row[2].moment)
        }
    }

    /// - Throws: `unknown`.
    public func deletePlan(_ id: String) throws(StorageError) { try delete(.plan, id, from: "plans") }
}
