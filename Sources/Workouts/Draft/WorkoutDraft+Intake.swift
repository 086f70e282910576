// How each kind of event is taken in.
extension WorkoutDraft {
    mutating func know(_ source: SampleSource) -> [LiveZoneUpdate] {
        var former: SampleSource?
        if let index = places[source.id] {
            former = sources[index]
            sources[index] = source
        } else {
            places[source.id] = sources.count
            sources.append(source)
        }
        if receiver == nil, source.givesPlaces { receiver = source.id }
        // A name or a battery changes no rank.
        if let former, former.ranksAs(source) { return [] }
        for index in cumulative.indices {
            cumulative[index].live.rank(sources.rankedForAmounts(of: cumulative[index].quantity))
        }
        return trackers.indices.flatMap { index in
            trackers[index].rank(sources.ranked(for: trackers[index].quantity).map(\.id))
        }
    }

    mutating func take(_ quantity: Quantity, _ value: Double, at offset: Offset, from source: SourceID) -> [LiveZoneUpdate] {
        guard !quantity.isCumulative, quantity.plausibleValues.contains(value) else {
            omissions.implausibleSamples[quantity, default: 0] += 1
            return []
        }
        samples.append(quantity, value, at: offset, from: source)
        for index in trackers.indices where trackers[index].quantity == quantity {
            return trackers[index].apply(value, at: offset, from: source)
        }
        return []
    }

    mutating func take(_ amount: Amount) {
        guard amount.quantity.isCumulative, amount.quantity.plausibleValues.contains(amount.value), amount.start <= amount.end
        else {
            omissions.implausibleSamples[amount.quantity, default: 0] += 1
            return
        }
        let index = place(of: amount.quantity)
        let span = cumulative[index].log.append(amount)
        addLive(span, to: index, isRoute: false)
    }

    /// A wrong count of missed beats costs no interval: it is held to what a sensor's 16-bit counter can say.
    mutating func take(_ arrived: Beats) {
        var sound = arrived
        sound.missed = min(max(arrived.missed, 0), Int(UInt16.max))
        for row in sound.rows { beats.append(row) }
    }

    /// A place also says how fast and how high the receiver is, as samples of it.
    mutating func take(_ location: Location) -> [LiveZoneUpdate] {
        guard location.isPlausible else {
            omissions.locations += 1
            return []
        }
        let source = knownReceiver()
        if let leg = track.append(location) {
            let span = Timeline.Segment(
                start: leg.offset, end: leg.end, value: leg.value / (leg.end - leg.offset).seconds, source: source)
            addLive(span, to: place(of: .distance), isRoute: true)
        }
        if let altitude = location.altitudeMetres { _ = take(.altitude, altitude, at: location.offset, from: source) }
        if let speed = location.speedMetresPerSecond { return take(.speed, speed, at: location.offset, from: source) }
        return []
    }

    private mutating func knownReceiver() -> SourceID {
        if let receiver { return receiver }
        _ = know(SampleSource(id: SourceID(.max), kind: .gps, identity: "gps", distanceOrigin: .gps))
        return SourceID(.max)
    }

    private mutating func place(of quantity: Quantity) -> Int {
        if let index = cumulative.firstIndex(where: { $0.quantity == quantity }) { return index }
        cumulative.append(Cumulative(quantity: quantity, live: LiveAmounts(start: start ?? now)))
        return cumulative.count - 1
    }

    private mutating func addLive(_ span: Timeline.Segment, to index: Int, isRoute: Bool) {
        guard isLive else { return }
        let quantity = cumulative[index].quantity
        cumulative[index].live.append(span, isRoute: isRoute, ranking: sources.rankedForAmounts(of: quantity))
        cumulative[index].live.settle(at: now, timer: timer, start: start ?? now)
    }
}

extension SampleSource {
    /// A receiver, or what is said to come from one.
    fileprivate var givesPlaces: Bool { kind == .gps || (kind == .imported || kind == .demo) && distanceOrigin == .gps }

    /// Whether nothing differs that decides which source counts.
    fileprivate func ranksAs(_ other: SampleSource) -> Bool {
        priorities == other.priorities && identity == other.identity && kind == other.kind
            && distanceOrigin == other.distanceOrigin
    }
}

// Pauses, laps, legs.
extension WorkoutDraft {
    mutating func pause(at offset: Offset, automatic: Bool) -> [LiveZoneUpdate] {
        guard let moment = timer.pause(at: offset, isAutomatic: automatic, notBefore: start ?? offset) else {
            omissions.pauses += 1
            return []
        }
        for index in cumulative.indices { cumulative[index].live.reopen(from: moment) }
        return trackers.indices.flatMap { trackers[$0].pause(at: moment) }
    }

    mutating func resume(at offset: Offset, automatic: Bool) -> [LiveZoneUpdate] {
        guard let moment = timer.resume(at: offset, isAutomatic: automatic) else {
            omissions.pauses += 1
            return []
        }
        for index in cumulative.indices { cumulative[index].live.reopen(from: moment) }
        return trackers.indices.flatMap { trackers[$0].resume(at: moment) }
    }

    mutating func closeLap(at offset: Offset, _ trigger: LapTrigger) {
        if outline.lap(at: offset, trigger) {
            distanceAtLapStart = liveDistance(until: offset)?.metres ?? 0
        } else {
            omissions.laps += 1
        }
    }

    mutating func change(to type: ActivityType, at offset: Offset) -> [LiveZoneUpdate] {
        guard outline.activity(at: offset, type) else {
            omissions.laps += 1
            return []
        }
        distanceAtLapStart = liveDistance(until: offset)?.metres ?? 0
        guard isLive, !settings.keepsZones(in: type) else { return [] }
        let configurations = settings.zones(for: type)
        trackers.removeAll { configurations[$0.quantity] == nil }
        var updates: [LiveZoneUpdate] = []
        for configuration in configurations.values.sorted(by: { $0.quantity < $1.quantity }) {
            let current = trackers.firstIndex { $0.quantity == configuration.quantity }
            if let current, trackers[current].configuration == configuration { continue }
            if let current { trackers.remove(at: current) }
            let ranking = sources.ranked(for: configuration.quantity).map(\.id)
            // Those too that have not said anything yet.
            var tracker = LiveZoneTracker(configuration: configuration, start: offset, sources: ranking)
            updates += tracker.seed(
                samples.columns(of: configuration.quantity, ranked: ranking), since: start ?? offset,
                timerEdges: timer.edges, now: now)
            trackers.append(tracker)
        }
        trackers.sort { $0.quantity < $1.quantity }
        return updates
    }
}

extension WorkoutSettings {
    /// Whether a leg goes on with the zones of the one before: a transition that has none of its own.
    func keepsZones(in type: ActivityType) -> Bool { type == .transition && zonesByActivity[type] == nil }
}
