import JSONText
import Workouts

extension WorkoutSettings: Record {
    static var blank: WorkoutSettings { WorkoutSettings() }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("functional_threshold_power_w", &functionalThresholdPowerWatts)
        coder.value("lactate_threshold_heart_rate_bpm", &lactateThresholdBeatsPerMinute)
        coder.value("maximum_heart_rate_bpm", &maximumBeatsPerMinute)
        coder.value("resting_heart_rate_bpm", &restingBeatsPerMinute)
        coder.value("critical_power_w", &criticalPowerWatts)
        coder.value("w_prime_j", &wPrimeJoules)
        coder.value("weight_kg", &weightKilograms)
        coder.value("age_years", &ageYears)
        coder.value("sex", &sex)
        coder.value("fallback_kcal_per_min", &fallbackKilocaloriesPerMinute)
        coder.value("zones", &zones)
        coder.value("zones_by_activity", &zonesByActivity)
    }
}

/// The fields of zones; they are checked when zones are made of them.
private struct ZoneFields: Record {
    var quantity = Quantity.heartRate
    var boundaries: [Double] = []
    var source = ZoneConfiguration.Source.user
    var model = ""
    var inputs: [TextKey: Double] = [:]
    var estimatedInputs: [String] = []
    var validFrom: Timestamp?

    static var blank: ZoneFields { ZoneFields() }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("quantity", &quantity)
        coder.value("boundaries", &boundaries)
        coder.value("source", &source)
        coder.value("model", &model)
        coder.value("inputs", &inputs)
        coder.value("estimated_inputs", &estimatedInputs)
        coder.value("valid_from_us", &validFrom)
    }
}

extension ZoneConfiguration: RecordValue {
    func write(to bytes: inout [UInt8]) {
        var fields = ZoneFields()
        fields.quantity = quantity
        fields.boundaries = boundaries
        fields.source = source
        fields.model = modelName
        for (name, value) in inputs { fields.inputs[TextKey(rawValue: name)] = value }
        fields.estimatedInputs = estimatedInputs
        fields.validFrom = validFrom
        fields.write(to: &bytes)
    }

    init?(reading json: PlacedJSON) {
        guard let fields = ZoneFields(reading: json) else { return nil }
        var inputs: [String: Double] = [:]
        for (name, value) in fields.inputs { inputs[name.rawValue] = value }
        let configuration = try? ZoneConfiguration(
            fields.quantity, boundaries: fields.boundaries, source: fields.source, modelName: fields.model, inputs: inputs,
            estimatedInputs: fields.estimatedInputs, validFrom: fields.validFrom)
        guard let configuration else { return nil }
        self = configuration
    }
}

extension Omissions: Record {
    static var blank: Omissions { Omissions() }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("implausible_samples", &implausibleSamples)
        coder.value("pauses", &pauses)
        coder.value("laps", &laps)
        coder.value("locations", &locations)
    }
}
