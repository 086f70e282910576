extension [SampleSource] {
    /// Best first for one quantity: by priority, then by identity, so that results are stable.
    public func ranked(for quantity: Quantity) -> [SampleSource] {
        sorted { a, b in
            let ranks = (a.priorities[quantity] ?? .max, b.priorities[quantity] ?? .max)
            return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : (a.identity, a.id) < (b.identity, b.id)
        }
    }
}

extension Timeline {
    /// What counted of one instantaneous quantity.
    ///
    /// - Parameter series: cleaned and in time order; those of other quantities are left out.
    public init(of quantity: Quantity, in series: [SampleSeries], sources: [SampleSource], timer: TimerIntervals) {
        let relevant = series.filter { $0.quantity == quantity }
        let kindOf = Dictionary(sources.map { ($0.id, $0.kind) }) { first, _ in first }
        let kinds = relevant.map { kindOf[$0.source] ?? .manual }
        let holds = zip(relevant, kinds).map { $0.maxHold(from: $1) }
        let order: [Int]
        if relevant.count > 1 {
            let ranking = Dictionary(sources.ranked(for: quantity).enumerated().map { ($1.id, $0) }) { first, _ in first }
            let ranks = relevant.map { ranking[$0.source] ?? .max }
            order = relevant.indices.sorted { (ranks[$0], relevant[$0].source) < (ranks[$1], relevant[$1].source) }
        } else {
            order = Array(relevant.indices)
        }
        let lanes = order.map {
            TimelineLane(.holds(relevant[$0].samples, maxHold: holds[$0]), source: relevant[$0].source, timer: timer)
        }
        self.init(merging: lanes, maxHold: holds.max() ?? quantity.defaultMaxHold)
    }
}
