/// A few figures of a period, as a small display asks for them (core §9).
public struct SummaryRequest: Hashable, Sendable {
    public var query: HistoryQuery
    public var scope: HistoryScope
    /// The most wanted first.
    public var metrics: [HistoryMetric]
    public var size: Size

    /// How many metrics there is room for.
    public enum Size: Int, CaseIterable, Hashable, Sendable {
        case small = 1
        case medium = 3
        case large = 5
    }

    public init(_ query: HistoryQuery, scope: HistoryScope, metrics: [HistoryMetric], size: Size) {
        self.query = query
        self.scope = scope
        self.metrics = metrics
        self.size = size
    }
}

extension PeriodSummary {
    /// The first metrics of a request that there is room for.
    public func figures(for request: SummaryRequest) -> [MetricFigures] {
        request.metrics.prefix(request.size.rawValue).map { figures(of: $0, in: request.scope) }
    }
}
