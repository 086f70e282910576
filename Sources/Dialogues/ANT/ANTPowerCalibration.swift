internal import WireFormats

/// Sets a power meter's zero over page 1: asks until the meter has the request, then waits for what it says.
///
/// - SeeAlso: ANT+ Device Profile, Bicycle Power, calibration messages.
struct ANTPowerCalibration: Sendable {
    enum Step: Equatable {
        /// Send this page, acknowledged.
        case send(DataPage)
        case ended(CalibrationOutcome)
    }

    static let cannotSend = "the stick cannot send while it scans; set \"ant\": \"channels\" in the settings"

    let sensor: ANTSensorID
    private let end: Int64
    private var retry: Int64?
    private var hasRequest = false
    /// Offsets that a crank torque frequency meter sent one after the other.
    private var offsets: [UInt16] = []

    /// Microseconds from the request to the last moment of an answer.
    static let patience: Int64 = 10_000_000
    /// The stick reports within a few of the sensor's slots whether the request arrived.
    private static let retryInterval: Int64 = 1_000_000
    /// Such a meter never says that it is done: so many offsets in a row, each within this many hertz of the first, say it.
    private static let (steadyOffsets, steadyHertz) = (4, 2)

    init(_ sensor: ANTSensorID, at now: Int64) {
        self.sensor = sensor
        end = now + Self.patience
    }

    var nextWake: Int64 { min(retry ?? end, end) }

    /// The request goes out.
    mutating func request(at now: Int64) -> Step? {
        retry = now + Self.retryInterval
        return PowerCalibration.requestManualZero.encoded().map(Step.send)
    }

    /// The stick said what became of the request.
    mutating func take(_ code: ResponseCode, at now: Int64) -> Step? {
        switch code {
        case .transferCompleted:
            hasRequest = true
            retry = nil
            return nil
        // The radio was busy, or the meter missed it: again in its next slot.
        case .transferFailed, .transferInProgress, .channelInWrongState:
            if !hasRequest { retry = min(retry ?? .max, now + Self.retryInterval / 4) }
            return nil
        case .invalidScanTransmitChannel:
            return .ended(.impossible(Self.cannotSend))
        default: return nil
        }
    }

    /// The meter sent a page.
    mutating func take(_ page: DataPage) -> Step? {
        guard case .calibration(let calibration) = BicyclePowerPage(decoding: page) else { return nil }
        switch calibration {
        case .result(true, _, let data): return .ended(.success(offset: "offset \(data)"))
        case .result(false, let autoZero, let data):
            let reason = autoZero == .on ? "the meter refused, as it finds its zero by itself" : "the meter refused"
            return .ended(.refused("\(reason) (offset \(data)); keep the cranks still and unloaded"))
        case .crankTorqueFrequency(.offset(let hertz)): return settle(hertz)
        default: return nil
        }
    }

    private mutating func settle(_ hertz: UInt16) -> Step? {
        guard hasRequest else { return nil }
        if let first = offsets.first, abs(Int(first) - Int(hertz)) > Self.steadyHertz { offsets = [] }
        offsets.append(hertz)
        return offsets.count >= Self.steadyOffsets ? .ended(.success(offset: "offset \(hertz) Hz")) : nil
    }

    mutating func wake(at now: Int64) -> Step? {
        if now >= end { return .ended(.silent) }
        guard let moment = retry, moment <= now else { return nil }
        return request(at: now)
    }
}
