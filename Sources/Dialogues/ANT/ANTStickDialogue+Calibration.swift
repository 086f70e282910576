internal import WireFormats

/// A power meter's zero, set while the stick goes on listening.
extension ANTStickDialogue {
    /// Microseconds within which a sensor must have been heard to be spoken to.
    private static let present: Int64 = 5_000_000

    /// Whether the sensor could be spoken to now.
    public func canReach(_ sensor: ANTSensorID, at now: Int64) -> Bool {
        switch phase {
        case .scanning: sightings.channelID(of: sensor, heardWithin: Self.present, at: now) != nil
        case .channels(let set): set.channel(tracking: sensor) != nil
        case .idle, .resetting, .configuring, .resting: false
        }
    }

    /// Sets a power meter's zero; `calibrated` tells how it went.
    public mutating func calibrate(_ sensor: ANTSensorID, at now: Int64) -> [ANTStickEvent] {
        func refuse(_ reason: String) -> [ANTStickEvent] { [.calibrated(sensor, .impossible(reason))] }
        guard sensor.deviceType == .bicyclePower else { return refuse("only power meters have a zero to set") }
        guard calibration == nil else { return refuse("the stick is setting another meter's zero") }
        switch phase {
        case .scanning:
            guard let id = sightings.channelID(of: sensor, heardWithin: Self.present, at: now) else {
                return refuse("the meter is not heard; turn the cranks to wake it")
            }
            calibration = ANTPowerCalibration(sensor, at: now)
            calibrationChannel = 0
            // Named first: the channel that hears everybody else speaks to this one.
            queue.add([.setChannelID(channel: 0, id)])
            return wake(at: now)
        case .channels(let set):
            guard let channel = set.channel(tracking: sensor) else {
                return refuse("the meter is not heard; turn the cranks to wake it")
            }
            var begun = ANTPowerCalibration(sensor, at: now)
            let step = begun.request(at: now)
            calibration = begun
            calibrationChannel = channel
            if let step { take(step, at: now) }
            return wake(at: now)
        case .idle, .resetting, .configuring, .resting: return refuse("the stick is not ready")
        }
    }

    mutating func take(_ step: ANTPowerCalibration.Step, at now: Int64) {
        switch step {
        case .send(let page): events.append(.send(.acknowledged(channel: calibrationChannel, page)))
        case .ended(let outcome): end(outcome)
        }
    }

    mutating func takeTransfer(_ code: ResponseCode, on channel: UInt8, at now: Int64) {
        guard channel == calibrationChannel, let step = calibration?.take(code, at: now) else { return }
        take(step, at: now)
    }

    /// Over, one way or another.
    mutating func end(_ outcome: CalibrationOutcome) {
        guard let sensor = calibration?.sensor else { return }
        calibration = nil
        events.append(.calibrated(sensor, outcome))
        if case .scanning = phase { queue.add([.setChannelID(channel: 0, .any())]) }
    }
}
