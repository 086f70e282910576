import WireFormats

// From known services to values, and as long as they come.
extension BlueZPlan {
    /// Takes a sensor one step on, if its time has come.
    mutating func settleSensor(_ address: String, _ now: Int64) {
        guard let sensor = sensors[address] else { return }
        if sensor.phase == .seeking { return settleSeeking(address, now) }
        guard let device = sensor.device.flatMap({ objects.devices[$0] }) else { return fail(address, .linkLost, at: now) }
        switch sensor.phase {
        case .seeking: break
        case .connecting:
            guard isDue(sensor.since + timing.connect, now) else { break }
            disconnect(address)
            let isDeaf = adapters[device.adapter]?.isDeaf(timing) == true
            fail(address, .connectTimedOut, at: now)
            // It was not heard: nothing is known of it.
            if isDeaf { sensors[address]?.trouble = nil }
        case .resolving: settleResolving(address, device, now)
        case .reading:
            guard device.isConnected else { return fail(address, .linkLost, at: now) }
            if sensor.factsDue.isEmpty || isDue(sensor.since + timing.facts, now) { subscribe(address, device, at: now) }
        case .linked: settleLinked(address, device, now)
        }
    }

    // MARK: What a sensor says of itself

    /// BlueZ tells the name itself, and keeps the battery to itself.
    private static let factTypes = Set(GATTWants.sensor.facts).subtracting([.deviceName, .batteryLevel])

    mutating func startReading(_ address: String, _ device: BlueZDevice, at now: Int64) {
        guard let sensor = sensors[address] else { return }
        sensors[address]?.phase = .reading
        sensors[address]?.since = now
        guard !sensor.areFactsRead else { return subscribe(address, device, at: now) }
        for characteristic in objects.characteristics(of: device.path) where characteristic.flags.contains("read") {
            guard Self.factTypes.contains(characteristic.type) else { continue }
            sensors[address]?.factsDue.insert(characteristic.path)
            call(
                characteristic.path, BlueZCharacteristic.interface, "ReadValue", [.dictionary([])],
                for: .readFact(sensor: address, attempt: sensor.attempt, characteristic: characteristic.path))
        }
        if sensors[address]?.factsDue.isEmpty == true { subscribe(address, device, at: now) }
    }

    mutating func factRead(_ address: String, _ path: String, _ answer: Result<[DBusValue], DBusFault>) {
        sensors[address]?.factsDue.remove(path)
        guard let type = objects.characteristics[path]?.type, let bytes = (try? answer.get())?.first?.bytes else { return }
        sensors[address]?.facts.note(type, bytes)
    }

    // MARK: Subscriptions

    private mutating func subscribe(_ address: String, _ device: BlueZDevice, at now: Int64) {
        sensors[address]?.phase = .linked
        sensors[address]?.since = now
        sensors[address]?.linkedAt = now
        sensors[address]?.lastValue = now
        let areFactsRead = sensors[address]?.factsDue.isEmpty == true
        sensors[address]?.areFactsRead = areFactsRead
        sensors[address]?.factsDue = []
        for characteristic in objects.characteristics(of: device.path) {
            let type = characteristic.type
            let isBattery = type == .batteryLevel && device.batteryPercent == nil
            guard isBattery || SensorServices.measurements.contains(type) || SensorServices.extras.contains(type) else {
                continue
            }
            if characteristic.canNotify {
                sensors[address]?.subscriptions[characteristic.path] = .init(type: type)
                startNotify(address, characteristic.path)
            }
            if isBattery, characteristic.flags.contains("read") {
                call(
                    characteristic.path, BlueZCharacteristic.interface, "ReadValue", [.dictionary([])],
                    for: .readBattery(
                        sensor: address, attempt: sensors[address]?.attempt ?? 0, characteristic: characteristic.path))
            }
        }
        tellEarly(address, at: now)
        if let device = sensors[address]?.device.flatMap({ objects.devices[$0] }) { note(device, at: now) }
    }

    private mutating func startNotify(_ address: String, _ path: String) {
        sensors[address]?.subscriptions[path]?.state = .asked
        call(
            path, BlueZCharacteristic.interface, "StartNotify",
            for: .startNotify(sensor: address, attempt: sensors[address]?.attempt ?? 0, characteristic: path))
    }

    mutating func notifyStarted(_ address: String, _ path: String, _ answer: Result<[DBusValue], DBusFault>, at now: Int64) {
        guard let sensor = sensors[address], var subscription = sensor.subscriptions[path] else { return }
        let adapter = sensor.device?.parent ?? ""
        switch answer {
        case .success:
            subscription.state = .on(since: now)
            sensors[address]?.subscriptions[path] = subscription
            noteProgress(adapter, path, nil, at: now)
            if subscription.type != .batteryLevel { openLink(path, subscription.type, address) }
        case .failure(let fault):
            noteProgress(adapter, path, fault, at: now)
            sensors[address]?.refusal = fault
            retry(address, path, fault, at: now)
        }
    }

    /// A subscription did not come about: again, or without it, or without the link.
    private mutating func retry(_ address: String, _ path: String, _ fault: DBusFault, at now: Int64) {
        guard var subscription = sensors[address]?.subscriptions[path] else { return }
        // What is in progress has its own patience: the adapter's.
        if !fault.isInProgress { subscription.failures += 1 }
        let isGivenUp = subscription.failures > 5
        if isGivenUp, SensorServices.measurements.contains(subscription.type) {
            disconnect(address)
            return fail(address, .notifyRefused(fault), at: now)
        }
        subscription.state =
            isGivenUp ? .refused : .waiting(until: now + timing.firstRetry << Int64(min(subscription.failures, 5)) / 2)
        sensors[address]?.subscriptions[path] = subscription
    }

    // MARK: Linked

    private mutating func settleLinked(_ address: String, _ device: BlueZDevice, _ now: Int64) {
        guard let sensor = sensors[address] else { return }
        guard device.isConnected else { return linkLost(address, at: now) }
        if sensor.hangUps > 0, isDue(sensor.linkedAt + timing.shortLink, now) { sensors[address]?.hangUps = 0 }
        for (path, subscription) in sensor.subscriptions.sorted(by: { $0.key < $1.key }) {
            guard let characteristic = objects.characteristics[path] else {
                // The sensor's services changed under us: they are found anew on the same link.
                closeLinks(address, .missingServices([]))
                sensors[address]?.subscriptions = [:]
                sensors[address]?.attempt += 1
                sensors[address]?.phase = .resolving
                sensors[address]?.since = now
                return settleResolving(address, device, now)
            }
            switch subscription.state {
            case .waiting(let until): if isDue(until, now) { startNotify(address, path) }
            case .on(let since):
                guard characteristic.isNotifying == false, isDue(since + timing.rearming, now) else { break }
                retry(address, path, DBusFault(name: "", message: "it does not stay on"), at: now)
                guard sensors[address]?.phase == .linked else { return }
                settleAgain(address, path, now)
            case .asked, .refused: break
            }
        }
        tellBattery(address, device)
        guard sensor.isServing else {
            // Long enough for every retry; what is refused for good ends before.
            guard isDue(sensor.since + 2 * timing.silence, now) else { return }
            disconnect(address)
            return fail(address, .notifyRefused(sensor.refusal), at: now)
        }
        // A sensor that sends nothing while it has nothing to say is not worn out with attempts.
        let patience = timing.silence << Int64(min(sensor.silences, 4))
        guard isDue(sensor.lastValue + patience, now) else { return }
        sensors[address]?.silences += 1
        disconnect(address)
        fail(address, .silent, at: now)
    }

    /// Registers the moment of a retry that was just decided.
    private mutating func settleAgain(_ address: String, _ path: String, _ now: Int64) {
        if case .waiting(let until)? = sensors[address]?.subscriptions[path]?.state { _ = isDue(until, now) }
    }

    /// The link ended without our doing.
    private mutating func linkLost(_ address: String, at now: Int64) {
        guard let sensor = sensors[address] else { return }
        let isShort = now - sensor.linkedAt < timing.shortLink
        sensors[address]?.hangUps = isShort ? sensor.hangUps + 1 : 0
        fail(address, isShort && sensor.hangUps >= 2 ? .hangsUp : .linkLost, at: now)
    }

    // MARK: Values

    mutating func valueCame(_ bytes: [UInt8], _ path: String, at now: Int64) {
        guard let characteristic = objects.characteristics[path] else { return }
        // Only one path of a sensor is ours, should two adapters know it.
        guard let sensor = sensors[objects.devices[characteristic.device]?.address ?? ""], sensor.device == characteristic.device
        else { return }
        guard sensor.phase == .linked else { return keepEarly(bytes, characteristic, sensor) }
        if characteristic.type == .cyclingPowerControlPoint { return calibrationIndicated(sensor.address, bytes) }
        guard sensor.subscriptions[path] != nil else { return }
        deliver(bytes, of: path, from: sensor.address, at: now)
    }

    /// After a lost link BlueZ takes its subscriptions up again by itself, before we have asked: what comes then is told once we have.
    private mutating func keepEarly(_ bytes: [UInt8], _ characteristic: BlueZCharacteristic, _ sensor: BlueZSensorWork) {
        guard sensor.phase != .seeking, sensor.early.count < BlueZSensorWork.mostEarly,
            SensorServices.measurements.contains(characteristic.type)
        else { return }
        sensors[sensor.address]?.early.append(.init(path: characteristic.path, bytes: bytes))
    }

    private mutating func tellEarly(_ address: String, at now: Int64) {
        guard let early = sensors[address]?.early, !early.isEmpty else { return }
        sensors[address]?.early = []
        for value in early where sensors[address]?.subscriptions[value.path] != nil {
            deliver(value.bytes, of: value.path, from: address, at: now)
        }
    }

    mutating func deliver(_ bytes: [UInt8], of path: String, from address: String, at now: Int64) {
        guard let type = objects.characteristics[path]?.type else { return }
        if type == .batteryLevel {
            // The answer to a reading comes as a change of the property as well.
            guard sensors[address]?.batteryValue != bytes else { return }
            sensors[address]?.batteryValue = bytes
        } else {
            sensors[address]?.lastValue = now
            sensors[address]?.silences = 0
            sensors[address]?.trouble = nil
            sensors[address]?.backoff.succeed()
        }
        openLink(path, type, address)
        // The longest value that an attribute can have (Core Specification, volume 3, part F, §3.2.9).
        say(.bytes(key: path, Array(bytes.prefix(512))))
    }

    /// Tells the battery as bluetoothd, which keeps the service to itself, reports it.
    private mutating func tellBattery(_ address: String, _ device: BlueZDevice) {
        guard let percent = device.batteryPercent, let sensor = sensors[address], sensor.batteryTold != percent, sensor.isServing,
            !sensor.subscriptions.values.contains(where: { $0.type == .batteryLevel })
        else { return }
        let key = Self.batteryKey(device.path)
        if sensors[address]?.batteryTold == nil { say(.open(key: key, identity(.batteryLevel, address))) }
        sensors[address]?.batteryTold = percent
        say(.bytes(key: key, [UInt8(clamping: percent)]))
    }

    private static func batteryKey(_ device: String) -> String { device + "/battery" }

    // MARK: Links

    private mutating func openLink(_ path: String, _ type: GATTUUID, _ address: String) {
        if sensors[address]?.subscriptions[path] == nil {
            sensors[address]?.subscriptions[path] = .init(type: type, state: .refused)
        }
        guard sensors[address]?.subscriptions[path]?.isOpen == false else { return }
        sensors[address]?.subscriptions[path]?.isOpen = true
        say(.open(key: path, identity(type, address)))
    }

    private func identity(_ type: GATTUUID, _ address: String) -> LinkIdentity {
        let sensor = sensors[address]
        let name = sensor?.device.flatMap { objects.devices[$0]?.name }
        return LinkIdentity(
            kind: .gatt(characteristic: type.rawValue), address: address, name: name, facts: sensor?.facts.facts ?? [])
    }

    mutating func closeLinks(_ address: String, _ trouble: BlueZTrouble) {
        guard let sensor = sensors[address] else { return }
        for (path, subscription) in sensor.subscriptions.sorted(by: { $0.key < $1.key }) where subscription.isOpen {
            sensors[address]?.subscriptions[path]?.isOpen = false
            say(.close(key: path, trouble))
        }
        if sensor.batteryTold != nil, let device = sensor.device { say(.close(key: Self.batteryKey(device), trouble)) }
        sensors[address]?.batteryTold = nil
    }
}
