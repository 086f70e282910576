import Testing
import WireFormats

/// Every decoder takes every byte array: a value or a typed error, never a trap.
@Suite struct TotalityTests {
    private static let types: [any CharacteristicValue.Type] = [
        HeartRateMeasurement.self, BodySensorLocation.self, HeartRateControlPoint.self, CyclingPowerMeasurement.self,
        CyclingPowerFeature.self, SensorLocation.self, ControlPointPacket<CyclingPowerControlPoint>.self, CSCMeasurement.self,
        CSCFeature.self, RSCMeasurement.self, RSCFeature.self, ControlPointPacket<SpeedCadenceControlPoint>.self,
        IndoorBikeData.self, TreadmillData.self, FitnessMachineFeature.self, FitnessMachineStatus.self,
        ControlPointPacket<FitnessMachineControlPoint>.self, TrainingStatus.self, SupportedRange.self,
        FitnessMachineServiceData.self, BatteryLevel.self, DeviceInformationString.self, SystemID.self, PnPID.self,
    ]

    /// Every first byte (flags, op code), with second bytes that set each flag or say each result, before tails of many lengths.
    @Test(arguments: types.indices) func everyBeginning(index: Int) {
        let tail = (0..<38).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        for first in UInt8.min...UInt8.max {
            for second in [0x00, 0x01, 0x02, 0x04, 0x05, 0x08, 0x0F, 0x13, 0x20, 0xFF] as [UInt8] {
                let whole = [first, second] + tail
                for length in [0, 1, 2, 3, 5, 8, 12, 20, 40] {
                    _ = try? Self.types[index].init(decoding: Array(whole.prefix(length)))
                }
            }
        }
    }
}
