import WireFormats

// What a person is told.
extension BlueZPlan {
    /// Notes a peripheral that is heard or connected, and tells it when it is a sensor.
    mutating func note(_ device: BlueZDevice, at now: Int64) {
        let sensor = sensors[device.address]
        guard device.signalDBm != nil || device.isConnected || sensor?.device == device.path else { return }
        if device.signalDBm != nil {
            heardAt[device.path] = now
            sensors[device.address]?.staleOn = nil
        }
        if device.signalDBm != nil || device.isConnected {
            sensors[device.address]?.lastHeard = now
            sensors[device.address]?.isUnheard = false
        }
        guard sensor != nil || !device.measuredServices.isEmpty, isHeardBest(device) else { return }
        if let last = sighted[device.path] {
            let isSame =
                last.device.name == device.name && last.device.services == device.services
                && last.device.batteryPercent == device.batteryPercent && sensor?.phase != .linked
            if isSame, now - last.at < timing.sighting { return }
        }
        sighted[device.path] = (device, now)
        say(.sighted(device, facts: sensor?.facts.facts ?? []))
    }

    /// Whether no other adapter hears a peripheral better: two would tell two signals in turn.
    private func isHeardBest(_ device: BlueZDevice) -> Bool {
        adapters.count < 2
            || !objects.devices(at: device.address).contains { other in
                other.path != device.path && other.signalDBm ?? -999 > device.signalDBm ?? -999
            }
    }

    /// Tells how it stands with each device, where that changed.
    mutating func tellStandings(_ now: Int64) {
        guard let isServed else { return }
        var standings: [String: (name: String?, standing: BlueZStanding)] = [:]
        if isServed {
            for (name, standing) in adapterStandings(now) { standings["bluetooth:" + name] = (nil, standing) }
        } else {
            standings["bluetooth:bluez"] = (nil, .noService(serviceTrouble))
        }
        for address in wanted {
            guard let sensor = sensors[address] else { continue }
            standings[sensor.identity] = (nameOf(address), standing(of: sensor))
        }
        for (device, said) in told.sorted(by: { $0.key < $1.key }) where standings[device] == nil {
            say(.stands(device: device, name: said.name, nil))
        }
        for (device, saying) in standings.sorted(by: { $0.key < $1.key }) {
            if let before = told[device], before.name == saying.name, before.standing == saying.standing { continue }
            say(.stands(device: device, name: saying.name, saying.standing))
        }
        told = standings
    }

    private func nameOf(_ address: String) -> String? {
        let sensor = SensorIdentity.ble(address: address).text
        return objects.devices(at: address).lazy.compactMap(\.name).first ?? told[sensor]?.name
    }

    private mutating func adapterStandings(_ now: Int64) -> [(name: String, standing: BlueZStanding)] {
        var standings: [(name: String, standing: BlueZStanding)] = []
        for path in adapters.keys.sorted() {
            if let adapter = objects.adapters[path] { standings.append((adapter.name, standing(of: adapter, now))) }
        }
        var missing = knownAdapters.subtracting(standings.map(\.name)).sorted()
        if standings.isEmpty, missing.isEmpty { missing = [onlyAdapter ?? "hci0"] }
        guard !missing.isEmpty, isDue(adaptersDueAt, now) else { return standings }
        return standings + missing.map { ($0, .noAdapter) }
    }

    private mutating func standing(of adapter: BlueZAdapter, _ now: Int64) -> BlueZStanding {
        guard let work = adapters[adapter.path] else { return .ready }
        if case .restarting(_, let costsLinks) = work.power { return .restarting(costsLinks: costsLinks) }
        if !adapter.isPowered {
            guard let fault = work.powerFault, let since = work.powerFaultSince else { return .switchingOn }
            return fault.isRadioBlocked || isDue(since + timing.passing, now) ? .off(fault) : .switchingOn
        }
        if work.isDeaf(timing) || work.restarts >= 3 { return .stuck }
        switch work.scan {
        case .on, .starting: return work.scanFault.map { .refused($0) } ?? .scanning
        case .off, .stopping: return work.scanFault.map { .refused($0) } ?? .ready
        }
    }

    private func standing(of sensor: BlueZSensorWork) -> BlueZStanding {
        let trouble = sensor.trouble.flatMap { $0.isOfSensor ? $0 : nil }
        switch sensor.phase {
        case .connecting, .resolving, .reading: return .connecting(trouble)
        case .linked: return sensor.isServing ? .linked(standingTrouble(of: sensor)) : .connecting(trouble)
        case .seeking: break
        }
        if sensor.isUnheard { return .notHeard }
        return sensor.trouble.map { .lost($0) } ?? .seeking
    }

    /// What a person should know although values come.
    private func standingTrouble(of sensor: BlueZSensorWork) -> BlueZTrouble? {
        if !sensor.missing.isEmpty { return .missingServices(sensor.missing) }
        if sensor.hangUps > 2 { return .hangsUp }
        let isChanging = sensor.device.flatMap { objects.devices[$0]?.hasChangingAddress } ?? false
        return isChanging ? .changingAddress : nil
    }
}
