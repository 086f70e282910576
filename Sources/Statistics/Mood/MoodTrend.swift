/// Whether weekly means rise or fall, and how fast.
///
/// The slope is Theil and Sen's: the median of the slopes between every two weeks, which one odd week does not bend. A direction is
/// claimed only when Mann and Kendall's test finds it at 5 % (two-sided, normal approximation with correction for continuity and
/// ties); else the mood is called steady, whatever the slope.
///
/// - SeeAlso: P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", J. Am. Stat. Assoc. 63 (1968);
///   M. G. Kendall, "Rank Correlation Methods" (1975).
public struct MoodTrend: Equatable, Sendable {
    /// Fewer prove nothing: even four weeks that rise each time come by chance once in twelve.
    public static let fewestWeeks = 5

    /// Change of mean valence a week.
    public let valencePerWeek: Double
    public let direction: Direction
    /// How many weeks it leans on.
    public let weeks: Int

    public enum Direction: String, Sendable { case rising, falling, steady }

    /// - Returns: `nil` for fewer than `fewestWeeks`.
    init?(_ points: [(week: Double, valence: Double)]) {
        guard points.count >= Self.fewestWeeks else { return nil }
        var slopes: [Double] = []
        var rises = 0
        for (index, a) in points.enumerated() {
            for b in points[(index + 1)...] where a.week != b.week {
                let slope = (b.valence - a.valence) / (b.week - a.week)
                slopes.append(slope)
                rises += slope > 0 ? 1 : slope < 0 ? -1 : 0
            }
        }
        slopes.sort()
        guard let middle = slopes.median else { return nil }
        valencePerWeek = middle
        weeks = points.count
        // |S| − 1 over its deviation, against the 97.5 % quantile.
        let variance = Self.variance(ofRisesAmong: points.map(\.valence))
        let isProven = variance > 0 && Double(abs(rises) - 1) / variance.squareRoot() > 1.959_964
        direction = !isProven ? .steady : rises > 0 ? .rising : .falling
    }

    private static func variance(ofRisesAmong values: [Double]) -> Double {
        func term(_ count: Int) -> Double { Double(count * (count - 1) * (2 * count + 5)) }
        var ties = 0.0
        var run = 0
        var last: Double?
        for value in values.sorted() {
            if value != last {
                ties += term(run)
                run = 0
            }
            run += 1
            last = value
        }
        return (term(values.count) - ties - term(run)) / 18
    }
}

extension [Double] {
    /// Of numbers in order; the mean of the two in the middle when their count is even.
    fileprivate var median: Double? {
        guard !isEmpty else { return nil }
        return (self[(count - 1) / 2] + self[count / 2]) / 2
    }
}
