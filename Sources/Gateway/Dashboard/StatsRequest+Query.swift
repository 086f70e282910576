import Dashboard
import Statistics
import Workouts

extension StatsRequest {
    /// - Parameter fields: of a query, their names known.
    init(_ fields: [Request.Field], today: CalendarDay) throws(Problem) {
        func value(_ name: String) -> String? { fields.last { $0.name == name }?.value }
        func day(_ name: String) throws(Problem) -> CalendarDay? {
            guard let text = value(name) else { return nil }
            guard let day = CalendarDay(text) else { throw .badValue("\(name): a date such as 2026-03-01 is expected.") }
            return day
        }
        func number(_ name: String, _ range: ClosedRange<Int>, else usual: Int) throws(Problem) -> Int {
            guard let text = value(name) else { return usual }
            guard let number = Int(text), range.contains(number) else {
                throw .badValue("\(name): a whole number from \(range.lowerBound) to \(range.upperBound) is expected.")
            }
            return number
        }
        func choice<Choice>(_ name: String, _ choices: [(String, Choice)], else usual: Choice) throws(Problem) -> Choice {
            guard let text = value(name) else { return usual }
            guard let choice = choices.first(where: { $0.0 == text }) else {
                throw .badValue("\(name): one of \(choices.map(\.0).joined(separator: ", ")) is expected.")
            }
            return choice.1
        }
        let periods: [(String, Period.Kind)] = [
            ("24h", .rolling24Hours), ("day", .day), ("week", .week), ("month", .month), ("quarter", .quarter), ("year", .year),
        ]
        var kind = try choice("period", periods, else: Period.Kind.week)
        if let first = try day("from") {
            let last = try day("to") ?? today
            guard first <= last else { throw .badValue("from lies after to.") }
            kind = .custom(first: first, last: last)
        }
        let units: [(String, BucketUnit?)] = [("hour", .hour), ("day", .day), ("week", .week), ("month", .month)]
        let query = HistoryQuery(
            kind, periodsBack: try number("back", 0...100_000, else: 0),
            baseline: try choice("baseline", [("previous", .previous), ("last-year", .sameLastYear)], else: .previous),
            bucketUnit: try choice("bucket", units, else: nil))
        var metric: StatsGoal.Figure?
        if let word = value("metric") {
            guard let known = StatsGoal.figure(named: Substring(word)) else { throw .badValue("metric: there is no \(word).") }
            metric = known
        }
        self.init(
            query, scope: try choice("scope", [("all", .allData), ("activities", .activities)], else: HistoryScope.allData),
            metric: metric, weeks: try number("weeks", 1...520, else: 8))
    }
}
