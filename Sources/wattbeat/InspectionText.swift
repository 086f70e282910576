import Gateway
import Ingest
import WireFormats
import Workouts

/// What a file holds, as a person reads it.
struct InspectionText {
    let file: FileInspection
    let style: Terminal

    var lines: [String] {
        var lines = [style.bold(shown(file.path))] + facts
        for group in groups { lines += [""] + heading(group) + content(group) }
        let findings = self.findings
        if !findings.isEmpty { lines += ["", style.bold("To know")] + findings.flatMap { wrap("  " + $0, indent: 2) } }
        return lines
    }

    func wrap(_ text: String, indent: Int) -> [String] { text.wrapped(to: style.columns, indent: indent) }

    /// A name and what it is; further lines of it stand below its beginning.
    func fact(_ name: String, _ text: String) -> [String] {
        let lines = (String(repeating: " ", count: Self.nameWidth) + text.bound).wrapped(
            to: style.columns, indent: Self.nameWidth)
        let first = (lines.first ?? "").dropFirst(Self.nameWidth)
        return ["  " + style.dim(name.padded(to: Self.nameWidth - 2)) + first] + lines.dropFirst()
    }

    private static let nameWidth = 13

    // MARK: The file

    private var facts: [String] {
        var lines = fact("Kind", "\(file.kind?.words ?? "not known"), \(ByteText.size(file.bytes))")
        if let header = file.header { lines += fact("Began", began(header)) }
        if file.isStamped, let last = file.lastOffset { lines += fact("Length", ClockText.span(TimeSpan(microseconds: last))) }
        let verbs = file.verbs.filter { $0.count > 0 }.map { "\($0.count) \($0.verb)" }
        lines += fact("Records", "\(file.records)" + (verbs.isEmpty ? "" : ": " + verbs.joined(separator: ", ")))
        if let header = file.header {
            if let continued = header.continues { lines += fact("Continues", shown(continued)) }
            if header.isDemo { lines += fact("Demo", "made for show: nobody was riding") }
            let settings = header.settings.map { shown("\($0.name) \($0.value)") }
            if !settings.isEmpty { lines += fact("Settings", settings.joined(separator: "; ")) }
        }
        for (index, command) in file.commands.prefix(Self.mostCommands).enumerated() {
            let time = ClockText.span(TimeSpan(microseconds: command.offset)).leftPadded(to: 7)
            lines += fact(index == 0 ? "Commands" : "", "\(time)  \(shown(command.command.words))")
        }
        let further = file.commands.count - Self.mostCommands
        if further > 0 { lines += fact("", "and \(further) more") }
        return lines
    }

    private static let mostCommands = 40

    private func began(_ header: CaptureHeader) -> String {
        guard let start = header.start else {
            return file.isStamped ? "not known" : "not known: the lines carry no time of reception"
        }
        let moment = ClockText.moment(Timestamp(microseconds: start), utcOffsetSeconds: header.utcOffsetSeconds)
        guard file.kind == .wattbeat else { return moment }
        return moment + (header.isSynchronised ? ", clock synchronised" : ", clock not synchronised")
    }

    private var findings: [String] {
        var list = file.findings.lossSentences + file.findings.oddities
        if file.recordsOfUnknownLinks > 0 {
            list.append(
                "\(Count.text(file.recordsOfUnknownLinks, "record belongs", "records belong")) to links that were never opened")
        }
        return list
    }

    // MARK: Links

    /// Links of one sensor stand together.
    private struct Group {
        var identity: LinkIdentity
        var links: [LinkInspection]
    }

    private var groups: [Group] {
        var groups: [Group] = []
        var indices: [String: Int] = [:]
        for link in file.links {
            let key = "\(link.identity.kind.word) \(link.identity.address)"
            if let index = indices[key] {
                groups[index].links.append(link)
                if link.identity.facts.count > groups[index].identity.facts.count { groups[index].identity = link.identity }
            } else {
                indices[key] = groups.count
                groups.append(Group(identity: link.identity, links: [link]))
            }
        }
        return groups
    }

    private func heading(_ group: Group) -> [String] {
        let name = group.identity.name ?? group.identity.kind.words
        let title = style.bold(shown(name)) + "  " + style.dim(shown(group.identity.address))
        let facts = group.identity.facts.compactMap(\.words).joined(separator: ", ")
        let openings = group.links.map(\.opened).max() ?? 1
        let again = openings > 1 ? ["connected \(openings) times"] : []
        let text = ([facts] + again).filter { !$0.isEmpty }.joined(separator: "; ")
        return [title] + (text.isEmpty ? [] : wrap("  " + text, indent: 2))
    }

    private func content(_ group: Group) -> [String] {
        var lines: [String] = []
        var values = TextTable(.right, .left, .right, .right)
        values.add(style.dim("values"), style.dim("characteristic"), style.dim("first"), style.dim("last"))
        for link in group.links {
            if case .gatt(let characteristic) = link.identity.kind {
                let number = GATTUUID(rawValue: characteristic)
                let name = number.shortString.uppercased() + (number.characteristicName.map { " " + $0 } ?? "")
                values.add("\(link.records)", name, time(link.firstOffset), time(link.lastOffset))
            }
            if let ant = link.ant { lines += self.lines(ant) }
            if let nmea = link.nmea { lines += self.lines(nmea) }
            if let gpsd = link.gpsd { lines += self.lines(gpsd) }
            if link.dropped > 0 {
                lines.append("  " + Count.text(link.dropped, "record", "records") + " dropped by the recorder")
            }
        }
        if case .gatt = group.identity.kind { lines = values.lines() + lines }
        return lines
    }

    func time(_ offset: Int64?) -> String { offset.map { ClockText.span(TimeSpan(microseconds: $0)) } ?? "–" }
}

/// A count with its noun.
enum Count {
    static func text(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
}

/// Sizes of files.
enum ByteText {
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case 1: "1 byte"
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: Fixed.text(Double(bytes) / 1e3, decimals: 1) + " kB"
        case ..<1_000_000_000: Fixed.text(Double(bytes) / 1e6, decimals: 1) + " MB"
        default: Fixed.text(Double(bytes) / 1e9, decimals: 1) + " GB"
        }
    }
}

extension CaptureKind {
    fileprivate var words: String {
        switch self {
        case .wattbeat: "wattbeat capture"
        case .btsnoop: "Bluetooth log (btsnoop)"
        case .pcap: "packet capture (pcap)"
        case .pcapng: "packet capture (pcapng)"
        case .nmea: "NMEA log of a receiver"
        case .gpsd: "log of gpsd's JSON reports"
        }
    }
}

extension LinkIdentity.Fact {
    /// `nil` for what goes without saying.
    fileprivate var words: String? {
        switch (name, value) {
        case ("manufacturer", _): shown(value)
        case ("usb-id", _): "USB \(shown(value))"
        case ("known-by", "descriptor"): nil
        case ("known-by", _): "known by its messages, since the recording began after it was plugged in"
        default: shown("\(name) \(value)")
        }
    }
}

extension LinkIdentity.Kind {
    fileprivate var words: String {
        switch self {
        case .gatt: "BLE sensor"
        case .ant: "ANT stick"
        case .nmea: "GPS receiver"
        case .gpsd: "gpsd"
        }
    }
}
