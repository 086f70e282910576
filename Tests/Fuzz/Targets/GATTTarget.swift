import WireFormats

extension FuzzTarget {
    /// Every characteristic's value, decoded as its type; what a control point says is encoded and must decode to itself.
    static let gatt = FuzzTarget("gatt", upTo: 64) { bytes in
        var reader = ByteReader(bytes)
        guard let choice = reader.uint8() else { return }
        let value = [UInt8](reader.rest())
        characteristics[Int(choice) % characteristics.count](value)
    }

    private static let characteristics: [@Sendable ([UInt8]) -> Void] = [
        { takes(HeartRateMeasurement.self, $0) }, { takes(BodySensorLocation.self, $0) },
        { takes(CyclingPowerMeasurement.self, $0) }, { takes(CyclingPowerFeature.self, $0) },
        { takes(SensorLocation.self, $0) }, { takes(CSCMeasurement.self, $0) }, { takes(CSCFeature.self, $0) },
        { takes(RSCMeasurement.self, $0) }, { takes(RSCFeature.self, $0) }, { merges(IndoorBikeData.self, $0) },
        { merges(TreadmillData.self, $0) }, { takes(FitnessMachineFeature.self, $0) },
        { takes(FitnessMachineServiceData.self, $0) }, { takes(FitnessMachineStatus.self, $0) },
        { takes(TrainingStatus.self, $0) }, { takes(SupportedRange.self, $0) }, { takes(BatteryLevel.self, $0) },
        { takes(DeviceInformationString.self, $0) }, { takes(PnPID.self, $0) }, { takes(SystemID.self, $0) },
        {
            guard let point = try? HeartRateControlPoint(decoding: $0) else { return }
            precondition((try? HeartRateControlPoint(decoding: point.encoded())) == point, "\(point) changed on its way")
        },
        { controls(CyclingPowerControlPoint.self, $0) }, { controls(SpeedCadenceControlPoint.self, $0) },
        { controls(FitnessMachineControlPoint.self, $0) },
        {
            guard let declaration = try? CharacteristicDeclaration(decoding: $0) else { return }
            precondition(
                (try? CharacteristicDeclaration(decoding: declaration.encoded())) == declaration,
                "\(declaration) changed on its way")
        },
    ]

    private static func takes<Value: CharacteristicValue>(_ type: Value.Type, _ bytes: [UInt8]) {
        guard let value = try? Value(decoding: bytes) else { return }
        precondition((try? Value(decoding: bytes)) == value, "\(value) is not itself")
    }

    /// A record of several packets takes each of them.
    private static func merges<Value: FitnessMachineData>(_ type: Value.Type, _ bytes: [UInt8]) {
        takes(type, bytes)
        for cut in 0...min(bytes.count, 24) {
            guard var first = try? Value(decoding: Array(bytes[..<cut])), let second = try? Value(decoding: Array(bytes[cut...]))
            else { continue }
            first.merge(second)
        }
    }

    private static func controls<Procedure: ControlPointProcedure>(_ type: Procedure.Type, _ bytes: [UInt8]) {
        guard let procedure = try? Procedure(decoding: bytes) else { return }
        precondition((try? Procedure(decoding: procedure.encoded())) == procedure, "\(procedure) changed on its way")
    }
}
