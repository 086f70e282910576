import ActivityFiles
import Gateway
import Workouts

/// What a FIT file holds, as a person reads it: its messages, its activity, and the device's figures beside ours.
struct FITInspectionText {
    let file: FITInspection
    let style: Terminal

    var lines: [String] {
        var lines = [style.bold(shown(file.path))]
        guard let contents = file.contents else { return lines }
        for (index, part) in contents.parts.enumerated() {
            if contents.parts.count > 1 {
                lines += ["", style.bold("Part \(index + 1)") + style.dim("  at byte \(part.offset)")]
            }
            lines += facts(part, bytes: contents.parts.count == 1 ? file.bytes : part.end - part.offset)
            guard let recording = part.recording, file.workouts.indices.contains(index) else { continue }
            lines += self.facts(recording) + sensors(recording) + compared(recording, file.workouts[index])
            lines += sessions(recording) + laps(recording, file.workouts[index])
        }
        let findings = findings(contents)
        if !findings.isEmpty {
            lines += ["", style.bold("To know")] + findings.flatMap { ("  " + $0).wrapped(to: style.columns, indent: 2) }
        }
        return lines
    }

    // MARK: The file

    private func fact(_ name: String, _ text: String) -> [String] {
        let width = 13
        let lines = (String(repeating: " ", count: width) + text.bound).wrapped(to: style.columns, indent: width)
        return ["  " + style.dim(name.padded(to: width - 2)) + (lines.first ?? "").dropFirst(width)] + lines.dropFirst()
    }

    private func facts(_ part: FITPart, bytes: Int) -> [String] {
        let profile = "\(part.profileVersion / 1000)." + String("00\(part.profileVersion % 1000)".suffix(3))
        let version = "protocol \(part.protocolVersion >> 4).\(part.protocolVersion & 15), profile \(profile)"
        var lines = fact("Kind", "FIT file, \(ByteText.size(Int64(bytes))), \(version)")
        let maker = part.maker
        let names = [
            maker.manufacturerName ?? maker.manufacturer.map { "manufacturer \($0)" },
            maker.productName ?? maker.product.map { "product \($0)" }, maker.serialNumber.map { "serial number \($0)" },
        ]
        let made = names.compactMap { $0.map(shown) }
        if !made.isEmpty { lines += fact("Made by", made.joined(separator: ", ")) }
        let messages = part.messages.map { "\($0.count) \($0.name ?? "unknown \($0.number)")" }
        if !messages.isEmpty { lines += fact("Messages", messages.joined(separator: ", ")) }
        let own = part.developerFields.map { field in
            shown(field.name) + (field.units.map { " (\(shown($0)))" } ?? "") + " \(field.values)"
        }
        if !own.isEmpty { lines += fact("Own fields", own.joined(separator: ", ")) }
        return lines
    }

    private func facts(_ recording: ActivityRecording) -> [String] {
        let clock = recording.clock
        let began =
            clock.isTrusted
            ? ClockText.moment(clock.origin, utcOffsetSeconds: clock.utcOffsetSeconds)
            : "not known: its times count from when the device was switched on"
        var lines = fact("Began", began)
        if recording.isDemo { lines += fact("Demo", "made for show: nobody was riding") }
        if let name = recording.name { lines += fact("Workout", shown(name)) }
        let counts = recording.valueCounts.filter { $0.count > 0 }.map { "\($0.count) \(Self.words[$0.name] ?? $0.name)" }
        lines += fact("Points", "\(recording.points.count)" + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")))
        let intervals = recording.beats.reduce(0) { $0 + $1.rrTicks.count }
        if intervals > 0 { lines += fact("Beats", Count.text(intervals, "RR-interval", "RR-intervals")) }
        if !recording.pauses.isEmpty { lines += fact("Pauses", "\(recording.pauses.count)") }
        return lines
    }

    private static let words = [
        "heartRate": "heart rate", "stepRate": "step rate", "places": "places",
    ]

    private func sensors(_ recording: ActivityRecording) -> [String] {
        var table = TextTable(.left, .left, .left)
        for source in recording.sources where source.id != recording.receiver {
            let quantities = recording.providers.filter { $0.value == source.id }.keys.sorted().map(\.rawValue)
            let battery = source.batteryPercent.map { "\($0) %" } ?? source.batteryStatus?.rawValue
            // A number alone says nothing to a person.
            let maker = source.manufacturer.map { $0.allSatisfy(\.isNumber) ? "manufacturer \($0)" : $0 }
            let facts = [maker, source.model.map { "product \($0)" }, battery.map { "battery \($0)" }]
                .compactMap { $0.map(shown) }
            table.add(
                source.words, facts.joined(separator: ", "),
                quantities.map { Self.words[$0] ?? $0 }.joined(separator: ", "))
        }
        return ["", style.bold("Devices")] + table.lines()
    }

    // MARK: Figures

    private func compared(_ recording: ActivityRecording, _ workout: Workout?) -> [String] {
        guard let workout else { return [] }
        let ours = StatedFigures(of: workout.summary)
        let sports = Set(recording.legs.map(\.type)).subtracting([.transition])
        let type = sports.count > 1 ? .other : workout.type
        var table = TextTable(.left, .right, .right)
        table.add("", style.dim("device"), style.dim("wattbeat"))
        for row in StatedFigures.rows {
            let values = [recording.stated.flatMap { row.value($0) }, row.value(ours)]
            guard values.contains(where: { $0 != nil }) else { continue }
            let texts = values.map { $0.map { text($0, row.unit, isPaced: type.isOnFoot) } ?? "–" }
            table.add(Self.name(row.name), texts[0], texts[1])
        }
        return ["", style.bold(type.words) + style.dim("  the device's figures, and what is computed from the points")]
            + table.lines()
    }

    /// `averageHeartRate` as `average heart rate`.
    private static func name(_ name: String) -> String {
        name.reduce(into: "") { text, letter in text += letter.isUppercase ? " \(letter.lowercased())" : String(letter) }
    }

    private func text(_ value: Double, _ unit: StatedFigures.Row.Unit, isPaced: Bool) -> String {
        switch unit {
        case .seconds: ClockText.span(TimeSpan(seconds: min(value, 1e12)))
        case .metres: value >= 10_000 ? Fixed.text(value / 1000, decimals: 2) + " km" : Fixed.text(value, decimals: 0) + " m"
        case .metresPerSecond: isPaced ? ClockText.pace(value) + " /km" : Fixed.text(value * 3.6, decimals: 1) + " km/h"
        case .beatsPerMinute: Fixed.text(value, decimals: 0) + " bpm"
        case .perMinute: Fixed.text(value, decimals: 0) + " /min"
        case .watts: Fixed.text(value, decimals: 0) + " W"
        case .kilojoules: Fixed.text(value, decimals: 0) + " kJ"
        case .kilocalories: Fixed.text(value, decimals: 0) + " kcal"
        case .steps: Fixed.text(value, decimals: 0)
        case .score: Fixed.text(value, decimals: 1)
        case .ratio: Fixed.text(value, decimals: 2)
        }
    }

    private func sessions(_ recording: ActivityRecording) -> [String] {
        guard recording.legs.count > 1 else { return [] }
        var table = TextTable(.left, .right, .right, .right)
        table.add("", style.dim("start"), style.dim("timer"), style.dim("km"))
        for leg in recording.legs {
            table.add(
                leg.type.words.lowercased(), ClockText.span(leg.start - .zero),
                leg.stated?.timer.map { ClockText.span($0) } ?? "–",
                leg.stated?.distanceMetres.map { Fixed.text($0 / 1000, decimals: 2) } ?? "–")
        }
        return ["", style.bold("Sessions")] + table.lines()
    }

    private func laps(_ recording: ActivityRecording, _ workout: Workout?) -> [String] {
        guard recording.laps.count > 1 else { return [] }
        var table = TextTable(.right, .right, .right, .right, .right, .left)
        table.add("", style.dim("start"), style.dim("timer"), style.dim("km"), style.dim("ours"), style.dim("ended by"))
        for (index, lap) in recording.laps.prefix(Self.mostLaps).enumerated() {
            let ours = workout.flatMap { $0.laps.indices.contains(index) ? $0.laps[index].summary.distance.value?.metres : nil }
            table.add(
                "\(index + 1)", ClockText.span(lap.start - .zero), lap.stated?.timer.map { ClockText.span($0) } ?? "–",
                lap.stated?.distanceMetres.map { Fixed.text($0 / 1000, decimals: 2) } ?? "–",
                ours.map { Fixed.text($0 / 1000, decimals: 2) } ?? "–", lap.trigger.words)
        }
        let further = recording.laps.count - Self.mostLaps
        return ["", style.bold("Laps")] + table.lines() + (further > 0 ? ["  and \(further) more"] : [])
    }

    private static let mostLaps = 100

    // MARK: What was odd

    private func findings(_ contents: FITContents) -> [String] {
        var list: [String] = []
        for recording in contents.recordings {
            let findings = recording.findings
            func add(_ count: Int, _ one: String, _ many: String) {
                if count > 0 { list.append("\(count) \(count == 1 ? one : many)") }
            }
            if findings.clockStepped {
                list.append("the device's clock went back by more than a minute; points are sorted by time")
            }
            add(
                findings.timersBeyondElapsed, "lap or session says that its timer ran longer than it lasted",
                "laps or sessions say that their timer ran longer than they lasted")
            add(findings.undatedPoints, "record has no date and is left out", "records have no date and are left out")
            add(
                findings.pointsOutside, "record is far from all others and is left out",
                "records are far from all others and are left out")
            add(
                findings.sessionsLeftOut, "session has no points near it and is left out",
                "sessions have no points near them and are left out")
            add(findings.implausibleIntervals, "RR-interval is longer than a minute", "RR-intervals are longer than a minute")
        }
        if contents.recordings.isEmpty { list.append("there is no activity in it: neither a record nor a session") }
        if contents.trailingBytes > 0 {
            list.append("\(Count.text(contents.trailingBytes, "byte follows", "bytes follow")) its end")
        }
        return list
    }
}

extension LapTrigger {
    fileprivate var words: String {
        switch self {
        case .manual: "hand"
        case .time: "time"
        case .distance: "distance"
        case .sessionEnd: "the end"
        case .activityChange: "the next sport"
        }
    }
}
