import Workouts

/// What the core's figures cost, part by part: `Benchmarks core`.
enum CoreBenchmark {
    /// One group of rows each; a part stands in a file of its own.
    static let parts: [(title: String, run: @Sendable () throws -> Void)] = [
        ("six hours of power and heart rate, a sample a second", FiguresBenchmark.run),
        ("ten years of samples and workouts", StatisticsBenchmark.run),
    ]

    static func run() throws {
        for part in parts {
            print("\n\(part.title)\n\(Row.heading)")
            try part.run()
        }
    }
}
