import Workouts

// Units stand in the names, as in the columns of the tables: _us are microseconds.

extension WorkoutSummary: Record {
    static var blank: WorkoutSummary { WorkoutSummary(elapsed: .zero, timer: .zero) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("elapsed_us", &elapsed)
        coder.value("timer_us", &timer)
        coder.value("moving_us", &moving)
        coder.value("distance", &distance)
        coder.value("average_speed_m_s", &averageSpeedMetresPerSecond)
        coder.value("moving_speed_m_s", &movingSpeedMetresPerSecond)
        coder.value("maximum_speed_m_s", &maximumSpeedMetresPerSecond)
        coder.value("heart_rate_bpm", &heartRate)
        coder.value("power_w", &power)
        coder.value("cadence_rpm", &cadence)
        coder.value("step_rate_per_min", &stepRate)
        coder.value("temperature_c", &temperature)
        coder.value("steps", &steps)
        coder.value("altitude_m", &altitude)
        coder.value("ascent_m", &ascentMetres)
        coder.value("descent_m", &descentMetres)
        coder.value("altimeter", &altimeter)
        coder.value("normalized_power_w", &normalizedPowerWatts)
        coder.value("intensity_factor", &intensityFactor)
        coder.value("variability_index", &variabilityIndex)
        coder.value("training_stress_score", &trainingStressScore)
        coder.value("efficiency_factor", &efficiencyFactor)
        coder.value("work_kj", &workKilojoules)
        coder.value("power_curve", &powerCurve)
        coder.value("w_prime", &wPrime)
        coder.value("heart_rate_load", &heartRateLoad)
        coder.value("decoupling", &decoupling)
        coder.value("rr_variability", &rrVariability)
        coder.value("energy", &energy)
        coder.value("machine_energy_kcal", &machineEnergyKilocalories)
    }
}

extension WorkoutSummary.Statistics: Record {
    static var blank: Self {
        Self(
            average: 0, averageWithoutZeros: nil, minimum: 0, maximum: 0, sampleCount: 0, medianSpacing: nil, coverage: 0)
    }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("average", &average)
        coder.value("average_without_zeros", &averageWithoutZeros)
        coder.value("minimum", &minimum)
        coder.value("maximum", &maximum)
        coder.value("samples", &sampleCount)
        coder.value("median_spacing_us", &medianSpacing)
        coder.value("coverage", &coverage)
    }
}

extension WorkoutSummary.Distance: Record {
    static var blank: Self { Self(metres: 0, origin: .wheel, parts: []) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("metres", &metres)
        coder.value("origin", &origin)
        coder.value("parts", &parts)
    }
}

extension WorkoutSummary.Distance.Part: Record {
    static var blank: Self { Self(origin: .wheel, metres: 0) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("origin", &origin)
        coder.value("metres", &metres)
    }
}

extension WorkoutSummary.PowerCurvePoint: Record {
    static var blank: Self { Self(seconds: 0, watts: 0, startSecond: 0) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("seconds", &seconds)
        coder.value("watts", &watts)
        coder.value("start_second", &startSecond)
    }
}

extension WPrimeSeries.Low: Record {
    static var blank: Self { Self(minimumJoules: 0, minimumSecond: 0, endJoules: 0) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("minimum_j", &minimumJoules)
        coder.value("minimum_second", &minimumSecond)
        coder.value("end_j", &endJoules)
    }
}

extension HeartRateLoad: Record {
    static var blank: Self { Self(trimp: 0, hrTSS: .unavailable(.noData), isSexAssumed: false, coverage: 0) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("trimp", &trimp)
        coder.value("hr_tss", &hrTSS)
        coder.value("is_sex_assumed", &isSexAssumed)
        coder.value("coverage", &coverage)
    }
}

extension Decoupling: Record {
    static var blank: Self { Self(percent: 0, basis: .power, coverage: 0) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("percent", &percent)
        coder.value("basis", &basis)
        coder.value("coverage", &coverage)
    }
}

extension RRVariability: Record {
    static var blank: Self { Self(rmssdMilliseconds: 0, pairs: 0, acceptedBeats: 0, totalBeats: 0, duration: .zero) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("rmssd_ms", &rmssdMilliseconds)
        coder.value("pairs", &pairs)
        coder.value("accepted_beats", &acceptedBeats)
        coder.value("total_beats", &totalBeats)
        coder.value("duration_us", &duration)
    }
}

extension ActiveEnergy: Record {
    static var blank: Self { Self(kilocalories: 0, method: .estimate, coverage: 0) }

    mutating func visit(_ coder: inout some RecordCoder) {
        coder.value("kcal", &kilocalories)
        coder.value("method", &method)
        coder.value("coverage", &coverage)
    }
}
