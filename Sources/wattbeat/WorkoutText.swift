import Gateway
import JSONText
import Workouts

/// A finished workout as a person reads it in a terminal: what `wattbeat replay` ends with.
struct WorkoutText {
    let workout: Workout
    let style: Terminal
    let naming: WorkoutNaming

    var lines: [String] {
        [title] + coachingLine + times + figures + [""] + zones(.heartRate, "Heart-rate zones") + zones(.power, "Power zones")
            + plan + laps
            + legs + splits + route + sensors
    }

    var title: String {
        (workout.isDemo ? style.bold("DEMO ") : "") + style.bold(shown(naming.title(of: workout))) + "  " + style.dim(date)
    }

    var measures: Measures { naming.measures }

    /// Whether its speed is told as a pace: all of it was on foot.
    var isPaced: Bool {
        workout.activities.allSatisfy { $0.type.isOnFoot || $0.type == .transition } && workout.type.isOnFoot
    }

    /// Local time where the capture says the offset, else UTC, and whether it can be relied upon.
    private var date: String {
        let doubt =
            switch (workout.clock.isTrusted, workout.clock.source) {
            case (true, .gpsEraShifted): " by GPS, moved by whole 1024-week eras"
            case (true, .gps): " by GPS"
            case (true, .earlier): " by a clock that was set earlier"
            case (true, _): ""
            case (false, .file): " by the file's clock"
            case (false, _): ", but the clock was not set"
            }
        return ClockText.moment(workout.startTimestamp, utcOffsetSeconds: workout.clock.utcOffsetSeconds) + doubt
    }

    private var times: [String] {
        let summary = workout.summary
        var parts = ["elapsed \(ClockText.span(summary.elapsed))", "timer \(ClockText.span(summary.timer))"]
        if let moving = summary.moving.value { parts.append("moving \(ClockText.span(moving))") }
        if !workout.pauses.isEmpty { parts.append("\(workout.pauses.count) \(workout.pauses.count == 1 ? "pause" : "pauses")") }
        return [parts.joined(separator: "   ")]
    }

    private var figures: [String] {
        let summary = workout.summary
        var rows: [(String, String)] = []
        if let distance = summary.distance.value {
            var text = measures.distance(distance.metres) + " by " + distance.origin.words
            let others = distance.parts.filter { $0.origin != distance.origin && $0.metres >= 0.5 }
            if !others.isEmpty {
                text +=
                    " (of it "
                    + others.map { "\(measures.part($0.metres)) by \($0.origin.words)" }.joined(separator: ", ") + ")"
            }
            rows.append(("Distance", text))
        }
        if let speed = summary.averageSpeedMetresPerSecond.value {
            rows.append(
                ("Speed", speedText(speed, summary.movingSpeedMetresPerSecond.value, summary.maximumSpeedMetresPerSecond.value)))
        }
        if let power = summary.power.value { rows.append(("Power", powerText(power))) }
        if let heart = summary.heartRate.value { rows.append(("Heart rate", range(heart, "bpm"))) }
        if let cadence = summary.cadence.value {
            let (turning, all) = (whole(cadence.averageWithoutZeros ?? 0), whole(cadence.average))
            rows.append(("Cadence", turning == all ? "\(all) rpm" : "\(turning) rpm without zeros, \(all) with"))
        }
        if let rate = summary.stepRate.value { rows.append(("Steps", stepsText(rate, summary.steps.value))) }
        rows += effortRows
        return rows.flatMap { name, text in
            let lines = (String(repeating: " ", count: Self.nameWidth) + text.bound).wrapped(
                to: style.columns, indent: Self.nameWidth)
            return [style.dim(name.padded(to: Self.nameWidth)) + (lines.first ?? "").dropFirst(Self.nameWidth)]
                + lines.dropFirst()
        }
    }

    private static let nameWidth = 12

    private func stepsText(_ rate: WorkoutSummary.Statistics, _ steps: Double?) -> String {
        (steps.map { "\(whole($0)) steps, " } ?? "") + "\(whole(rate.averageWithoutZeros ?? rate.average)) a minute"
    }

    private func speedText(_ average: Double, _ moving: Double?, _ maximum: Double?) -> String {
        var parts = ["average \(speed(average))"]
        if let moving { parts.append("moving \(speed(moving))") }
        if let maximum { parts.append("fastest \(speed(maximum))") }
        return parts.joined(separator: ", ")
    }

    private func speed(_ metresPerSecond: Double) -> String {
        measures.speed(metresPerSecond, isPaced)
    }

    private func powerText(_ power: WorkoutSummary.Statistics) -> String {
        let summary = workout.summary
        var parts = ["average \(whole(power.average)) W", "highest \(whole(power.maximum))"]
        // Coasting and standing make the two differ.
        if let ridden = power.averageWithoutZeros, whole(ridden) != whole(power.average) {
            parts[0] += " (\(whole(ridden)) without zeros)"
        }
        if let normalized = summary.normalizedPowerWatts.value { parts.append("NP \(whole(normalized))") }
        if let variability = summary.variabilityIndex.value { parts.append("VI \(Fixed.text(variability, decimals: 2))") }
        if let factor = summary.intensityFactor.value, let threshold = workout.settings.functionalThresholdPowerWatts {
            parts.append("IF \(Fixed.text(factor, decimals: 2)) at FTP \(whole(threshold))")
        }
        if let stress = summary.trainingStressScore.value { parts.append("TSS \(Fixed.text(stress, decimals: 0))") }
        if let work = summary.workKilojoules.value { parts.append("\(whole(work))\u{A0}kJ") }
        return parts.joined(separator: ", ") + coverage(power)
    }

    private func range(_ statistics: WorkoutSummary.Statistics, _ unit: String) -> String {
        "average \(whole(statistics.average)) \(unit), \(whole(statistics.minimum)) to \(whole(statistics.maximum))"
            + coverage(statistics)
    }

    private func coverage(_ statistics: WorkoutSummary.Statistics) -> String {
        statistics.isLowCoverage ? covered(statistics.coverage) : ""
    }

    /// How much of the time a figure speaks of, where that must be said (core §6.1).
    func covered(_ share: Double) -> String { style.dim("  (\(whole(share * 100)) % of the time has data)") }

    /// One bar a zone, highest zone first; shares are of the covered time (core §4.2).
    private func zones(_ quantity: Quantity, _ title: String) -> [String] {
        guard let group = workout.zoneGroups[quantity] else { return [] }
        let covered = group.covered.seconds
        guard covered > 0 else { return [] }
        let boundaries = group.configuration.boundaries
        let longest = group.zoneDurations.map(\.seconds).max() ?? 1
        let barWidth = max(4, min(24, style.columns - 38))
        var table = TextTable(.right, .left, .left, .right, .right)
        for index in group.zoneDurations.indices.reversed() {
            let seconds = group.zoneDurations[index].seconds
            table.add(
                group.configuration.label(of: index), ZoneText.range(boundaries, index),
                style.zone(index, style.bar(seconds / longest, width: barWidth)),
                ClockText.span(group.zoneDurations[index]), "\(whole(seconds / covered * 100)) %")
        }
        if group.unattributed.seconds >= 0.5 { table.add("", "no data", "", ClockText.span(group.unattributed), "") }
        return [style.bold(title) + style.dim("  \(group.configuration.modelName), \(quantity.unit)")] + table.lines() + [""]
    }

    private var laps: [String] {
        // Where each leg is one lap, the legs tell the same.
        guard workout.laps.count > 1, workout.laps.count > workout.activities.count else { return [] }
        return parts("Laps", workout.laps.enumerated().map { ("\($0.offset + 1)", $0.element.summary) })
    }

    private var legs: [String] {
        guard workout.activities.count > 1 else { return [] }
        return parts("Legs", workout.activities.map { ($0.type.words.lowercased(), $0.summary) })
    }

    private func parts(_ title: String, _ parts: [(name: String, summary: WorkoutSummary)]) -> [String] {
        var table = TextTable(.left, .right, .right, .right, .right, .right, .right)
        let titles = ["", "timer", measures.distanceName, measures.speedName(isPaced), "bpm", "W", "rpm"].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5], titles[6])
        for (name, summary) in parts {
            table.add(
                name, ClockText.span(summary.timer),
                summary.distance.value.map { measures.distanceNumber($0.metres) } ?? "–",
                summary.averageSpeedMetresPerSecond.value.map { measures.speedNumber($0, isPaced) } ?? "–",
                summary.heartRate.value.map { whole($0.average) } ?? "–", summary.power.value.map { whole($0.average) } ?? "–",
                summary.cadence.value.flatMap(\.averageWithoutZeros).map(whole) ?? "–")
        }
        return [style.bold(title)] + table.lines() + [""]
    }

    private var splits: [String] {
        let rows = measures.splits(of: workout)
        guard !rows.isEmpty else { return [] }
        let full = rows.filter { !$0.isPartial }
        let fastest = full.count > 1 ? full.map(\.timer).min() : nil
        let slowest = full.count > 2 ? full.map(\.timer).max() : nil
        var table = TextTable(.right, .right, .right, .right, .left)
        let titles = ["", "timer", measures.speedName(isPaced), "bpm"].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3])
        for (index, split) in rows.enumerated() {
            let speed = split.distanceMetres / max(split.timer.seconds, 0.001)
            table.add(
                split.isPartial ? measures.part(split.distanceMetres) : "\(index + 1)", ClockText.span(split.timer),
                measures.speedNumber(speed, isPaced),
                split.averageBeatsPerMinute.map(whole) ?? "–",
                split.isPartial
                    ? "" : split.timer == fastest ? style.bold("fastest") : split.timer == slowest ? style.dim("slowest") : "")
        }
        return [style.bold(measures.splitsName)] + table.lines() + [""]
    }

    private var route: [String] {
        guard let first = workout.route.firstPlace, let last = workout.route.lastPlace else { return [] }
        let ends = [first, last].map { ClockText.position($0.latitude, $0.longitude) }
        let text = "\(Count.text(workout.route.placeCount, "point", "points")), from \(ends[0]) to \(ends[1])"
        return (style.bold("Route") + "  " + text).wrapped(to: style.columns, indent: 2) + [""]
    }

    private var sensors: [String] {
        guard !workout.sources.isEmpty else { return [] }
        var table = TextTable(.left, .left, .left)
        for source in workout.sources {
            // A number alone says nothing to a person.
            let model = source.model.map { $0.allSatisfy(\.isNumber) ? "model \($0)" : shown($0) }
            let battery = source.batteryPercent.map { "\($0) %" } ?? source.batteryStatus?.rawValue
            let facts = [source.manufacturer.map(shown), model, battery.map { "battery \($0)" }].compactMap { $0 }
            table.add(source.words, style.dim(shown(source.identity)), facts.joined(separator: ", "))
        }
        let lines = table.lines()
        guard let widest = lines.map(\.columns).max(), widest > style.columns else { return [style.bold("Sensors")] + lines }
        // Too narrow for three columns: what a sensor is stands below its name.
        let nameWidth = table.rows.map(\.[0].columns).max() ?? 0
        return table.rows.reduce(into: [style.bold("Sensors")]) { lines, row in
            lines.append("  \(row[0].padded(to: nameWidth))  \(row[1])")
            if !row[2].isEmpty { lines += ("    " + row[2].bound).wrapped(to: style.columns, indent: 4) }
        }
    }

    func whole(_ value: Double) -> String { Fixed.text(value, decimals: 0) }
}
