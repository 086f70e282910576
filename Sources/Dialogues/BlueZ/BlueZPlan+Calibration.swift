import WireFormats

/// A power meter's zero under way.
struct BlueZCalibrationWork: Equatable, Sendable {
    enum Step: Equatable, Sendable { case enabling, writing, awaiting }
    var step: Step = .enabling
    let characteristic: String
    var dialogue: CyclingPowerCalibration
    /// When the meter counts as silent.
    var deadline: Int64
}

// A power meter's zero: indications, request, answer.
extension BlueZPlan {
    /// Sets a power meter's zero; `.calibrated` follows.
    ///
    /// - Parameter identity: `ble:…`
    public mutating func calibrate(_ identity: String, at now: Int64) {
        let address = String(identity.dropFirst(4)).uppercased()
        guard let path = sensors[address]?.device, sensors[address]?.isServing == true else {
            return say(.calibrated(sensor: identity, .impossible("it is not connected")))
        }
        guard let point = objects.characteristics(of: path).first(where: { $0.type == .cyclingPowerControlPoint }) else {
            return say(.calibrated(sensor: identity, .impossible("it has no control point for its zero offset")))
        }
        guard calibrations[address] == nil else {
            return say(.calibrated(sensor: identity, .impossible("its zero is being set already")))
        }
        calibrations[address] = BlueZCalibrationWork(
            characteristic: point.path, dialogue: CyclingPowerCalibration(feature: sensors[address]?.facts.powerFeature),
            deadline: now + CyclingPowerCalibration.timeout)
        call(point.path, BlueZCharacteristic.interface, "StartNotify", for: .calibration(sensor: address))
        pass(to: now)
    }

    mutating func calibrationAnswered(_ address: String, _ answer: Result<[DBusValue], DBusFault>, at now: Int64) {
        guard var work = calibrations[address] else { return }
        switch (work.step, answer) {
        case (.enabling, .success):
            work.step = .writing
            work.deadline = now + CyclingPowerCalibration.timeout
            call(
                work.characteristic, BlueZCharacteristic.interface, "WriteValue",
                [.bytes(work.dialogue.request), .dictionary([.init("type", .string("request"))])],
                timeout: CyclingPowerCalibration.timeout, for: .calibration(sensor: address))
        case (.writing, .success): work.step = .awaiting
        case (.awaiting, .success): break
        case (_, .failure(let fault)): return calibrated(address, Self.outcome(of: fault))
        }
        calibrations[address] = work
    }

    mutating func calibrationIndicated(_ address: String, _ bytes: [UInt8]) {
        // The answer may overtake BlueZ's word that the request was written.
        guard let work = calibrations[address], work.step == .writing || work.step == .awaiting else { return }
        if let outcome = calibrations[address]?.dialogue.apply(indication: bytes) { calibrated(address, outcome) }
    }

    mutating func settleCalibrations(_ now: Int64) {
        for (address, work) in calibrations.sorted(by: { $0.key < $1.key }) {
            if sensors[address]?.isServing != true {
                calibrated(address, .impossible("the link was lost"))
            } else if isDue(work.deadline, now) {
                calibrated(address, .silent)
            }
        }
    }

    private mutating func calibrated(_ address: String, _ outcome: CalibrationOutcome) {
        calibrations[address] = nil
        say(.calibrated(sensor: SensorIdentity.ble(address: address).text, outcome))
    }

    /// BlueZ gives an ATT error's number in words: `Operation failed with ATT error: 0xfd`.
    private static func outcome(of fault: DBusFault) -> CalibrationOutcome {
        let digits = fault.message.split(separator: "0x").last.map { $0.prefix(while: \.isHexDigit) } ?? ""
        if fault.message.contains("ATT error: 0x"), let code = UInt8(digits, radix: 16) {
            return CyclingPowerCalibration.outcome(attError: code)
        }
        return .refused(fault.message.isEmpty ? fault.name : fault.message)
    }
}
