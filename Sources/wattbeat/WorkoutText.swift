import Gateway
import JSONText
import Phrases
import Workouts

/// A finished workout as a person reads it in a terminal: what `wattbeat replay` ends with.
struct WorkoutText {
    let workout: Workout
    let style: Terminal
    let naming: WorkoutNaming
    /// `nil`: as its clock says.
    var isDated: Bool?

    var lines: [String] {
        [title] + coachingLine + times + figures + [""] + zones(.heartRate, .heartRateZones) + zones(.power, .powerZones)
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
        guard isDated ?? (workout.clock.isTrusted || workout.clock.source == .file) else {
            return "undated: the clock was not set"
        }
        let doubt =
            switch (workout.clock.isTrusted, workout.clock.source) {
            case (true, .gpsEraShifted): " by GPS, moved by whole 1024-week eras"
            case (true, .gps): " by GPS"
            case (true, .earlier): " by a clock that was set earlier"
            case (true, _): ""
            case (false, _): " by the file's clock"
            }
        return ClockText.moment(workout.startTimestamp, utcOffsetSeconds: workout.clock.utcOffsetSeconds) + doubt
    }

    private var times: [String] {
        let summary = workout.summary
        var parts = ["\(word(.elapsed)) \(ClockText.span(summary.elapsed))", "\(timer) \(ClockText.span(summary.timer))"]
        if let moving = summary.moving.value { parts.append("\(word(.moving)) \(ClockText.span(moving))") }
        if !workout.pauses.isEmpty { parts.append(naming.words.pauses(workout.pauses.count)) }
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
            rows.append((naming.words.name(of: Quantity.distance), text))
        }
        if let speed = summary.averageSpeedMetresPerSecond.value {
            rows.append(
                (
                    naming.words.name(of: Quantity.speed),
                    speedText(speed, summary.movingSpeedMetresPerSecond.value, summary.maximumSpeedMetresPerSecond.value)
                ))
        }
        if let power = summary.power.value { rows.append((naming.words.name(of: Quantity.power), powerText(power))) }
        if let heart = summary.heartRate.value { rows.append((naming.words.name(of: Quantity.heartRate), range(heart, "bpm"))) }
        if let cadence = summary.cadence.value {
            let (turning, all) = (whole(cadence.averageWithoutZeros ?? 0), whole(cadence.average))
            rows.append(
                (
                    naming.words.name(of: Quantity.cadence),
                    turning == all ? "\(all) rpm" : "\(turning) rpm without zeros, \(all) with"
                ))
        }
        if let rate = summary.stepRate.value {
            rows.append((naming.words.name(of: Quantity.steps), stepsText(rate, summary.steps.value)))
        }
        rows += effortRows
        let width = max(Self.nameWidth, (rows.map(\.0.columns).max() ?? 0) + 2)
        return rows.flatMap { name, text in
            let lines = (String(repeating: " ", count: width) + text.bound).wrapped(to: style.columns, indent: width)
            return [style.dim(name.padded(to: width)) + (lines.first ?? "").dropFirst(width)]
                + lines.dropFirst()
        }
    }

    private static let nameWidth = 12

    private func stepsText(_ rate: WorkoutSummary.Statistics, _ steps: Double?) -> String {
        (steps.map { "\(whole($0)) steps, " } ?? "") + "\(whole(rate.averageWithoutZeros ?? rate.average)) a minute"
    }

    private func speedText(_ mean: Double, _ moving: Double?, _ maximum: Double?) -> String {
        var parts = ["\(average) \(speed(mean))"]
        if let moving { parts.append("\(word(.moving)) \(speed(moving))") }
        if let maximum { parts.append("\(word(.fastest)) \(speed(maximum))") }
        return parts.joined(separator: ", ")
    }

    private func speed(_ metresPerSecond: Double) -> String {
        measures.speed(metresPerSecond, isPaced)
    }

    private func powerText(_ power: WorkoutSummary.Statistics) -> String {
        let summary = workout.summary
        var parts = ["\(average) \(whole(power.average)) W", "\(word(.highest)) \(whole(power.maximum))"]
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
        "\(average) \(whole(statistics.average)) \(unit), \(whole(statistics.minimum))–\(whole(statistics.maximum))"
            + coverage(statistics)
    }

    private func coverage(_ statistics: WorkoutSummary.Statistics) -> String {
        statistics.isLowCoverage ? covered(statistics.coverage) : ""
    }

    /// How much of the time a figure speaks of, where that must be said (core §6.1).
    func covered(_ share: Double) -> String { style.dim("  (\(whole(share * 100)) % of the time has data)") }

    /// One bar a zone, highest zone first; shares are of the covered time (core §4.2).
    private func zones(_ quantity: Quantity, _ title: PageWord) -> [String] {
        guard let group = workout.zoneGroups[quantity] else { return [] }
        let covered = group.covered.seconds
        guard covered > 0 else { return [] }
        let longest = group.zoneDurations.map(\.seconds).max() ?? 1
        let barWidth = max(4, min(24, style.columns - 38))
        var table = TextTable(.right, .left, .left, .right, .right)
        for index in group.zoneDurations.indices.reversed() {
            let seconds = group.zoneDurations[index].seconds
            table.add(
                group.configuration.label(of: index), zoneRange(index, group.configuration),
                style.zone(index, style.bar(seconds / longest, width: barWidth)),
                ClockText.span(group.zoneDurations[index]), "\(whole(seconds / covered * 100)) %")
        }
        if group.unattributed.seconds >= 0.5 {
            table.add("", naming.words.text(TableWord.noData), "", ClockText.span(group.unattributed), "")
        }
        return [style.bold(word(title)) + style.dim("  \(group.configuration.modelName), \(quantity.unit)")] + table.lines() + [
            ""
        ]
    }

    private var laps: [String] {
        // Where each leg is one lap, the legs tell the same.
        guard workout.laps.count > 1, workout.laps.count > workout.activities.count else { return [] }
        return parts(.laps, workout.laps.enumerated().map { ("\($0.offset + 1)", $0.element.summary) }, .right)
    }

    private var legs: [String] {
        guard workout.activities.count > 1 else { return [] }
        return parts(.legs, workout.activities.map { (naming.words.name(of: $0.type).lowercased(), $0.summary) })
    }

    private func parts(
        _ title: PageWord, _ parts: [(name: String, summary: WorkoutSummary)], _ names: TextTable.Alignment = .left
    ) -> [String] {
        var table = TextTable(names, .right, .right, .right, .right, .right, .right)
        let titles = ["", timer, measures.distanceName, measures.speedName(isPaced), "bpm", "W", "rpm"].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5], titles[6])
        for (name, summary) in parts {
            table.add(
                name, ClockText.span(summary.timer),
                summary.distance.value.map { measures.distanceNumber($0.metres) } ?? "–",
                summary.averageSpeedMetresPerSecond.value.map { measures.speedNumber($0, isPaced) } ?? "–",
                summary.heartRate.value.map { whole($0.average) } ?? "–", summary.power.value.map { whole($0.average) } ?? "–",
                summary.cadence.value.flatMap(\.averageWithoutZeros).map(whole) ?? "–")
        }
        return [style.bold(word(title))] + table.lines() + [""]
    }

    private var splits: [String] {
        let rows = measures.splits(of: workout)
        guard !rows.isEmpty else { return [] }
        let full = rows.filter { !$0.isPartial }
        let fastest = full.count > 1 ? full.map(\.timer).min() : nil
        let slowest = full.count > 2 ? full.map(\.timer).max() : nil
        var table = TextTable(.right, .right, .right, .right, .left)
        let titles = ["", timer, measures.speedName(isPaced), "bpm"].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3])
        for (index, split) in rows.enumerated() {
            let speed = split.distanceMetres / max(split.timer.seconds, 0.001)
            table.add(
                split.isPartial ? measures.part(split.distanceMetres) : "\(index + 1)", ClockText.span(split.timer),
                measures.speedNumber(speed, isPaced),
                split.averageBeatsPerMinute.map(whole) ?? "–",
                split.isPartial
                    ? ""
                    : split.timer == fastest
                        ? style.bold(word(.fastest)) : split.timer == slowest ? style.dim(word(.slowest)) : "")
        }
        return [style.bold(word(measures.splitsName))] + table.lines() + [""]
    }

    private var route: [String] {
        guard let first = workout.route.firstPlace, let last = workout.route.lastPlace else { return [] }
        let ends = [first, last].map { ClockText.position($0.latitude, $0.longitude) }
        let text = "\(Count.text(workout.route.placeCount, "point", "points")), from \(ends[0]) to \(ends[1])"
        return (style.bold(word(.route)) + "  " + text).wrapped(to: style.columns, indent: 2) + [""]
    }

    func word(_ word: PageWord) -> String { naming.words.text(word) }
    private var timer: String { naming.words.text(TableWord.timer) }
    private var average: String { naming.words.text(TableWord.average) }

    /// The unit stands in the title.
    private func zoneRange(_ index: Int, _ configuration: ZoneConfiguration) -> String {
        naming.words.exactRange(index, of: configuration, hasUnit: false)
    }

    func whole(_ value: Double) -> String { Fixed.text(value, decimals: 0) }
}
