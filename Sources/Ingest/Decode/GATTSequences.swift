import JSONText
import WireFormats

/// What successive values mean together: without arrival times, so no clock of ours settles a wrap.
enum GATTSequences {
    static let kinds: [DecodableKind] = [
        cadence("seq.csc_crank", "cadence from CSC Measurements (2A5B)") { (value: CSCMeasurement) in value.crank },
        cadence("seq.cp_crank", "cadence from Cycling Power Measurements (2A63)") { (value: CyclingPowerMeasurement) in
            value.crank
        },
        speed("seq.csc_wheel", "speed and distance from CSC Measurements (2A5B)") { (value: CSCMeasurement) in value.wheel },
        speed("seq.cp_wheel", "speed and distance from Cycling Power Measurements (2A63)") { (value: CyclingPowerMeasurement) in
            value.wheel
        },
        .sequence("seq.cp_torque", "power from accumulated torque in Cycling Power Measurements (2A63)") {
            (values: [Result<CyclingPowerMeasurement, WireError>], _) in
            var counter = AccumulatedTorqueCounter()
            return ["powerW": .array(values.map { shown($0) { .number(counter.apply($0), decimals: 3) } })]
        },
        records("seq.indoor_bike", "whole records from the parts of Indoor Bike Data (2AD2)", IndoorBikeData.self),
        records("seq.treadmill", "whole records from the parts of Treadmill Data (2ACD)", TreadmillData.self),
    ]

    private static func cadence<Value: CharacteristicValue>(
        _ name: String, _ summary: String, crank: @escaping @Sendable (Value) -> CrankRevolutions?
    ) -> DecodableKind {
        .sequence(name, summary) { (values: [Result<Value, WireError>], _) in
            var counter = EventCounter.crank
            let rates = values.map { value in
                shown(value) { value in
                    switch crank(value).map({ counter.apply($0) }) {
                    case .advanced(let advance): .number(advance.revolutionsPerMinute, decimals: 3)
                    case .restarted: "reset"
                    case .baseline, .repeated, nil: nil
                    }
                }
            }
            return ["cadenceRpm": .array(rates)]
        }
    }

    private static func speed<Value: CharacteristicValue>(
        _ name: String, _ summary: String, wheel: @escaping @Sendable (Value) -> WheelRevolutions?
    ) -> DecodableKind {
        .sequence(name, summary, parameters: ["circumferenceM"]) { (values: [Result<Value, WireError>], parameters) in
            let circumference = parameters["circumferenceM"] ?? 0
            var counter = EventCounter.wheel
            var speeds: [JSONValue] = []
            var distances: [JSONValue] = []
            for value in values {
                var distance = JSONValue.null
                speeds.append(
                    shown(value) { value in
                        switch wheel(value).map({ counter.apply($0) }) {
                        case .advanced(let advance):
                            distance = .number(Double(advance.revolutions) * circumference, decimals: 3)
                            return .number(advance.revolutionsPerSecond * circumference * 3.6, decimals: 3)
                        case .repeated:
                            distance = 0
                            return nil
                        case .restarted: return "reset"
                        case .baseline, nil: return nil
                        }
                    })
                distances.append(distance)
            }
            return ["speedKmh": .array(speeds), "deltaM": .array(distances)]
        }
    }

    private static func records<Part: FitnessMachineData & GATTShown>(
        _ name: String, _ summary: String, _: Part.Type
    ) -> DecodableKind {
        .sequence(name, summary) { (values: [Result<Part, WireError>], _) in
            var parts = FitnessMachineParts<Part>()
            return ["records": .array(values.map { shown($0) { parts.append($0)?.json ?? nil } })]
        }
    }

    /// A value that cannot be read changes no state; its place says why.
    private static func shown<Value>(_ value: Result<Value, WireError>, _ json: (Value) -> JSONValue) -> JSONValue {
        switch value {
        case .success(let value): json(value)
        case .failure(let error): .string(error.word)
        }
    }
}
