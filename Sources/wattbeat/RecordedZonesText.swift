import Gateway
import JSONText
import Phrases
import Statistics
import Workouts

/// Time in zones of what was recorded, as a person reads it.
struct RecordedZonesText {
    let recorded: RecordedZones
    let step: ZoneStep
    let session: ArchiveSession
    let terminal: Terminal

    private var words: Phrasebook { session.naming.words }
    private var zonesText: ZonesText { ZonesText(session: session, terminal: terminal) }

    var lines: [String] {
        let shown = recorded.shown
        var lines = recorded.isDemo ? [terminal.bold("DEMO") + "  made up, none of it was ever ridden", ""] : []
        if shown.isEmpty { lines += [nothing, ""] }
        if step == .workout { lines += recorded.workouts.flatMap { workout($0, shown) } }
        // One workout is asked for what it was, unless other zones, or weeks, are asked for.
        guard recorded.workouts.count > 1 || step != .workout || !recorded.isOfToday else { return lines }
        let totals = shown.flatMap(total)
        return lines + (totals.isEmpty ? [] : [terminal.bold(title), ""]) + totals + hint
    }

    private var title: String {
        words.text(recorded.isOfToday ? PageNote.allTogetherToday : .allTogetherModel)
    }

    /// Where the zones that were frozen into workouts stay out of sight.
    private var hint: [String] {
        let hasOwn = recorded.workouts.contains { $0.legs.contains { !$0.groups.isEmpty } }
        guard step != .workout, hasOwn else { return [] }
        return words.text(PageNote.byWorkout).wrapped(to: terminal.columns, indent: 0)
            .map(terminal.dim)
    }

    private var nothing: String {
        "no zones: neither the workouts nor the settings have any; see wattbeat zones"
    }

    // MARK: One workout

    private func workout(_ entry: RecordedZones.Entry, _ quantities: [ZoneQuantity]) -> [String] {
        let day = entry.day.map { "\($0)" } ?? words.text(TableWord.undated)
        var lines = [
            (entry.isDemo && !recorded.isDemo ? terminal.bold("DEMO ") : "") + terminal.bold(shown(entry.title))
                + terminal.dim("  \(day), \(words.text(TableWord.timer)) \(ClockText.span(entry.timer))")
        ]
        for leg in entry.legs {
            if entry.legs.count > 1 {
                lines.append(
                    words.name(of: leg.type) + terminal.dim("  \(words.text(TableWord.timer)) \(ClockText.span(leg.timer))"))
            }
            for quantity in quantities {
                guard let group = leg.groups[quantity.quantity] else { continue }
                lines.append("  " + words.name(of: quantity.quantity))
                lines += zonesText.origin(group.configuration, indent: 4) + bars(group)
            }
        }
        for quantity in quantities {
            guard let above = recorded.above else { continue }
            let time = entry.timeAbove[quantity].map { ClockText.span($0) } ?? terminal.dim(words.text(PageWord.noSamples))
            lines.append("  \(words.timeAbove(above, quantity.quantity))  \(time)")
        }
        return lines + [""]
    }

    /// Highest zone first; the times add up to the timer time to the second, shares are of what has samples (core §4.2).
    private func bars(_ group: ZoneGroup) -> [String] {
        let covered = group.covered
        guard covered > .zero else { return ["    " + terminal.dim(words.text(PageWord.noSamples))] }
        let (zones, unattributed, timer) = group.wholeSeconds
        let longest = Double(zones.max() ?? 1)
        let width = max(4, min(24, terminal.columns - 46))
        var table = TextTable(.right, .left, .left, .right, .right)
        for index in zones.indices.reversed() {
            let share = group.shares.map { "\(Fixed.text($0[index] * 100, decimals: 0)) %" } ?? ""
            table.add(
                group.configuration.label(of: index), words.exactRange(index, of: group.configuration),
                terminal.zone(index, terminal.bar(Double(zones[index]) / max(longest, 1), width: width)),
                span(zones[index]), share)
        }
        if unattributed > 0 { table.add("", words.text(TableWord.noData), "", span(unattributed), "") }
        let share = covered.seconds / (covered + group.unattributed).seconds
        table.add(
            "", words.text(TableWord.timer), "", span(timer),
            group.isLowCoverage ? terminal.dim("(\(Fixed.text(share * 100, decimals: 0)) % has data)") : "")
        return table.lines(indent: 4)
    }

    private func span(_ seconds: Int64) -> String { ClockText.span(TimeSpan(microseconds: seconds * 1_000_000)) }

    // MARK: All together

    private func total(_ quantity: ZoneQuantity) -> [String] {
        guard let totals = recorded.totals[quantity] else { return [] }
        var lines: [String] = []
        for total in totals.totals {
            // Whose zones they are is said only where sports have different ones.
            let activities = totals.totals.count > 1 ? ActivityType.allCases.filter(total.activities.contains) : nil
            lines.append(
                terminal.bold(zonesText.name(quantity, activities)) + "  \(words.count(Double(total.all.workouts), .workouts))")
            lines += zonesText.origin(total.configuration, indent: 2)
            if step != .workout { lines += periods(total) }
            lines += bars(total.all.group)
            if let above = recorded.above, totals.totals.count > 1 {
                lines.append("    \(words.timeAbove(above, quantity.quantity))  \(ClockText.span(total.all.timeAbove))")
            }
            lines.append("")
        }
        var notes: [String] = []
        if let above = recorded.above, let time = totals.timeAbove {
            notes.append("\(words.timeAbove(above, quantity.quantity))  \(terminal.bold(ClockText.span(time)))")
        }
        if totals.unassigned > .zero {
            let chosen = recorded.isOfToday ? "of today" : "of --model"
            notes.append(
                terminal.bold(words.name(of: quantity.quantity))
                    + "  \(ClockText.span(totals.unassigned)) is in no zones \(chosen): "
                    + (totals.totals.isEmpty ? "none are set; \(quantity.advice)" : "of sports without any, or between legs"))
        }
        if let sentence = words.withoutSamples(totals.withoutSamples) {
            notes.append("\(words.name(of: quantity.quantity)): \(sentence)  (\(ClockText.span(totals.timerWithoutSamples)))")
        }
        return lines + notes.flatMap { $0.wrapped(to: terminal.columns, indent: 2) } + (notes.isEmpty ? [] : [""])
    }

    /// A row for each week or month, hours and minutes in each zone.
    private func periods(_ total: ZoneTotals.Total) -> [String] {
        let buckets = total.buckets(by: step == .month ? .month : .week, from: session.calendar.firstWeekday)
        let count = total.configuration.zoneCount
        let hasAbove = recorded.above != nil
        let used = 4 + 10 + 3 + 8 + count * 7 + 9 + (hasAbove ? 7 : 0)
        let width = min(30, terminal.columns - used - 4)
        let hasBars = width >= 10
        let head =
            [words.text(step == .month ? TableWord.month : .weekOf), "", words.text(TableWord.timer)]
            + (0..<count).map(total.configuration.label(of:)) + [words.text(TableWord.noData)]
            + (hasAbove ? [words.text(TableWord.above)] : [])
            + (hasBars ? [words.text(TableWord.shares)] : [])
        let numbers = head.count - 1 - (hasBars ? 1 : 0)
        var table = TextTable(alignments: [.left] + Array(repeating: .right, count: numbers) + [.left])
        table.add(head.map(terminal.dim))
        for (first, sum) in buckets {
            let label = first.map { step == .month ? String("\($0)".dropLast(3)) : "\($0)" } ?? words.text(TableWord.undated)
            let group = sum.group
            let (zones, unattributed, timer) = group.wholeMinutes
            table.add(
                [label, "\(sum.workouts)", clock(timer)]
                    + group.zoneDurations.indices.map { index in
                        group.zoneDurations[index] > .zero ? terminal.zone(index, clock(zones[index])) : terminal.dim("–")
                    } + [group.unattributed > .zero ? clock(unattributed) : terminal.dim("–")]
                    + (hasAbove ? [minutes(sum.timeAbove)] : []) + (hasBars ? [stacked(group, width)] : []))
        }
        return table.lines(indent: 4) + (hasBars && !terminal.hasColours ? [signs(total.configuration)] : []) + [""]
    }

    /// `1:02`, rounded.
    private func minutes(_ time: TimeSpan) -> String {
        clock(Int64((time.seconds / 60).rounded()))
    }

    private func clock(_ minutes: Int64) -> String { "\(minutes / 60):\(ClockText.two(minutes % 60))" }

    /// What stands for a zone where there are no colours: the last character of its label is its own.
    private func sign(_ index: Int, _ configuration: ZoneConfiguration) -> String {
        String(configuration.label(of: index).suffix(1))
    }

    private func signs(_ configuration: ZoneConfiguration) -> String {
        let signs = configuration.zones.indices.map { index in
            let (own, label) = (sign(index, configuration), configuration.label(of: index))
            return own == label ? own : "\(own) for \(label)"
        }
        return "    shares: each zone by its sign (\(signs.joined(separator: ", "))), as long as its part of the measured time"
    }

    /// One bar in the colours of its zones, as long as their shares; their signs where there are no colours.
    private func stacked(_ group: ZoneGroup, _ width: Int) -> String {
        guard let shares = group.shares else { return "" }
        var (passed, drawn) = (0.0, 0)
        return shares.enumerated().map { index, share in
            passed += share
            let end = Int((passed * Double(width)).rounded())
            defer { drawn = end }
            let length = max(0, end - drawn)
            let block = terminal.hasColours ? (terminal.hasUnicode ? "█" : "#") : sign(index, group.configuration)
            return length > 0 ? terminal.zone(index, String(repeating: block, count: length)) : ""
        }.joined()
    }
}
