import JSONText
import WireFormats

/// Pages of one sensor, oldest first, as the engine folds them; without a clock, so no silence counts.
let antSequenceKinds: [DecodableKind] = [
    sequence(
        "ant_hrm", "ANT+ heart rate pages to RR-intervals; with strict=1 pages count once their toggle changed",
        parameters: ["strict"], member: "steps"
    ) { parameters in
        var beats = ANTBeatSequence(trust: parameters["strict"] ?? 0 > 0 ? .onceToggled : .always)
        return { page in .object(json(beats.apply(HeartRatePage(decoding: page), at: nil))) }
    },
    sequence("ant_power", "ANT+ power pages 0x10 to mean power") { _ in
        var power = ANTPowerSequence()
        return { page in
            guard case .powerOnly(let page) = BicyclePowerPage(decoding: page) else { return .null }
            return json(power.apply(page, at: nil))
        }
    },
    sequence(
        "ant_torque", "ANT+ torque pages 0x11 or 0x12 to torque, power and rotation", parameters: ["circumferenceM"]
    ) { parameters in
        // Counters of wheel and crank have nothing to do with each other.
        var wheel = ANTTorqueSequence()
        var crank = ANTTorqueSequence()
        return { page in
            switch BicyclePowerPage(decoding: page) {
            case .wheelTorque(let counters):
                json(wheel.apply(counters, at: nil), circumferenceMetres: parameters["circumferenceM"])
            case .crankTorque(let counters): json(crank.apply(counters, at: nil), circumferenceMetres: nil)
            default: .null
            }
        }
    },
    sequence(
        "ant_ctf", "ANT+ crank torque frequency pages 0x20, and calibration, to torque and power",
        parameters: ["offsetHz"]
    ) { parameters in
        var frequency = ANTCrankTorqueFrequencySequence(offsetHertz: parameters["offsetHz"])
        return { page in
            switch BicyclePowerPage(decoding: page) {
            case .crankTorqueFrequency(let page): return json(frequency.apply(page, at: nil))
            case .calibration(let calibration): frequency.apply(calibration)
            default: break
            }
            return .null
        }
    },
    sequence(
        "ant_power_meter", "all pages of one ANT+ power meter to its watts and cadence", parameters: ["offsetHz"]
    ) { parameters in
        var meter = ANTPowerMeter(offsetHertz: parameters["offsetHz"])
        return { page in
            let update = meter.apply(BicyclePowerPage(decoding: page), at: nil)
            return ["watts": ANTText.thousandths(update.watts), "cadence": ANTText.thousandths(update.cadencePerMinute)]
        }
    },
    sequence("ant_fec", "all pages of one ANT+ machine to what it adds up") { _ in
        var machine = ANTFitnessEquipment()
        return { page in
            let update = machine.apply(FitnessEquipmentPage(decoding: page), at: nil)
            return [
                "seconds": ANTText.thousandths(update.seconds), "deltaM": .integer(update.metres),
                "kcal": .integer(update.kilocalories), "watts": ANTText.thousandths(update.watts),
                "cadence": ANTText.thousandths(update.cadencePerMinute), "lap": .bool(update.isLap),
            ]
        }
    },
    sequence("ant_sdm", "ANT+ foot pod pages 1 to distance and strides") { _ in
        var strides = ANTStrideSequence()
        return { page in
            guard case .main(let main) = StrideSpeedDistancePage(decoding: page) else { return .null }
            let update = strides.apply(main, at: nil)
            guard let count = update.strides else { return .null }
            return [
                "strides": .integer(count), "deltaM": ANTText.thousandths(update.metres),
                "seconds": ANTText.thousandths(update.seconds),
            ]
        }
    },
    sequence("ant_speed", "ANT+ speed pages to speed", parameters: ["circumferenceM"]) { parameters in
        var wheel = ANTRevolutionSequence()
        return { page in json(wheel.apply(SpeedPage(decoding: page), at: nil), circumferenceMetres: parameters["circumferenceM"])
        }
    },
    sequence("ant_cadence", "ANT+ cadence pages to cadence") { _ in
        var crank = ANTRevolutionSequence()
        return { page in json(crank.apply(CadencePage(decoding: page), at: nil), circumferenceMetres: nil) }
    },
    sequence(
        "ant_speed_cadence", "messages of a combined ANT+ sensor to speed and cadence", parameters: ["circumferenceM"]
    ) { parameters in
        var wheel = ANTRevolutionSequence()
        var crank = ANTRevolutionSequence()
        return { page in
            let page = SpeedCadencePage(decoding: page)
            let speed = wheel.apply(eventTimeTicks: page.speedTimeTicks, revolutions: page.wheelRevolutions, at: nil)
            let cadence = crank.apply(eventTimeTicks: page.cadenceTimeTicks, revolutions: page.crankRevolutions, at: nil)
            return [
                "crank": json(cadence, circumferenceMetres: nil),
                "wheel": json(speed, circumferenceMetres: parameters["circumferenceM"]),
            ]
        }
    },
]

/// - Parameter fold: makes the state of one sensor, and what each page does to it.
private func sequence(
    _ name: String, _ summary: String, parameters: [String] = [], member: String = "updates",
    fold: @escaping @Sendable ([String: Double]) -> (DataPage) -> JSONValue
) -> DecodableKind {
    DecodableKind("seq.\(name)", summary, parameters: parameters, isSequence: true) { packets, values in
        let step = fold(values)
        return .object([member: .array(ANTText.pages(packets, step))])
    }
}

private func json(_ update: ANTBeatSequence.Update) -> JSONObject {
    [
        "newBeats": .integer(update.newBeats), "rr1024": .array(update.intervals.map { .integer($0) }),
        "missedRR": .integer(update.missedIntervals),
    ]
}

private func json(_ update: ANTPowerSequence.Update) -> JSONValue {
    guard let events = update.events else { return .null }
    return ["events": .integer(events), "avgW": ANTText.thousandths(update.averageWatts)]
}

private func json(_ update: ANTTorqueSequence.Update, circumferenceMetres: Double?) -> JSONValue {
    guard let events = update.events else { return .null }
    guard events > 0 else { return ["events": 0, "powerW": nil] }
    var object: JSONObject = [
        "events": .integer(events), "tickDelta": .integer(update.ticks),
        "torqueNm": ANTText.thousandths(update.torqueNewtonMetres), "powerW": ANTText.thousandths(update.watts),
        "rpm": ANTText.thousandths(update.revolutionsPerMinute),
    ]
    if let circumferenceMetres {
        let speed = update.metresPerSecond(circumferenceMetres: circumferenceMetres)
        object.append("speedKmh", ANTText.thousandths(speed.map { $0 * 3.6 }))
    }
    return .object(object)
}

private func json(_ update: ANTCrankTorqueFrequencySequence.Update) -> JSONValue {
    guard let events = update.events else { return .null }
    guard events > 0 else { return ["events": 0, "powerW": nil] }
    return [
        "events": .integer(events), "cadence": ANTText.thousandths(update.revolutionsPerMinute),
        "torqueNm": ANTText.thousandths(update.torqueNewtonMetres), "powerW": ANTText.thousandths(update.watts),
    ]
}

private func json(_ update: ANTRevolutionSequence.Update, circumferenceMetres: Double?) -> JSONValue {
    guard let revolutions = update.revolutions else { return .null }
    var object: JSONObject = ["revs": .integer(revolutions), "rpm": ANTText.thousandths(update.revolutionsPerMinute)]
    if let circumferenceMetres {
        let speed = update.metresPerSecond(circumferenceMetres: circumferenceMetres)
        object.append("speedKmh", ANTText.thousandths(speed.map { $0 * 3.6 }))
        object.append("deltaM", ANTText.thousandths(Double(revolutions) * circumferenceMetres))
    }
    return .object(object)
}
