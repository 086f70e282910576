import WireFormats

// From a sensor that is heard to one whose services are known.
extension BlueZPlan {
    /// Whether an adapter is busy with bringing a sensor in.
    func isConnecting(on path: String) -> Bool {
        sensors.values.contains { sensor in
            switch sensor.phase {
            case .connecting, .resolving, .reading: sensor.device?.parent == path
            case .seeking, .linked: false
            }
        }
    }

    /// Connects the most wanted sensor that is heard, one at a time on each adapter, once its discovery has stopped.
    mutating func settleConnecting(_ now: Int64) {
        for path in adapters.keys.sorted() where isUsable(path) {
            adapters[path]?.hasNext = false
            guard !isConnecting(on: path) else { continue }
            for address in wanted {
                guard let sensor = sensors[address], sensor.phase == .seeking, isDue(sensor.retryAt, now) else { continue }
                guard let device = bestDevice(address, now), device.adapter == path else { continue }
                adapters[path]?.hasNext = true
                if device.isConnected {
                    enter(address, .resolving, device, at: now)
                } else if adapters[path]?.scan == .off {
                    enter(address, .connecting, device, at: now)
                    call(
                        device.path, BlueZDevice.interface, "Connect", timeout: timing.connect &+ timing.call,
                        for: .connect(sensor: address, attempt: sensors[address]?.attempt ?? 0, adapter: path))
                } else if adapters[path]?.scan == .on {
                    stopScan(path, now)
                }
                break
            }
        }
    }

    /// Notes that a sensor is not heard, and what that may be due to.
    mutating func settleSeeking(_ address: String, _ now: Int64) {
        guard let sensor = sensors[address] else { return }
        if !sensor.isUnheard, isMissed(sensor, now) { sensors[address]?.isUnheard = true }
        settleStale(address, now)
    }

    /// Whether some adapter has listened for a sensor long enough in vain.
    private mutating func isMissed(_ sensor: BlueZSensorWork, _ now: Int64) -> Bool {
        guard !objects.devices(at: sensor.address).contains(where: { $0.signalDBm != nil }) else { return false }
        let listening = adapters.filter { $0.value.scan == .on && isUsable($0.key) }.values
        guard let since = listening.map(\.listensSince).min(), let afresh = listening.map(\.scanSince).min() else { return false }
        let moment = max(since, sensor.soughtSince, sensor.lastHeard ?? 0) + timing.notHeard
        return isDue(max(moment, afresh + timing.hearing), now)
    }

    /// The sensor through the adapter that holds it already, else through the one that hears it best.
    private mutating func bestDevice(_ address: String, _ now: Int64) -> BlueZDevice? {
        let devices = objects.devices(at: address).filter { isUsable($0.adapter) }
        if let connected = devices.first(where: \.isConnected) { return connected }
        let heard = devices.filter { device in
            device.signalDBm != nil || heardAt[device.path].map { now - $0 <= timing.freshness } == true
        }
        guard let best = heard.max(by: { ($0.signalDBm ?? -999) < ($1.signalDBm ?? -999) }) else {
            sensors[address]?.heardSince = nil
            // Where nothing can be heard, a sensor that is there can still be connected.
            return devices.first { adapters[$0.adapter]?.isDeaf(timing) == true }
        }
        let since = sensors[address]?.heardSince ?? now
        sensors[address]?.heardSince = since
        let hasChoice = adapters.keys.filter(isUsable).count > 1
        return !hasChoice || isDue(since + timing.comparison, now) ? best : nil
    }

    private mutating func enter(_ address: String, _ phase: BlueZSensorWork.Phase, _ device: BlueZDevice, at now: Int64) {
        sensors[address]?.attempt += 1
        sensors[address]?.phase = phase
        sensors[address]?.device = device.path
        sensors[address]?.since = now
        sensors[address]?.wasConnected = device.isConnected
        sensors[address]?.isAdopted = device.isConnected
    }

    /// Connect was answered.
    mutating func connected(_ address: String, _ adapter: String, _ answer: Result<[DBusValue], DBusFault>, at now: Int64) {
        switch answer {
        case .success:
            noteProgress(adapter, address, nil, at: now)
            sensors[address]?.phase = .resolving
            sensors[address]?.since = now
        case .failure(let fault) where fault.name == "org.bluez.Error.AlreadyConnected":
            sensors[address]?.phase = .resolving
            sensors[address]?.since = now
        case .failure(let fault):
            noteProgress(adapter, address, fault, at: now)
            // Whatever BlueZ still tries is broken off.
            disconnect(address)
            fail(address, .connectRefused(fault), at: now)
        }
    }

    /// Waits for the services that are needed, not only for BlueZ's word that they are resolved.
    mutating func settleResolving(_ address: String, _ device: BlueZDevice, _ now: Int64) {
        guard let sensor = sensors[address] else { return }
        if device.isConnected { sensors[address]?.wasConnected = true }
        guard device.isConnected || !sensor.wasConnected else { return fail(address, .linkLost, at: now) }
        let (missing, hasAny) = missingServices(of: device)
        if device.isConnected, device.areServicesResolved, missing.isEmpty, hasAny {
            sensors[address]?.missing = []
            return startReading(address, device, at: now)
        }
        // A link that was there before, of an earlier bluetoothd perhaps, resolves at once or never.
        let patience = sensor.isAdopted ? timing.adoption : timing.services
        guard isDue(sensor.since + patience, now) else { return }
        let trouble = BlueZTrouble.missingServices(device.areServicesResolved ? missing : [])
        if sensor.isAdopted, !device.areServicesResolved {
            sensors[address]?.staleOn = device.adapter
            disconnect(address)
            return fail(address, trouble, at: now)
        }
        if !sensor.wasCacheDropped, !device.isPaired {
            // BlueZ's memory of the sensor may be of an older firmware; a paired one is kept, or the pairing would be lost as well.
            sensors[address]?.wasCacheDropped = true
            call(device.adapter, BlueZAdapter.interface, "RemoveDevice", [.path(device.path)], for: .noMatter)
            fail(address, trouble, at: now)
        } else if hasAny {
            sensors[address]?.missing = missing
            startReading(address, device, at: now)
        } else {
            disconnect(address)
            fail(address, trouble, at: now)
        }
    }

    /// Services that the sensor has and whose measurement is not in the tree; and whether any measurement is.
    private func missingServices(of device: BlueZDevice) -> (missing: [GATTUUID], hasAny: Bool) {
        let present = Set(objects.characteristics(of: device.path).map(\.type))
        let missing = SensorServices.all.filter { entry in
            device.services.contains(entry.service) && present.isDisjoint(with: entry.measurements)
        }
        return (missing.map(\.service), !present.isDisjoint(with: SensorServices.measurements))
    }

    /// Asks BlueZ to end a sensor's link, or its attempt at one.
    mutating func disconnect(_ address: String) {
        guard let path = sensors[address]?.device, objects.devices[path] != nil else { return }
        call(path, BlueZDevice.interface, "Disconnect", for: .noMatter)
    }

    // MARK: Ends

    /// An attempt, or a link, came to its end: the sensor is looked for again, after a pause.
    mutating func fail(_ address: String, _ trouble: BlueZTrouble, at now: Int64) {
        guard var sensor = sensors[address] else { return }
        closeLinks(address, trouble)
        if sensor.phase == .linked { sensor.soughtSince = now }
        sensor.subscriptions = [:]
        sensor.early = []
        sensor.factsDue = []
        sensor.batteryTold = nil
        sensor.batteryValue = nil
        sensor.attempt += 1
        sensor.phase = .seeking
        sensor.device = nil
        sensor.since = now
        sensor.heardSince = nil
        sensor.retryAt = now + sensor.backoff.fail()
        sensor.trouble = trouble
        sensors[address] = sensor
    }

    mutating func failAll(on adapter: String, _ trouble: BlueZTrouble, at now: Int64) {
        for (address, sensor) in sensors.sorted(by: { $0.key < $1.key })
        where sensor.phase != .seeking && sensor.device?.parent == adapter {
            fail(address, trouble, at: now)
        }
    }

    /// A sensor is not wanted any more.
    mutating func letGo(_ address: String, _ trouble: BlueZTrouble, at now: Int64) {
        if sensors[address]?.phase != .seeking { disconnect(address) }
        closeLinks(address, trouble)
        sensors[address] = nil
        if calibrations.removeValue(forKey: address) != nil {
            say(.calibrated(sensor: SensorIdentity.ble(address: address).text, .impossible("it is not wanted any more")))
        }
    }
}
