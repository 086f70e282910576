import JSONText
import WireFormats

extension ANTText {
    static func json(_ page: BicyclePowerPage, _ bytes: DataPage) -> JSONObject {
        let number = hex(bytes[0])
        var object: JSONObject = ["page": number]
        switch page {
        case .powerOnly(let page):
            object.append("eventCount", page.eventCount)
            object.append("pedalPowerPct", page.pedalPower?.percent)
            if let pedal = page.pedalPower { object.append("pedalPowerIsRight", pedal.isRight) }
            object.append("cadence", page.revolutionsPerMinute)
            object.append("accPowerW", page.accumulatedWatts)
            object.append("instPowerW", page.watts)
        case .wheelTorque(let counters), .crankTorque(let counters):
            object.append("eventCount", counters.eventCount)
            object.append("ticks", counters.ticks)
            object.append("cadence", counters.revolutionsPerMinute)
            object.append("accPeriod2048", counters.periodTicks)
            object.append("accTorque32", counters.torqueTicks)
        case .pedalling(let page):
            object.append("eventCount", page.eventCount)
            object.append("leftTePct", tenths(page.leftTorqueEffectivenessPercent))
            object.append("rightTePct", tenths(page.rightTorqueEffectivenessPercent))
            switch page.smoothness {
            case .combined(let percent): object.append("combinedPsPct", tenths(percent))
            case .eachPedal(let left, let right):
                object.append("leftPsPct", tenths(left))
                object.append("rightPsPct", tenths(right))
            }
        case .crankTorqueFrequency(let page):
            object.append("eventCount", page.eventCount)
            object.append("slope10", page.slopeTenths)
            object.append("time2000", page.timeTicks)
            object.append("torqueTicks", page.torqueTicks)
        case .calibration(let calibration):
            object.append("calibrationId", hex(bytes[1]))
            append(calibration, to: &object)
        case .parameters(let parameters): append(parameters, to: &object)
        case .forceAngle(let page):
            object.append("eventCount", page.eventCount)
            object.append("isRight", page.isRight)
            object.append("startDeg", thousandths(page.angles?.startDegrees))
            object.append("endDeg", thousandths(page.angles?.endDegrees))
            object.append("startPeakDeg", thousandths(page.peakAngles?.startDegrees))
            object.append("endPeakDeg", thousandths(page.peakAngles?.endDegrees))
            object.append("torqueNm", thousandths(page.torqueNewtonMetres))
        case .pedalPosition(let page):
            object.append("eventCount", page.eventCount)
            object.append("rider", name(page.rider))
            object.append("cadence", page.revolutionsPerMinute)
            object.append("rightOffsetMm", page.rightOffsetMillimetres)
            object.append("leftOffsetMm", page.leftOffsetMillimetres)
        case .common(let common): return json(common, bytes, number: number)
        case .raw: return raw(bytes, number: number)
        }
        return object
    }

    private static func append(_ calibration: PowerCalibration, to object: inout JSONObject) {
        switch calibration {
        case .requestManualZero: object.append("request", "manual_zero")
        case .setAutoZero(let isOn):
            object.append("request", "auto_zero")
            object.append("autoZero", isOn ? "on" : "off")
        case .result(let hasSucceeded, let autoZero, let data):
            object.append("result", hasSucceeded ? "success" : "fail")
            object.append("autoZero", name(autoZero))
            object.append("calibrationData", data)
        case .torqueMeter(let isEnabled, let isOn, let raw, let offset):
            object.append("autoZeroEnabled", isEnabled)
            object.append("autoZeroOn", isOn)
            object.append("rawTorqueNm", thousandths(Double(raw) / 32))
            object.append("offsetTorqueNm", thousandths(Double(offset) / 32))
        case .crankTorqueFrequency(.offset(let hertz)):
            object.append("ctf", "offset")
            object.append("offsetHz", hertz)
        case .crankTorqueFrequency(.slope(let tenths)):
            object.append("ctf", "slope")
            object.append("slope10", tenths)
        case .crankTorqueFrequency(.serialNumber(let number)):
            object.append("ctf", "serial")
            object.append("serialNumber", number)
        case .crankTorqueFrequency(.acknowledged(let subject)):
            object.append("ctf", "ack")
            object.append("acknowledged", subject)
        case .raw(let page): object.append("raw", digits(page.bytes))
        }
    }

    private static func append(_ parameters: PowerParameters, to object: inout JSONObject) {
        switch parameters {
        case .crank(let crank):
            object.append("subpage", 1)
            switch crank.length {
            case .millimetres(let length): object.append("crankLengthMm", tenths(length))
            case .automatic: object.append("crankLengthMm", "auto")
            case .invalid: object.append("crankLengthMm", .null)
            }
            object.append("crankStatus", crank.status)
            object.append("crankCapabilities", crank.capabilities)
        case .raw(let subpage, let page):
            object.append("subpage", subpage)
            object.append("raw", digits(page.bytes))
        }
    }

    private static func name(_ autoZero: PowerCalibration.AutoZero) -> String {
        switch autoZero {
        case .off: "off"
        case .on: "on"
        case .notSupported: "not_supported"
        case .reserved: "reserved"
        }
    }

    private static func name(_ rider: BicyclePowerPage.PedalPosition.Rider) -> String {
        switch rider {
        case .seated: "seated"
        case .sittingDown: "transition_to_seated"
        case .standing: "standing"
        case .standingUp: "transition_to_standing"
        }
    }
}
