import JSONText
import WireFormats

extension ANTText {
    static func json(_ page: FitnessEquipmentPage, _ bytes: DataPage) -> JSONObject {
        let number = JSONValue.integer(bytes[0])
        var object: JSONObject = ["page": number]
        switch page {
        case .calibration(let page):
            object.append("spinDownOk", page.hasSpinDownSucceeded)
            object.append("zeroOffsetOk", page.hasZeroOffsetSucceeded)
            object.append("temperatureC", tenths(page.temperatureCelsius))
            object.append("zeroOffset", page.zeroOffset)
            object.append("spinDownMs", page.spinDownMilliseconds)
        case .calibrationProgress(let page):
            object.append("spinDownPending", page.isSpinDownPending)
            object.append("zeroOffsetPending", page.isZeroOffsetPending)
            object.append("tempCondition", name(page.temperatureCondition))
            object.append("speedCondition", name(page.speedCondition))
            object.append("temperatureC", tenths(page.temperatureCelsius))
            object.append("targetSpeedMps", thousandths(page.targetSpeedMetresPerSecond))
            object.append("targetSpinDownMs", page.targetSpinDownMilliseconds)
        case .general(let page): append(page, to: &object)
        case .settings(let page):
            object.append("cycleLengthM", thousandths(page.cycleLengthMetres))
            object.append("inclinePct", thousandths(page.inclinePercent))
            object.append("resistancePct", tenths(page.resistancePercent))
            append(page.state, to: &object)
        case .metabolic(let page):
            object.append("met", thousandths(page.equivalents))
            object.append("burnRateKcalPerH", tenths(page.kilocaloriesPerHour))
            object.append("caloriesKcal", page.kilocalories)
            append(page.state, to: &object)
        case .stationaryBike(let page):
            object.append("cadence", page.revolutionsPerMinute)
            object.append("powerW", page.watts)
            append(page.state, to: &object)
        case .trainer(let page): append(page, to: &object)
        case .trainerTorque(let counters, let state):
            object.append("eventCount", counters.eventCount)
            object.append("ticks", counters.ticks)
            object.append("accPeriod2048", counters.periodTicks)
            object.append("accTorque32", counters.torqueTicks)
            append(state, to: &object)
        case .capabilities(let page):
            object.append("maxResistanceN", page.maximumResistanceNewtons)
            object.append("basicResistance", page.canBasicResistance)
            object.append("targetPower", page.canTargetPower)
            object.append("simulation", page.canSimulate)
        case .command(let command): append(command, to: &object)
        case .common(let common): return json(common, bytes, number: number)
        case .raw: return raw(bytes, number: number)
        }
        return object
    }

    private static func append(_ page: FitnessEquipmentPage.General, to object: inout JSONObject) {
        object.append("type", name(page.machine))
        object.append("elapsedS", thousandths(page.elapsedSeconds))
        object.append("distanceM", page.metres)
        object.append("distanceRaw", page.rawMetres)
        object.append("speedMps", thousandths(page.speedMetresPerSecond))
        object.append("virtualSpeed", page.isSpeedVirtual)
        object.append("hr", page.beatsPerMinute)
        object.append("hrSource", name(page.heartRateSource))
        append(page.state, to: &object)
    }

    private static func append(_ page: FitnessEquipmentPage.Trainer, to object: inout JSONObject) {
        object.append("eventCount", page.eventCount)
        object.append("cadence", page.revolutionsPerMinute)
        object.append("accPowerW", page.power?.accumulatedWatts)
        object.append("instPowerW", page.power?.watts)
        object.append("powerCalRequired", page.needsPowerCalibration)
        object.append("resistanceCalRequired", page.needsResistanceCalibration)
        object.append("userConfigRequired", page.needsUserConfiguration)
        object.append("targetPower", name(page.target))
        append(page.state, to: &object)
    }

    static func append(_ command: TrainerCommand, to object: inout JSONObject) {
        switch command {
        case .basicResistance(let percent): object.append("resistancePct", tenths(percent))
        case .targetPower(let watts): object.append("targetPowerW", thousandths(watts))
        case .wind(let wind):
            object.append("windCoefficient", thousandths(wind.coefficientKilogramsPerMetre))
            object.append("windSpeedKmh", wind.speedKilometresPerHour)
            object.append("drafting", thousandths(wind.draftingFactor))
        case .track(let track):
            object.append("gradePct", thousandths(track.gradePercent))
            object.append("crr", .number(track.rollingResistance, decimals: 5))
        case .user(let user):
            object.append("userWeightKg", thousandths(user.userKilograms))
            object.append("bikeWeightKg", thousandths(user.bikeKilograms))
            object.append("wheelDiameterM", thousandths(user.wheelDiameterMetres))
            object.append("wheelDiameterOffsetMm", user.wheelDiameterOffsetMillimetres)
            object.append("gearRatio", thousandths(user.gearRatio))
        }
    }

    private static func append(_ state: FitnessEquipmentPage.MachineState, to object: inout JSONObject) {
        object.append("state", name(state.activity))
        object.append("lapToggle", state.isLapToggled ? 1 : 0)
    }

    private static func name(_ activity: FitnessEquipmentPage.MachineState.Activity) -> String {
        switch activity {
        case .asleep: "asleep"
        case .ready: "ready"
        case .inUse: "in_use"
        case .finished: "finished"
        case .reserved: "reserved"
        }
    }

    private static func name(_ machine: FitnessEquipmentPage.General.Machine) -> String {
        switch machine {
        case .general: "general"
        case .treadmill: "treadmill"
        case .elliptical: "elliptical"
        case .stationaryBike: "stationary_bike"
        case .rower: "rower"
        case .climber: "climber"
        case .nordicSkier: "nordic_skier"
        case .trainer: "trainer"
        case .reserved: "reserved"
        }
    }

    private static func name(_ source: FitnessEquipmentPage.General.HeartRateSource) -> String {
        switch source {
        case .unknown: "unknown"
        case .antPlus: "ant_hrm"
        case .electromagnetic: "em_hrm"
        case .handContact: "hand_contact"
        }
    }

    private static func name(_ target: FitnessEquipmentPage.Trainer.Target) -> String {
        switch target {
        case .reached: "ok"
        case .speedTooLow: "speed_too_low"
        case .speedTooHigh: "speed_too_high"
        case .limitReached: "limit_reached"
        }
    }

    private static func name(_ condition: FitnessEquipmentPage.CalibrationProgress.Condition) -> String {
        switch condition {
        case .notApplicable: "not_applicable"
        case .tooLow: "too_low"
        case .ok: "ok"
        case .tooHigh: "too_high"
        }
    }
}
