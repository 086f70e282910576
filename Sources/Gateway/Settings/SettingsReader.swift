import Dialogues
import Ingest
import JSONText
import WireFormats
import Workouts

/// Turns the settings file's tree into settings, and goes on after a mistake, so that all of them are told at once.
struct SettingsReader {
    var settings = GatewaySettings()
    var mistakes: [SettingsMistake] = []
    /// The engine's own judgement of what goes into a capture's header.
    private var engine = IngestSettings()

    init(_ tree: PlacedJSON) {
        guard let members = tree.members else {
            refuse(tree, nil, "an object in braces is expected")
            return
        }
        // Zones by a model's name need the rider's figures, wherever in the file those stand.
        for member in members where !["zones", "dated"].contains(member.name) { read(member) }
        let hasRiderMistakes = !mistakes.isEmpty
        for member in members where member.name == "zones" { readZones(member, waitsForRider: hasRiderMistakes) }
        let hasMistakes = !mistakes.isEmpty
        for member in members where member.name == "dated" { readDated(member, waitsForOthers: hasMistakes) }
        refuseIgnored(in: tree)
        mistakes.sort { $0.place < $1.place }
    }

    private mutating func read(_ member: PlacedJSON.Member) {
        switch member.name {
        case "rider": readRider(member)
        case "activity":
            let activities = Self.activities
            settings.activity = judged(member, .text) { Self.hint($0, among: activities) }?.value ?? settings.activity
        case "wheel-circumference": apply(member, .number)
        case "auto-pause": apply(member, .flag)
        case "language": settings.language = choice(member) ?? settings.language
        case "units": settings.units = choice(member) ?? settings.units
        case "sensors": readSensors(member)
        case "ignored": readIgnored(member)
        case "templates": readTemplates(member)
        case "bluetooth": settings.bluetooth = choice(member) ?? settings.bluetooth
        case "ant": settings.ant = choice(member) ?? settings.ant
        case "start": settings.start = choice(member) ?? settings.start
        case "adapter": settings.adapter = text(member, "hci0 or an adapter's address is expected", Self.adapter)
        case "ant-network-key":
            settings.networkKey = text(member, "16 hexadecimal digits are expected") { text in
                text.utf8.count == 16 && text.allSatisfy(\.isHexDigit) ? UInt64(text, radix: 16).map { NetworkKey($0) } : nil
            }
        case "gps": readReceivers(member)
        case "sync-seconds": settings.syncSeconds = number(member, 0.1...60, "seconds") ?? settings.syncSeconds
        case "resume-minutes": settings.resumeMinutes = whole(member, 0...1440, "minutes") ?? settings.resumeMinutes
        case "idle-days": settings.idleDays = whole(member, 0...3650, "days") ?? settings.idleDays
        case "capture-days": settings.captureDays = whole(member, 0...36500, "days") ?? settings.captureDays
        case "capture-folder": settings.captureFolder = folder(member)
        case "workout-folder": settings.workoutFolder = folder(member)
        default: unknown(member, among: Self.topLevel)
        }
    }

    private static let topLevel = SettingsKey.all.reduce(into: [String]()) { names, key in
        if names.last != key.path[0] { names.append(key.path[0]) }
    }

    // MARK: Mistakes

    /// - Parameter expectation: `…is expected`, to which the value that stands there is added.
    mutating func refuse(_ value: PlacedJSON, _ key: String?, _ expectation: String) {
        let found = expectation.hasSuffix("expected") ? ", not \(value.kindInWords)" : ""
        mistakes.append(SettingsMistake(place: value.place, key: key, sentence: expectation + found))
    }

    mutating func unknown(_ member: PlacedJSON.Member, among known: [String]) {
        mistakes.append(
            SettingsMistake(
                place: member.place, key: member.name, sentence: "there is no such key" + Self.hint(member.name, among: known)))
    }

    static func hint(_ word: String, among known: [String]) -> String {
        let near = NearestWord.among(known, to: word).map { "\"\($0)\"" }
        return near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    }

    // MARK: What the engine uses

    private mutating func readRider(_ member: PlacedJSON.Member) {
        guard let members = member.value.members else { return refuse(member.value, "rider", "an object in braces is expected") }
        for member in members {
            guard let (_, form) = SettingsKey.rider.first(where: { $0.name == member.name }) else {
                unknown(member, among: SettingsKey.rider.map(\.name))
                continue
            }
            apply(member, form)
        }
    }

    /// - Parameter waitsForRider: whether a model may lack only what was mistaken above.
    private mutating func readZones(_ member: PlacedJSON.Member, waitsForRider: Bool) {
        guard let members = member.value.members else { return refuse(member.value, "zones", "an object in braces is expected") }
        for member in members {
            guard isZoneKey(member) else { continue }
            if waitsForRider, let model = member.value.string, ZoneSetting.modelNames.contains(model) { continue }
            apply(member, .zones, as: "zones.\(member.name)")
        }
    }

    /// Tells where it is none.
    mutating func isZoneKey(_ member: PlacedJSON.Member) -> Bool {
        guard SettingsKey(named: "zones.\(member.name)") == nil else { return true }
        let ofActivities = SettingsKey.zones.flatMap { zone in Self.activities.map { "\(zone).\($0)" } }
        unknown(member, among: SettingsKey.zones + ofActivities)
        return false
    }

    static let activities = ActivityType.allCases.map(\.rawValue)

    private mutating func apply(_ member: PlacedJSON.Member, _ form: SettingsKey.Form, as name: String? = nil) {
        if let setting = judged(member, form, as: name) { settings.engine.append(setting) }
    }

    /// Has the engine judge a value, in the words of a capture's header.
    ///
    /// - Parameters:
    ///   - isDated: whether it says nothing of what is in force without a date.
    ///   - hint: what to say beyond the engine's complaint.
    mutating func judged(
        _ member: PlacedJSON.Member, _ form: SettingsKey.Form, as name: String? = nil, isDated: Bool = false,
        hint: (String) -> String = { _ in "" }
    ) -> CaptureHeader.Setting? {
        let (value, name) = (member.value, name ?? member.name)
        guard let text = Self.headerText(value, form) else {
            refuse(value, member.name, Self.expectation(of: form))
            return nil
        }
        var other = IngestSettings()
        if let complaint = isDated ? other.apply(name: name, value: text) : engine.apply(name: name, value: text) {
            refuse(value, member.name, complaint + hint(text))
            return nil
        }
        return CaptureHeader.Setting(name: name, value: text)
    }

    private static func expectation(of form: SettingsKey.Form) -> String {
        switch form {
        case .number: "a number is expected"
        case .flag: "true or false is expected"
        case .zones: "a model's name or a list of boundaries is expected"
        case .text, .texts, .sensors, .templates, .dated: "a text in double quotes is expected"
        }
    }

    /// A value as a capture's header has it.
    private static func headerText(_ value: PlacedJSON, _ form: SettingsKey.Form) -> String? {
        switch form {
        case .number: return value.double.map { Decimals.text($0, decimals: 9) }
        case .flag: return value.bool.map { $0 ? "on" : "off" }
        case .zones:
            guard let elements = value.elements else { return value.string }
            let limits = elements.compactMap { $0.double.map { Decimals.text($0, decimals: 9) } }
            return limits.count == elements.count ? limits.joined(separator: ",") : nil
        case .text, .texts, .sensors, .templates, .dated: return value.string
        }
    }

    // MARK: Values

    mutating func number(_ member: PlacedJSON.Member, _ range: ClosedRange<Double>, _ unit: String) -> Double? {
        if let value = member.value.double, range.contains(value) { return value }
        let bounds = [range.lowerBound, range.upperBound].map { Decimals.text($0, decimals: 3) }
        refuse(member.value, member.name, "\(unit) from \(bounds[0]) to \(bounds[1]) are expected")
        return nil
    }

    mutating func whole(_ member: PlacedJSON.Member, _ range: ClosedRange<Int>, _ unit: String) -> Int? {
        if let value = member.value.integer.flatMap(Int.init(exactly:)), range.contains(value) { return value }
        refuse(member.value, member.name, "whole \(unit) from \(range.lowerBound) to \(range.upperBound) are expected")
        return nil
    }

    private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ member: PlacedJSON.Member) -> Choice? {
        if let choice = member.value.string.flatMap(Choice.init(rawValue:)) { return choice }
        let words = Choice.allCases.map { "\"\($0.rawValue)\"" }
        refuse(member.value, member.name, "one of \(words.joined(separator: ", ")) is expected")
        return nil
    }

    mutating func text<Value>(
        _ member: PlacedJSON.Member, _ expectation: String, _ read: (String) -> Value?
    ) -> Value? {
        if let value = member.value.string.flatMap(read) { return value }
        refuse(member.value, member.name, expectation)
        return nil
    }

    private static func adapter(_ text: String) -> String? {
        if let address = BluetoothAddress(text) { return "\(address)" }
        let digits = text.dropFirst(3)
        let isName =
            text.hasPrefix("hci") && (1...3).contains(digits.count) && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isName ? text : nil
    }

    /// A whole path, as a service has no folder that anyone would think of.
    private mutating func folder(_ member: PlacedJSON.Member) -> String? {
        text(member, "a path that begins with / is expected") { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
    }
}
