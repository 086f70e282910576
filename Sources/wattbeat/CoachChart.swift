import Gateway
import JSONText
import Workouts

/// The ribbon of a plan as a chart over timer time: the band in which a value was wanted, and where it was.
///
/// A column is as many seconds as it takes; its value is their mean, its band and its colour those of most of them.
struct CoachChart {
    let workout: Workout
    let review: PlanReview
    let style: Terminal

    private static let rows = 10
    /// As many columns as stand in front of the plot: a number, a space, the axis.
    private static let margin = 7

    var lines: [String] {
        let seconds = review.ribbon.seconds
        let quantities = Set(review.plan.steps.compactMap { $0.target?.quantity }).sorted()
        guard !seconds.isEmpty, !quantities.isEmpty else { return [] }
        let columns = columns(of: seconds)
        let plots = Array(quantities.map { plot($0, columns) }.joined(separator: [""]))
        return plots + [strip(columns), stepNumbers(columns), timeAxis(columns, seconds.count), legend] + [""]
    }

    /// A stretch of the ribbon that one column shows.
    private struct Column {
        var seconds: Range<Int>
        /// From 0; `nil` after the plan.
        var stepIndex: Int?
        var mark: PlanRibbon.Mark
    }

    private func columns(of seconds: [PlanRibbon.Second]) -> [Column] {
        let width = min(seconds.count, max(20, min(style.columns, 160) - Self.margin - 1))
        return (0..<width).map { index in
            let range = index * seconds.count / width..<(index + 1) * seconds.count / width
            let step = seconds[range].map(\.stepIndex).mostFrequent ?? nil
            let marks = seconds[range].filter { $0.stepIndex == step }.map(\.mark)
            return Column(seconds: range, stepIndex: step, mark: marks.mostFrequent ?? .noTarget)
        }
    }

    // MARK: The plot of one quantity

    private func plot(_ quantity: Quantity, _ columns: [Column]) -> [String] {
        let unit = CoachWords.unit(of: quantity)
        let means = workout.grid(of: quantity).means
        let values = columns.map { column in
            let known = means[column.seconds.clamped(to: means.indices)].compactMap(\.self)
            return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count) * unit.factor
        }
        let targets = columns.map { column in
            column.stepIndex.flatMap { review.plan.steps[$0].target }
                .flatMap { $0.quantity == quantity ? $0.limits.scaled(by: unit.factor) : nil }
        }
        let limits = targets.compactMap(\.self).flatMap { [$0.lower, $0.upper].compactMap(\.self) }
        guard let scale = Scale(values.compactMap(\.self) + limits, rows: Self.rows, decimals: unit.decimals) else {
            return [style.dim("\(CoachWords.name(of: quantity)) was not measured")]
        }
        let rows = (0..<Self.rows).reversed().map { row in
            let label = scale.label(of: row).map { Decimals.text($0, decimals: unit.decimals) } ?? ""
            let cells = columns.indices.map { index in
                cell(row, scale, values[index], targets[index], columns[index].mark)
            }
            return label.leftPadded(to: Self.margin - 2) + " " + style.dim(style.hasUnicode ? "│" : "|") + cells.joined()
        }
        return [style.bold(CoachWords.name(of: quantity)) + style.dim("  \(unit.name)")] + rows.map(\.withoutTrailingSpaces)
    }

    private func cell(
        _ row: Int, _ scale: Scale, _ value: Double?, _ target: PlanTarget.Limits?, _ mark: PlanRibbon.Mark
    ) -> String {
        if let value, let half = scale.half(of: value, in: row) {
            let sign = !style.hasUnicode ? "*" : half == .upper ? "▀" : "▄"
            // A value beside no target of this quantity is only there to be seen.
            return target == nil ? sign : painted(sign, mark)
        }
        guard let target, scale.isIn(target, row) else { return " " }
        return style.dim(style.hasUnicode ? "░" : ":")
    }

    /// Where the plot's rows lie.
    private struct Scale {
        enum Half { case lower, upper }
        let rows: Int
        let bottom: Double
        /// What half a row stands for.
        let step: Double
        private let tick: Double

        /// - Parameter decimals: with which labels are told.
        init?(_ values: [Double], rows: Int, decimals: Int) {
            // What no sensor says may stand in a plan, and would leave no room for what one does.
            let shown = values.filter { $0.magnitude <= 10_000 }
            guard let least = shown.min(), let most = shown.max() else { return nil }
            let room = max((most - least) * 0.05, max(most.magnitude, 1) * 0.01)
            bottom = least - room
            step = (most + room - bottom) / Double(2 * rows)
            self.rows = rows
            // Of the round distances the first that leaves a row between two labels.
            let distance = max(step * 4, decimals > 0 ? 0.1 : 1)
            let decade = Self.decade(below: distance)
            tick = [1, 2, 5, 10].lazy.map { $0 * decade }.first { $0 >= distance } ?? distance
        }

        private static func decade(below value: Double) -> Double {
            var decade = 1.0
            while decade > value { decade /= 10 }
            while decade * 10 <= value { decade *= 10 }
            return decade
        }

        func half(of value: Double, in row: Int) -> Half? {
            let level = Int(min(max((value - bottom) / step, 0), Double(2 * rows - 1)))
            return level / 2 == row ? level % 2 == 0 ? .lower : .upper : nil
        }

        /// Whether the row's middle is inside the limits, or it is the one row of a band that is thinner than a row.
        func isIn(_ limits: PlanTarget.Limits, _ row: Int) -> Bool {
            let middle = bottom + step * Double(2 * row + 1)
            if middle >= limits.lower ?? -.infinity, middle < limits.upper ?? .infinity { return true }
            guard let lower = limits.lower, let upper = limits.upper, upper - lower < 2 * step else { return false }
            return half(of: (lower + upper) / 2, in: row) != nil
        }

        /// The round number within the row, if one is there.
        func label(of row: Int) -> Double? {
            let low = bottom + step * Double(2 * row)
            let round = (low / tick).rounded(.up) * tick
            return round < low + 2 * step ? round : nil
        }
    }

    // MARK: Below the plots

    private func strip(_ columns: [Column]) -> String {
        let cells = columns.map { painted(sign($0.mark), $0.mark) }
        return (String(repeating: " ", count: Self.margin) + cells.joined()).withoutTrailingSpaces
    }

    private func sign(_ mark: PlanRibbon.Mark) -> String {
        let signs = style.hasUnicode ? ["▄", "█", "▀", "·"] : ["_", "#", "^", "?"]
        return switch mark {
        case .below: signs[0]
        case .inside: signs[1]
        case .above: signs[2]
        case .unknown: signs[3]
        case .noTarget: " "
        }
    }

    private func painted(_ sign: String, _ mark: PlanRibbon.Mark) -> String {
        switch mark {
        case .below: style.paint(sign, .blue)
        case .inside: style.paint(sign, .green)
        case .above: style.paint(sign, .red)
        case .unknown: style.dim(sign)
        case .noTarget: sign
        }
    }

    /// The number of each step where it begins, as far as there is room.
    private func stepNumbers(_ columns: [Column]) -> String {
        var line = ""
        var last: Int?
        for (index, column) in columns.enumerated() where column.stepIndex != last {
            last = column.stepIndex
            guard let step = column.stepIndex, line.isEmpty || line.count < index else { continue }
            line = line.padded(to: index) + "\(step + 1)"
        }
        return "step".padded(to: Self.margin) + line
    }

    private func timeAxis(_ columns: [Column], _ count: Int) -> String {
        let least = count * 10 / columns.count
        let steps = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
        let every = steps.first { $0 >= least } ?? least
        var line = ""
        for second in stride(from: 0, to: count, by: max(every, 1)) {
            let label = ClockText.span(TimeSpan(seconds: Double(second)))
            let column = second * columns.count / count
            guard column + label.count <= columns.count else { break }
            line = line.padded(to: column) + label
        }
        return style.dim("timer".padded(to: Self.margin) + line)
    }

    private var legend: String {
        let band = style.hasUnicode ? "░" : ":"
        let marks: [(PlanRibbon.Mark, String)] = [
            (.above, "above"), (.inside, "in the target"), (.below, "below"), (.unknown, "no data"),
        ]
        let there = Set(review.ribbon.seconds.map(\.mark))
        let parts = marks.filter { there.contains($0.0) }.map { painted(sign($0.0), $0.0) + style.dim(" \($0.1)") }
        return String(repeating: " ", count: Self.margin) + ([style.dim("\(band) target")] + parts).joined(separator: "   ")
    }
}

extension PlanTarget {
    /// `lower ≤ value < upper`; `nil`: open on that side.
    struct Limits {
        var lower: Double?
        var upper: Double?

        func scaled(by factor: Double) -> Limits { Limits(lower: lower.map { $0 * factor }, upper: upper.map { $0 * factor }) }
    }

    var limits: Limits {
        switch self {
        case .zones(let zones, let configuration):
            let boundaries = configuration.boundaries
            return Limits(
                lower: zones.lowerBound > 0 && zones.lowerBound <= boundaries.count ? boundaries[zones.lowerBound - 1] : nil,
                upper: boundaries.indices.contains(zones.upperBound) ? boundaries[zones.upperBound] : nil)
        case .range(_, let lower, let upper): return Limits(lower: lower, upper: upper)
        }
    }
}

extension Array where Element: Hashable {
    /// The first of those that are there most often.
    fileprivate var mostFrequent: Element? {
        var counts: [Element: Int] = [:]
        for element in self { counts[element, default: 0] += 1 }
        guard let most = counts.values.max() else { return nil }
        return first { counts[$0] == most }
    }
}
