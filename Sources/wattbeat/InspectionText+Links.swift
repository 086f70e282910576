import Gateway
import Ingest
import WireFormats
import Workouts

/// What one link of each kind brought.
extension InspectionText {
    func lines(_ ant: ANTInspection) -> [String] {
        var table = TextTable(.right, .left, .right, .right, .right, .right)
        let titles = ["pages", "sensor", "missed", "max gap", "first", "last"].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5])
        for sensor in ant.sensors {
            table.add(
                "\(sensor.messages)", "\(sensor.id.deviceType.sensorName) \(sensor.id.deviceNumber)", "\(sensor.missed)",
                Fixed.text(Double(sensor.longestSilence) / 1e6, decimals: 1) + " s", time(sensor.firstOffset),
                time(sensor.lastOffset))
        }
        var lines = table.lines()
        for sensor in ant.sensors {
            let pages = sensor.pages.map { "\($0.number) (\($0.count))" }.joined(separator: ", ")
            var text = "device \(sensor.id.deviceNumber), type \(sensor.id.deviceType.rawValue)"
            if !pages.isEmpty { text += ": pages \(pages)" }
            if sensor.searches > 0 { text += "; lost and searched for \(Count.text(sensor.searches, "time", "times"))" }
            lines += wrap("  " + text, indent: 4)
        }
        var troubles: [String] = []
        if ant.checksumErrors > 0 { troubles.append(Count.text(ant.checksumErrors, "wrong checksum", "wrong checksums")) }
        if ant.skippedBytes > 0 { troubles.append(Count.text(ant.skippedBytes, "byte", "bytes") + " of no message") }
        if ant.unnamedPages > 0 {
            troubles.append(Count.text(ant.unnamedPages, "page", "pages") + " of channels without a known sensor")
        }
        if ant.overflows > 0 { troubles.append(Count.text(ant.overflows, "overflow", "overflows")) }
        let all =
            Count.text(ant.messages, "message", "messages") + " in all" + (troubles.isEmpty ? "" : "; ")
            + troubles.joined(separator: ", ")
        return (ant.sensors.isEmpty ? [] : lines) + wrap("  " + all, indent: 4)
    }

    func lines(_ log: NMEALogSummary) -> [String] {
        let counters = log.counters
        var sentences = [
            "\(counters.valid) valid", Count.text(counters.badChecksum, "bad checksum", "bad checksums"),
            "\(counters.noChecksum) without checksum", "\(counters.truncated) cut short",
        ]
        if counters.nonASCIIBytes > 0 {
            sentences.append(Count.text(counters.nonASCIIBytes, "binary byte", "binary bytes") + " between")
        }
        var lines = fact("Sentences", sentences.joined(separator: ", "))
        if !log.sentences.isEmpty {
            lines += fact("Types", log.sentences.map { "\(shown($0.address)) \($0.count)" }.joined(separator: ", "))
            let over = counters.over82 > 0 ? "; \(counters.over82) longer than the standard's 82" : ""
            lines += fact("Longest", Count.text(counters.longest, "character", "characters") + over)
        }
        var epochs = ["\(log.epochs)", Count.text(log.fixes, "fix", "fixes")]
        if log.estimatedEpochs > 0 { epochs.append("\(log.estimatedEpochs) estimated") }
        if log.simulatedEpochs > 0 { epochs.append("\(log.simulatedEpochs) simulated") }
        if log.epochsWithConflictingValidity > 0 { epochs.append("\(log.epochsWithConflictingValidity) both valid and void") }
        lines += fact("Epochs", epochs.joined(separator: ", "))
        if let first = log.first, let last = log.last { lines += fact("First fix", text(first)) + fact("Last fix", text(last)) }
        if let low = log.minAltitudeMetres, let high = log.maxAltitudeMetres {
            let some = log.fixesWithAltitude < log.fixes ? ", in \(Count.text(log.fixesWithAltitude, "fix", "fixes"))" : ""
            lines += fact("Altitude", "\(Fixed.text(low, decimals: 1)) to \(Fixed.text(high, decimals: 1)) m\(some)")
        }
        if let speed = log.maxSpeedMetresPerSecond {
            lines += fact("Top speed", "\(Fixed.text(speed, decimals: 3)) m/s (\(Fixed.text(speed * 3.6, decimals: 1)) km/h)")
        }
        if log.fixes > 1 {
            lines += fact("Distance", "\(Fixed.text(log.unfilteredDistanceMetres, decimals: 1)) m from fix to fix, unfiltered")
        }
        var steps: [String] = []
        if log.backwardTimeSteps > 0 { steps.append("steps back \(Count.text(log.backwardTimeSteps, "time", "times"))") }
        if log.midnightCrossings > 0 { steps.append("passes midnight \(Count.text(log.midnightCrossings, "time", "times"))") }
        if !steps.isEmpty { lines += fact("Clock", steps.joined(separator: ", ")) }
        return lines
    }

    private func text(_ point: NMEALogSummary.Point) -> String {
        let moment =
            point.timestamp.map { ClockText.moment(Timestamp(microseconds: $0), utcOffsetSeconds: nil) }
            ?? "\(point.time.dropFirst().prefix(8)) UTC, no date yet"
        return place(moment, point.latitude, point.longitude, point.altitudeMetres)
    }

    func lines(_ log: GPSDLogSummary) -> [String] {
        let reports = log.reports.map { "\(shown($0.className)) \($0.count)" }
        let broken = log.unreadable > 0 ? [Count.text(log.unreadable, "line", "lines") + " unreadable"] : []
        var lines = fact("Reports", (reports + broken).joined(separator: ", "))
        lines += fact("Fixes", "\(log.fixes)")
        for (name, fix) in [("First fix", log.first), ("Last fix", log.last)] {
            guard let fix else { continue }
            let moment = fix.timestamp.map { ClockText.moment($0, utcOffsetSeconds: nil) } ?? "no time"
            lines += fact(name, place(moment, fix.latitude, fix.longitude, fix.altitudeMetres))
        }
        return lines
    }

    private func place(_ moment: String, _ latitude: Double, _ longitude: Double, _ altitude: Double?) -> String {
        let height = altitude.map { ", \(Fixed.text($0, decimals: 1)) m" } ?? ""
        return "\(moment), \(ClockText.position(latitude, longitude))\(height)"
    }
}
