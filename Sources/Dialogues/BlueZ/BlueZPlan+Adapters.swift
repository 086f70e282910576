import WireFormats

// Adapters: there or not, on or off, listening or not.
extension BlueZPlan {
    /// Follows the tree's adapters, switches on those that are off, and restarts one that is stuck.
    mutating func settleAdapters(_ now: Int64) {
        for adapter in objects.adapters.values.sorted(by: { $0.path < $1.path }) where serves(adapter) {
            if adapters[adapter.path] == nil {
                let seed = adapter.path.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
                adapters[adapter.path] = BlueZAdapterWork(timing: timing, seed: seed)
                if knownAdapters.count < BlueZObjects.mostAdapters { knownAdapters.insert(adapter.name) }
            }
            settlePower(adapter, now)
            settleStuck(adapter.path, now)
        }
        for path in adapters.keys.sorted() where objects.adapters[path] == nil {
            adapters[path] = nil
            adaptersDueAt = now
            failAll(on: path, .adapterGone, at: now)
            forgiveHangUps()
        }
    }

    /// Whether the person wants this adapter used.
    private func serves(_ adapter: BlueZAdapter) -> Bool {
        guard let onlyAdapter else { return true }
        return adapter.name == onlyAdapter || adapter.address == onlyAdapter.uppercased()
    }

    /// Whether sensors can be had through an adapter now.
    func isUsable(_ path: String) -> Bool {
        adapters[path]?.power == .settled && objects.adapters[path]?.isPowered == true
    }

    // MARK: Power

    private mutating func settlePower(_ adapter: BlueZAdapter, _ now: Int64) {
        guard var work = adapters[adapter.path] else { return }
        switch work.power {
        case .settled where adapter.isPowered:
            work.powerFault = nil
            work.powerFaultSince = nil
            work.powerBackoff.succeed()
            adapters[adapter.path] = work
        case .settled:
            adapters[adapter.path]?.scan = .off
            failAll(on: adapter.path, .adapterOff, at: now)
            forgiveHangUps()
            if isDue(work.powerRetryAt, now) { setPower(true, adapter.path) }
        case .restarting(let since, _):
            if !adapter.isPowered || isDue(since + timing.switching, now) { setPower(true, adapter.path) }
        case .asked: break
        }
    }

    /// Links that an adapter cut short were not hung up by their sensors.
    private mutating func forgiveHangUps() {
        for address in sensors.keys { sensors[address]?.hangUps = 0 }
    }

    private mutating func setPower(_ isOn: Bool, _ path: String) {
        if isOn { adapters[path]?.power = .asked }
        call(
            path, "org.freedesktop.DBus.Properties", "Set",
            [.string(BlueZAdapter.interface), .string("Powered"), .variant(.boolean(isOn))], for: .power(adapter: path))
    }

    mutating func powerAnswered(_ path: String, _ answer: Result<[DBusValue], DBusFault>, at now: Int64) {
        guard var work = adapters[path] else { return }
        switch (work.power, answer) {
        case (.asked, .success):
            work.power = .settled
            // The property's change may come a little after the answer.
            work.powerRetryAt = now + timing.firstRetry
        case (_, .failure(let fault)):
            work.power = .settled
            work.powerFault = fault
            work.powerFaultSince = work.powerFaultSince ?? now
            work.powerRetryAt = now + work.powerBackoff.fail()
        case (_, .success): break
        }
        adapters[path] = work
    }

    // MARK: InProgress that stays

    /// Notes how an attempt went: `key` as in `stuck`.
    mutating func noteProgress(_ path: String, _ key: String, _ fault: DBusFault?, at now: Int64) {
        guard fault?.isInProgress == true else {
            adapters[path]?.stuck[key] = nil
            // Other things may succeed while no discovery does.
            if fault == nil, key == BlueZAdapterWork.scanKey || adapters[path]?.restartedFor != BlueZAdapterWork.scanKey {
                adapters[path]?.restarts = 0
                adapters[path]?.restartedFor = nil
            }
            return
        }
        // Attempts that lie far apart are not in a row.
        let before = adapters[path]?.stuck[key].flatMap { now - $0.latest <= 2 * timing.longestRetry ? $0 : nil }
        adapters[path]?.stuck[key] = BlueZAdapterWork.Stuck(since: before?.since ?? now, latest: now)
    }

    private mutating func settleStuck(_ path: String, _ now: Int64) {
        guard let work = adapters[path], work.power == .settled else { return }
        let costsLinks = sensors.values.contains { $0.isServing && $0.device?.parent == path }
        let stuck = work.stuck.sorted { $0.key < $1.key }.first { key, stuck in
            let restarts = work.restartedFor == key ? work.restarts : 0
            // What did not help before is not worth the other sensors' links, nor an attempt at one.
            if restarts > 0, costsLinks || isConnecting(on: path) { return false }
            let patience = key == BlueZAdapterWork.scanKey ? timing.deafStuck : timing.stuck
            return stuck.latest - stuck.since >= (costsLinks ? timing.stuckWhileLinked : patience << min(restarts, 6))
        }
        if let stuck { restart(path, for: stuck.key, costsLinks: costsLinks, at: now) }
    }

    /// Restarts an adapter that does not let go of a link which nobody can use, as an earlier bluetoothd may leave one: the sensor is
    /// not heard while it lasts.
    mutating func settleStale(_ address: String, _ now: Int64) {
        guard let sensor = sensors[address], sensor.isUnheard, let path = sensor.staleOn, isUsable(path) else { return }
        guard !sensors.values.contains(where: { $0.isServing && $0.device?.parent == path }) else { return }
        restart(path, for: address, costsLinks: false, at: now)
    }

    private mutating func restart(_ path: String, for key: String, costsLinks: Bool, at now: Int64) {
        for address in sensors.keys where sensors[address]?.staleOn == path { sensors[address]?.staleOn = nil }
        adapters[path]?.stuck = [:]
        if adapters[path]?.restartedFor != key { adapters[path]?.restarts = 0 }
        adapters[path]?.restarts += 1
        adapters[path]?.restartedFor = key
        adapters[path]?.scan = .off
        // A fresh start: what was tried in vain before says nothing about it.
        adapters[path]?.scanRetryAt = now
        adapters[path]?.scanBackoff.succeed()
        adapters[path]?.power = .restarting(since: now, costsLinks: costsLinks)
        failAll(on: path, .adapterRestarted, at: now)
        setPower(false, path)
    }

    // MARK: Discovery

    /// Listens where something is missing or a person looks around, and nobody is being connected.
    mutating func settleScans(_ now: Int64) {
        let listens = wantsToListen(now)
        // A wanted sensor need not advertise its services: while one is sought everything must be reported.
        let seeksOne = sensors.values.contains { $0.phase == .seeking }
        for path in adapters.keys.sorted() where isUsable(path) {
            guard let work = adapters[path] else { continue }
            let wantsScan = listens && !work.hasNext && !isConnecting(on: path)
            switch work.scan {
            case .off where wantsScan && isDue(work.scanRetryAt, now): startScan(path, hearsServicesOnly: !seeksOne)
            case .on where !wantsScan || seeksOne && work.hearsServicesOnly: stopScan(path, now)
            case .on: settleDeafness(path, now)
            default: break
            }
        }
    }

    private mutating func wantsToListen(_ now: Int64) -> Bool {
        if looksAround { return true }
        // The newest loss renews the eagerness.
        guard let since = sensors.values.filter({ $0.phase == .seeking }).map(\.soughtSince).max() else { return false }
        let (listens, until) = timing.duty(elapsed: max(now - since, 0))
        _ = isDue(since + until, now)
        return listens
    }

    private mutating func startScan(_ path: String, hearsServicesOnly: Bool) {
        adapters[path]?.scan = .starting
        adapters[path]?.hearsServicesOnly = hearsServicesOnly
        adapters[path]?.deafSince = nil
        let services = SensorServices.all.map { DBusValue.string($0.service.uuidString) }
        var filter: [DBusValue.Entry] = [.init("Transport", .string("le")), .init("DuplicateData", .boolean(false))]
        if hearsServicesOnly { filter.append(.init("UUIDs", .array(services))) }
        call(path, BlueZAdapter.interface, "SetDiscoveryFilter", [.dictionary(filter)], for: .noMatter)
        call(path, BlueZAdapter.interface, "StartDiscovery", for: .startScan(adapter: path))
    }

    mutating func stopScan(_ path: String, _ now: Int64) {
        if adapters[path]?.scan == .on { adapters[path]?.scanEnded = now }
        adapters[path]?.scan = .stopping
        call(path, BlueZAdapter.interface, "StopDiscovery", for: .stopScan(adapter: path))
    }

    mutating func scanStarted(_ path: String, _ answer: Result<[DBusValue], DBusFault>, at now: Int64) {
        guard adapters[path]?.scan == .starting else { return }
        switch answer {
        case .success:
            adapters[path]?.scan = .on
            adapters[path]?.scanSince = now
            let isShortBreak = adapters[path]?.scanEnded.map { now - $0 <= timing.connect &+ timing.services } ?? false
            if !isShortBreak { adapters[path]?.listensSince = now }
            adapters[path]?.scanFault = nil
            adapters[path]?.scanBackoff.succeed()
            noteProgress(path, BlueZAdapterWork.scanKey, nil, at: now)
        case .failure(let fault):
            let pause = adapters[path]?.scanBackoff.fail() ?? timing.firstRetry
            // An adapter that is being switched off, or busy, is told as that.
            adapters[path]?.scanFault = fault.isInProgress || fault.name == "org.bluez.Error.NotReady" ? nil : fault
            adapters[path]?.scanRetryAt = now + pause
            noteProgress(path, BlueZAdapterWork.scanKey, fault, at: now)
            // A discovery that BlueZ still counts as ours is ended, for the next attempt to find none.
            if fault.isInProgress { stopScan(path, now) } else { adapters[path]?.scan = .off }
        }
    }

    /// Begins a discovery again that BlueZ says does not run.
    private mutating func settleDeafness(_ path: String, _ now: Int64) {
        guard objects.adapters[path]?.isDiscovering == false else {
            adapters[path]?.deafSince = nil
            return
        }
        let since = adapters[path]?.deafSince ?? now
        adapters[path]?.deafSince = since
        if isDue(since + timing.deafness, now) { stopScan(path, now) }
    }
}
