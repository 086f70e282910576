import Gateway
import Phrases
import Workouts

/// What a workout cost and what it was made of: figures that rest on settings, each left out where it cannot be had.
extension WorkoutText {
    var effortRows: [(String, String)] {
        let summary = workout.summary
        return [
            (word(.bestPower), bestPower(summary)), ("W′", summary.wPrime.value.map(wPrime)), (word(.climb), climb(summary)),
            (word(.load), load(summary)), ("RR", summary.rrVariability.value.flatMap(variability)),
            (
                naming.words.name(of: Quantity.energy),
                summary.energy.value.map { energy($0, stated: summary.machineEnergyKilocalories.value) }
            ),
        ].compactMap { name, text in text.map { (name, $0) } }
    }

    /// Lengths that people compare, as far as the workout is long.
    private func bestPower(_ summary: WorkoutSummary) -> String? {
        let lengths = [5: "5\u{A0}s", 60: "1\u{A0}min", 300: "5\u{A0}min", 1200: "20\u{A0}min", 3600: "1\u{A0}h"]
        let parts = summary.powerCurve.compactMap { point in
            lengths[point.seconds].map { "\($0) \(whole(point.watts))\u{A0}W" }
        }
        // The average of the whole is no best.
        return parts.count > 1 ? parts.joined(separator: ", ") : nil
    }

    private func wPrime(_ low: WPrimeSeries.Low) -> String {
        func kilojoules(_ joules: Double) -> String { Fixed.text(joules / 1000, decimals: 1) }
        let capacity = workout.settings.wPrimeJoules.map { " of \(kilojoules($0))" } ?? ""
        let text =
            "lowest \(kilojoules(low.minimumJoules))\(capacity)\u{A0}kJ"
            + " after \(ClockText.span(TimeSpan(seconds: Double(low.minimumSecond))))"
        return low.minimumJoules < 0 ? text + style.dim("  (below 0: CP or W′ is set too low)") : text
    }

    private func climb(_ summary: WorkoutSummary) -> String? {
        guard let up = summary.ascentMetres.value, let down = summary.descentMetres.value, let altimeter = summary.altimeter
        else {
            return nil
        }
        return "\(measures.height(up)) up, \(measures.height(down)) down"
            + style.dim("  by \(altimeter.words), steps above \(measures.height(altimeter.climbThresholdMetres))")
    }

    private func load(_ summary: WorkoutSummary) -> String? {
        var parts: [String] = []
        if let load = summary.heartRateLoad.value {
            parts.append("TRIMP \(whole(load.trimp))")
            if let stress = load.hrTSS.value, let threshold = workout.settings.lactateThresholdBeatsPerMinute {
                parts.append("hrTSS \(whole(stress)) at LTHR \(whole(threshold))")
            }
            if load.isSexAssumed { parts.append("by men's constants") }
        }
        if let factor = summary.efficiencyFactor.value { parts.append("EF \(Fixed.text(factor, decimals: 2))") }
        if let decoupling = summary.decoupling.value {
            parts.append("decoupling \(Fixed.text(decoupling.percent, decimals: 1)) %")
        }
        guard !parts.isEmpty else { return nil }
        let load = summary.heartRateLoad.value
        return parts.joined(separator: ", ") + (load.map { $0.isLowCoverage ? covered($0.coverage) : "" } ?? "")
    }

    private func variability(_ variability: RRVariability) -> String? {
        guard variability.isShown else { return nil }
        return "varies by \(whole(variability.rmssdMilliseconds)) ms from beat to beat (rMSSD), "
            + "\(whole(variability.quality * 100)) % of the beats are sound"
    }

    private func energy(_ energy: ActiveEnergy, stated: Double?) -> String {
        let machine = stated.map { ", \(whole($0))\u{A0}kcal by the machine" } ?? ""
        return "\(whole(energy.kilocalories))\u{A0}kcal \(energy.method.words)" + machine
            + (energy.isLowCoverage ? covered(energy.coverage) : "")
    }
}

extension ActiveEnergy.Method {
    fileprivate var words: String {
        switch self {
        case .power: "by power"
        case .heartRate: "by heart rate"
        case .estimate: "estimated from the time alone"
        }
    }
}

extension Altimeter {
    fileprivate var words: String { self == .barometer ? "barometer" : "GPS" }
}
