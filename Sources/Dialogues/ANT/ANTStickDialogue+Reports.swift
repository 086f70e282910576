internal import WireFormats

/// What a stick says, and what follows.
extension ANTStickDialogue {
    mutating func take(_ report: ANTReport, at now: Int64) {
        if case .resetting = phase { return takeStarting(report, at: now) }
        if case .startUp = report { return takeStartUp(at: now) }
        note(report)
        if let (command, outcome) = queue.take(report) { settle(command, outcome, at: now) }
        switch report {
        case .data(let data): hear(data, at: now)
        case .event(let channel, let code): take(code, on: channel, at: now)
        case .response(let channel, to: .acknowledgedData, let code) where code != .noError:
            takeTransfer(code, on: channel, at: now)
        case .channelID(let channel, let id):
            if let sensor = ANTSensorID(id) { hear(sensor, id, on: channel, signal: nil, at: now) }
        default: break
        }
    }

    private mutating func takeStarting(_ report: ANTReport, at now: Int64) {
        switch report {
        case .startUp: ask()
        case .capabilities:
            // It answers, but would not be reset: what an earlier session left open is closed first.
            ask()
            note(report)
            let channels = 0..<min(identity?.capabilities.maximumChannels ?? 0, 32)
            queue.add(channels.flatMap { [.closeChannel($0), .unassignChannel($0)] })
        default: break
        }
    }

    private mutating func ask() {
        identity = nil
        phase = .configuring
        queue.removeAll()
        queue.add([.request(.capabilities)])
    }

    /// It started by itself, or answers a reset late: what it was told is lost.
    private mutating func takeStartUp(at now: Int64) {
        if identity == nil { return }
        if !isStarting {
            countRestart()
            events += watch.loseAll() + [.condition(.starting)]
            end(.impossible("the stick had to be started anew"))
        }
        if case .resting = phase { return }
        ask()
    }

    private mutating func note(_ report: ANTReport) {
        switch report {
        case .capabilities(let capabilities):
            if identity == nil { identity = ANTStickIdentity(capabilities: capabilities) }
            identity?.capabilities = capabilities
        case .serialNumber(let number): identity?.serialNumber = number
        case .version(let text): identity?.version = text
        default: break
        }
    }

    // MARK: Answers

    /// A command was answered, or will not be.
    mutating func settle(_ command: ANTCommand, _ outcome: ANTCommandQueue.Outcome, at now: Int64) {
        if case .configuring = phase { return settleStarting(command, outcome, at: now) }
        guard outcome != .silent else { return restart(at: now) }
        if case .channels(var set) = phase {
            set.settle(command, outcome, at: now)
            phase = .channels(set)
        }
        if case .setChannelID(_, let id) = command, let sensor = ANTSensorID(id), isScanning, sensor == calibration?.sensor {
            guard outcome == .done else { return end(.impossible(ANTPowerCalibration.cannotSend)) }
            if let step = calibration?.request(at: now) { take(step, at: now) }
        }
    }

    private mutating func settleStarting(_ command: ANTCommand, _ outcome: ANTCommandQueue.Outcome, at now: Int64) {
        switch (command, outcome) {
        case (.request(.capabilities, _), .done):
            let hasSerialNumber = identity?.capabilities.hasSerialNumber ?? false
            queue.add((hasSerialNumber ? [.request(.serialNumber)] : []) + [.request(.version)])
        // A stick that does not know its number, or its name, is as good.
        case (.request(.serialNumber, _), _): break
        case (.request(.version, _), _):
            if let identity { events.append(.identified(identity)) }
            queue.add([.setNetworkKey(network: 0, networkKey)])
        case (.setNetworkKey, .refused):
            events.append(.condition(.keyRefused))
            queue.removeAll()
            phase = .resting(until: now + Self.refusalRest)
        case (.setNetworkKey, .done): queue.add([.setLibConfiguration([.channelID, .signalStrength, .receiveTime])])
        case (.setLibConfiguration, .refused): queue.add([.enableExtendedMessages(true)])
        // Without: the channels are asked whom they follow.
        case (.setLibConfiguration, .done), (.enableExtendedMessages, .done), (.enableExtendedMessages, .refused):
            listen(at: now)
        case (.openRxScan, .done): listen(in: .scanning, .scanning)
        case (.openRxScan, .refused):
            hasRefusedScan = true
            restart(at: now)
        // Left from an earlier session, or not there at all.
        case (.closeChannel, _), (.unassignChannel, _): break
        case (_, .done): break
        default: restart(at: now)
        }
    }

    /// It is set up: opens what it listens with.
    private mutating func listen(at now: Int64) {
        guard let capabilities = identity?.capabilities else { return restart(at: now) }
        let canScan = capabilities.hasScanMode && capabilities.hasExtendedMessages && !hasRefusedScan
        switch mode {
        case .scan where !canScan:
            events.append(.condition(.cannotScan))
            phase = .resting(until: now + Self.refusalRest)
        case .scan, .auto:
            guard canScan else { return listenByChannels(capabilities, at: now) }
            queue.add([
                .assignChannel(0, .receive, network: 0), .setChannelID(channel: 0, .any()),
                .setRadioFrequency(channel: 0, megahertz: ANTCommand.antPlusFrequency), .openRxScan,
            ])
        case .channels: listenByChannels(capabilities, at: now)
        }
    }

    private mutating func listenByChannels(_ capabilities: ANTCapabilities, at now: Int64) {
        let set = ANTChannelSet(capabilities)
        listen(in: .channels(set), .channels(set.channels.count))
        serveChannels(at: now)
    }

    mutating func serveChannels(at now: Int64) {
        guard case .channels(var set) = phase else { return }
        set.want(wanted, looksAround: looksAround, at: now)
        phase = .channels(set)
        for sensor in set.unserved { if let event = watch.note(sensor, .noChannel) { events.append(event) } }
    }

    // MARK: Sensors

    private mutating func hear(_ data: ANTDataMessage, at now: Int64) {
        var signal: Int?
        if case .decibels(let value, _) = data.extended?.signalStrength { signal = Int(value) }
        var sensor = data.channelID.flatMap { ANTSensorID($0) }
        if let sensor, let id = data.channelID {
            hear(sensor, id, on: data.channel, signal: signal, at: now)
        } else if case .channels(let set) = phase {
            sensor = set.sensor(on: data.channel)
            if let sensor {
                hear(sensor, sensor.wantedChannelID, on: data.channel, signal: signal, at: now)
            } else if queue.isEmpty {
                queue.add([.request(.channelID, channel: data.channel)])
            }
        }
        if let sensor, sensor == calibration?.sensor, let step = calibration?.take(data.page) { take(step, at: now) }
    }

    private mutating func hear(_ sensor: ANTSensorID, _ id: ChannelID, on channel: UInt8, signal: Int?, at now: Int64) {
        if case .channels(var set) = phase {
            set.hear(sensor, on: channel, at: now)
            phase = .channels(set)
        }
        if let event = watch.hear(sensor, at: now) { events.append(event) }
        if !sensor.kinds.isEmpty, sightings.hear(sensor, id, at: now) { events.append(.heard(sensor, signal: signal)) }
    }

    private mutating func take(_ code: ResponseCode, on channel: UInt8, at now: Int64) {
        switch code {
        case .receiveFailed: countMissedSlot()
        case .wentToSearch: countSearch()
        case .eventQueueOverflow, .serialQueueOverflow: countOverflow()
        case .transferCompleted, .transferFailed: takeTransfer(code, on: channel, at: now)
        default: break
        }
        guard case .channels(var set) = phase else { return }
        let lost = set.note(code, on: channel, at: now)
        phase = .channels(set)
        if let lost, let event = watch.note(lost, .lost) { events.append(event) }
    }
}
