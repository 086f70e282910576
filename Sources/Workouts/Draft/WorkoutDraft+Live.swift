extension WorkoutDraft {
    /// What the workout has come to now.
    public var live: LiveFigures {
        let now = reached
        let timerSoFar = timerSoFar
        let distance = liveDistance(until: now)
        return LiveFigures(
            now: now, state: state, activity: outline.current.type, activityIndex: outline.legs.count - 1,
            elapsed: now - (start ?? now),
            timer: timerSoFar.total, distance: distance,
            steps: cumulative.first { $0.quantity == .steps }.map { steps in
                steps.live.amounts(until: now, timer: timerSoFar).sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
            },
            values: Quantity.allCases.compactMap(liveValue),
            lap: LiveFigures.LapFigures(
                index: outline.laps.count, start: outline.lapStart, elapsed: now - outline.lapStart,
                timer: timerSoFar.timer(from: outline.lapStart, to: now),
                distanceMetres: distance.map { $0.metres - distanceAtLapStart }),
            sensors: liveSensors, location: track.locations.last)
    }

    /// When the next value or zone has run out, unless something comes first; `nil` when none holds.
    public var nextExpiry: Offset? {
        // The microsecond after which its zone notices it, so that both come with one look.
        let values = samples.columns.lazy.map(\.end).filter { $0 > reached }.min().map { $0 + TimeSpan(microseconds: 1) }
        return earliest(values, trackers.lazy.compactMap(\.nextEnd).min())
    }

    private var state: LiveFigures.State {
        if start == nil { return .notStarted }
        if end != nil { return .ended }
        return timer.open.map { $0.isAutomatic ? .autoPaused : .paused } ?? .running
    }

    func liveDistance(until offset: Offset) -> WorkoutSummary.Distance? {
        guard let distance = cumulative.first(where: { $0.quantity == .distance }) else { return nil }
        var metres: [SampleSource.DistanceOrigin: Double] = [:]
        for (source, amount) in distance.live.amounts(until: offset, timer: timerSoFar).sorted(by: { $0.key < $1.key }) {
            let origin = sources.first { $0.id == source }?.effectiveDistanceOrigin ?? .machine
            metres[origin, default: 0] += amount
        }
        return WorkoutSummary.Distance(metres)
    }

    /// The best source whose value still holds (core §4.5).
    private func liveValue(of quantity: Quantity) -> LiveFigures.Value? {
        let columns = samples.columns.filter { $0.quantity == quantity }
        guard !columns.isEmpty else { return nil }
        let ranking = sources.ranked(for: quantity).map(\.id)
        let holding = columns.filter { $0.end > reached }
        let best = holding.min { a, b in
            let ranks = [a, b].map { ranking.firstIndex(of: $0.source) ?? .max }
            return (ranks[0], a.source) < (ranks[1], b.source)
        }
        let latest = best ?? columns.max { $0.end < $1.end }
        let news = latest.map { self.news(of: $0) } ?? LiveFigures.News.none
        let tracker = trackers.first { $0.quantity == quantity }
        let isRunning = state == .running && news.value != nil
        return LiveFigures.Value(
            quantity: quantity, news: news, zone: isRunning ? tracker?.currentZone : nil, timeInZones: tracker?.zoneGroup)
    }

    private func news(of column: SampleLog.Column) -> LiveFigures.News {
        reached < column.end ? .current(column.newest.value, from: column.source) : .lost(since: column.end)
    }

    private var liveSensors: [LiveFigures.Sensor] {
        samples.columns
            .map { column in
                LiveFigures.Sensor(
                    source: column.source, quantity: column.quantity, news: news(of: column),
                    lastHeard: column.newest.offset)
            }
            .sorted { ($0.source, $0.quantity) < ($1.source, $1.quantity) }
    }
}
