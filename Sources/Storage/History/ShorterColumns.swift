extension Migrations.Step {
    /// Columns of chunks have shorter heads (docs/store.md, "Chunks"): those of before are still read, but earlier versions cannot read
    /// these, and refuse the file for this name.
    static let shorterColumns = Migrations.Step(name: "2026-12-shorter-columns", sql: "")
}
