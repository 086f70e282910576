public import Workouts

/// One metric of a period in one scope.
public struct MetricFigures: Equatable, Sendable {
    public let metric: HistoryMetric
    public let scope: HistoryScope
    /// One for each bucket; `nil` where there is nothing to count, or not yet.
    public let buckets: [Double?]
    /// Of the period.
    public let total: Metric<Double>
    /// Of as much of the comparison as has passed of the period.
    public let comparisonTotal: Metric<Double>
    /// The sum up to the end of each bucket that has begun, `nil` until something is counted; empty for what does not add up.
    public let cumulative: [Double?]
    /// The same of the comparison, aligned by index, up to the cut.
    public let comparisonCumulative: [Double?]
    /// Total over the number of buckets that have begun; of what adds up.
    public let averagePerBucket: Metric<Double>
    /// The largest, the earliest of equals.
    public let best: BestBucket?
    public let change: Change

    public struct BestBucket: Equatable, Sendable {
        public let index: Int
        public let value: Double
        public init(index: Int, value: Double) { self.index = index; self.value = value }
    }
}

/// How a period's figure differs from what it is compared with (core §8).
public enum Change: Equatable, Sendable {
    /// (current − previous) / previous; 0 when both are 0.
    case ratio(Double)
    /// Something after nothing.
    case new
    /// One of the two cannot be computed, or nothing is compared.
    case unavailable

    /// - Parameters: totals, 0 or more.
    init(from previous: Double?, to current: Double?) {
        guard let previous, let current else {
            self = .unavailable
            return
        }
        self = previous > 0 ? .ratio((current - previous) / previous) : current > 0 ? .new : .ratio(0)
    }
}

extension PeriodSummary {
    public func figures(of metric: HistoryMetric, in scope: HistoryScope) -> MetricFigures {
        // An empty bucket is a day that a zone skipped; it never began.
        let begun = plan.buckets.map { $0.start <= plan.now && !$0.isEmpty }
        let values = buckets.indices.map { buckets[$0].value(of: metric, in: scope, climb: climbs[$0], hasBegun: begun[$0]) }
        let compared = comparisonBuckets.indices.map {
            comparisonBuckets[$0].value(of: metric, in: scope, climb: comparisonClimbs[$0], hasBegun: true)
        }
        let total = total(of: metric, scope, values, buckets)
        let comparisonTotal = self.total(of: metric, scope, compared, comparisonBuckets)
        let begunCount = begun.count { $0 }
        var best: MetricFigures.BestBucket?
        for case (let index, let value?) in values.enumerated() where best.map({ value > $0.value }) ?? true {
            best = MetricFigures.BestBucket(index: index, value: value)
        }
        return MetricFigures(
            metric: metric, scope: scope, buckets: values, total: Metric(total), comparisonTotal: Metric(comparisonTotal),
            cumulative: metric.isAdditive ? Self.running(zip(values, plan.buckets).prefix { $1.start <= plan.now }.map(\.0)) : [],
            comparisonCumulative: metric.isAdditive ? Self.running(compared) : [],
            averagePerBucket: Metric(metric.isAdditive && begunCount > 0 ? total.map { $0 / Double(begunCount) } : nil),
            best: best, change: Change(from: comparisonTotal, to: total))
    }

    private func total(
        of metric: HistoryMetric, _ scope: HistoryScope, _ values: [Double?], _ totals: [IntervalTotals]
    ) -> Double? {
        if metric.isAdditive { return values.reduce(nil) { $0.adding($1) } }
        let all = totals.reduce(into: SampleTotals()) { $0.add($1.samples(in: scope)) }
        return metric == .averageHeartRate ? all.heartRate?.average : all.heartRate?.maximum
    }

    private static func running(_ values: [Double?]) -> [Double?] {
        var sum: Double?
        return values.map { value in
            sum = sum.adding(value)
            return sum
        }
    }
}

extension Metric where Value == Double {
    fileprivate init(_ value: Double?) { self = value.map { .value($0) } ?? .unavailable(.noData) }
}
