import ActivityFiles
public import JSONText
public import Statistics
public import Workouts

/// A period for programs (docs/stats-json.md).
public struct StatsJSON {
    public let report: StatsReport
    private let zoneName: String
    public var plan: HistoryPlan { report.plan }

    public init(_ report: StatsReport, zoneName: String) {
        self.report = report
        self.zoneName = zoneName
    }

    public var value: JSONValue {
        var object = JSONObject()
        object.append("isDemo", .bool(report.summary.isDemo))
        object.append("now", .string(plan.now.iso8601))
        object.append("timeZone", .string(zoneName))
        object.append("firstWeekday", .string("\(report.rules.firstWeekday)"))
        object.append("period", period(plan.period, isUnderWay: report.isUnderWay))
        object.append("baseline", .string(plan.query.baseline.rawValue))
        object.append("comparison", plan.comparison.map(comparison) ?? .null)
        object.append("bucketUnit", .string(report.unit.rawValue))
        object.append(
            "buckets",
            .array(
                plan.buckets.map { bucket in
                    [
                        "start": .string(bucket.start.iso8601), "end": .string(bucket.end.iso8601),
                        "hasBegun": .bool(bucket.start <= plan.now && !bucket.isEmpty),
                    ]
                }))
        object.append("comparisonBuckets", .array(plan.comparisonBuckets.map(range)))
        var scopes = JSONObject()
        for scope in HistoryScope.allCases { scopes.append(scope.rawValue, metrics(scope)) }
        object.append("scopes", .object(scopes))
        var zones = JSONObject()
        for times in report.zones { zones.append(times.quantity.rawValue, zone(times)) }
        object.append("timeInZones", .object(zones))
        object.append(
            "badges", .array(report.badges.map { ["day": .string(text($0.day)), "badge": .string($0.badge.rawValue)] }))
        object.append("goals", .array(report.goals.map(goal)))
        object.append("load", report.load.map(load) ?? .null)
        object.append("mood", report.mood.map(mood) ?? .null)
        object.append("plans", .array(report.compliance.map(compliance)))
        object.append("workoutsRead", .integer(report.workouts))
        object.append("workoutsOfOtherKind", .integer(report.workoutsOfOtherKind))
        object.append("workoutsWithoutDate", .integer(report.workoutsWithoutDate))
        return .object(object)
    }

    // MARK: Times

    private func period(_ period: Period, isUnderWay: Bool) -> JSONValue {
        [
            "kind": .string(period.kind.name), "periodsBack": .integer(plan.query.periodsBack),
            "start": .string(period.range.start.iso8601), "end": .string(period.range.end.iso8601),
            "firstDay": .string(period.days.map { text($0.lowerBound) }),
            "lastDay": .string(period.days.map { text($0.upperBound) }),
            "isUnderWay": .bool(isUnderWay),
        ]
    }

    private func comparison(_ comparison: Comparison) -> JSONValue {
        let days = comparison.period.days
        return [
            "start": .string(comparison.range.start.iso8601), "cut": .string(comparison.cut.iso8601),
            "end": .string(comparison.period.range.end.iso8601),
            "firstDay": .string(days.map { text($0.lowerBound) }), "lastDay": .string(days.map { text($0.upperBound) }),
        ]
    }

    private func range(_ range: TimeRange) -> JSONValue {
        ["start": .string(range.start.iso8601), "end": .string(range.end.iso8601)]
    }

    public func text(_ day: CalendarDay) -> String { "\(day)" }

    // MARK: Figures

    private func metrics(_ scope: HistoryScope) -> JSONValue {
        var object = JSONObject()
        for (_, metric) in HistoryMetric.words {
            object.append(metric.key, figures(report.summary.figures(of: metric, in: scope)))
        }
        return .object(object)
    }

    private func figures(_ figures: MetricFigures) -> JSONValue {
        var object = JSONObject()
        object.append(
            "total", figures.total.value == nil ? .unavailable(report.gap(figures.metric)) : figures.total)
        object.append("comparisonTotal", figures.comparisonTotal)
        let (ratio, isNew): (Double?, Bool) =
            switch figures.change {
            case .ratio(let ratio): (ratio, false)
            case .new: (nil, true)
            case .unavailable: (nil, false)
            }
        object.append("changeRatio", .figure(ratio))
        object.append("isNew", .bool(isNew))
        object.append("averagePerBucket", figures.metric.isAdditive ? .figure(figures.averagePerBucket.value) : .null)
        object.append(
            "bestBucket",
            figures.best.map { ["index": .integer($0.index), "value": .figure($0.value)] } ?? .null)
        object.append("buckets", .array(figures.buckets.map { .figure($0) }))
        object.append("cumulative", .array(figures.cumulative.map { .figure($0) }))
        object.append("comparisonCumulative", .array(figures.comparisonCumulative.map { .figure($0) }))
        if StatsBasis.metrics.contains(figures.metric) {
            object.append("workoutsWithout", .integer(report.basis.without[figures.metric] ?? 0))
            object.append("comparisonWorkoutsWithout", .integer(report.comparisonBasis.without[figures.metric] ?? 0))
        }
        if figures.metric == .trainingStressScore {
            object.append("functionalThresholdPowers", thresholds(report.basis))
            object.append("comparisonFunctionalThresholdPowers", thresholds(report.comparisonBasis))
        }
        return .object(object)
    }

    private func thresholds(_ basis: StatsBasis) -> JSONValue {
        .array(basis.thresholdPowersWatts.map { ["watts": .figure($0.watts), "workouts": .integer($0.workouts)] })
    }

    private func zone(_ zones: StatsZones) -> JSONValue {
        func seconds(_ group: ZoneGroup) -> JSONValue { .array(group.zoneDurations.map { .figure($0.seconds) }) }
        func group(_ group: ZoneGroup) -> JSONValue {
            ["zoneSeconds": seconds(group), "unattributedSeconds": .figure(group.unattributed.seconds)]
        }
        let isCompared = plan.comparison != nil
        return [
            "workoutsWithoutSamples": .integer(zones.total.withoutSamples),
            "comparisonWorkoutsWithoutSamples": isCompared ? .integer(zones.comparison.withoutSamples) : .null,
            "unassignedSeconds": .figure(zones.total.unassigned.seconds),
            "in": .array(
                zones.parts.map { part in
                    [
                        "configuration": zoneConfigurationJSON(part.configuration),
                        "activities": .array(part.activities.map { .string($0.rawValue) }), "total": group(part.total),
                        "comparison": isCompared ? group(part.comparison) : .null,
                        "bucketZoneSeconds": .array(part.buckets.map(seconds)),
                    ]
                }),
        ]
    }
}

extension HistoryMetric {
    /// The name with its unit.
    public var key: String {
        switch self {
        case .steps: "steps"
        case .distance: "distanceMetres"
        case .elevationGain: "elevationGainMetres"
        case .exerciseDuration: "exerciseSeconds"
        case .activityCount: "activityCount"
        case .energy: "energyKilocalories"
        case .work: "workKilojoules"
        case .trainingImpulse: "trainingImpulse"
        case .trainingStressScore: "trainingStressScore"
        case .averageHeartRate: "averageBeatsPerMinute"
        case .maximumHeartRate: "maximumBeatsPerMinute"
        }
    }
}

extension Period.Kind {
    fileprivate var name: String {
        switch self {
        case .rolling24Hours: "rolling24Hours"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .quarter: "quarter"
        case .year: "year"
        case .custom: "custom"
        }
    }
}

extension JSONValue {
    public static func figure(_ value: Double?) -> JSONValue { .number(value, decimals: 3) }
}

extension JSONObject {
    /// A figure, and beside one that there is not the reason: `total`, `totalReason`.
    public mutating func append(_ name: String, _ metric: Metric<Double>) {
        append(name, .figure(metric.value))
        if let reason = metric.reason { append(name + "Reason", .string(reason.rawValue)) }
    }
}
