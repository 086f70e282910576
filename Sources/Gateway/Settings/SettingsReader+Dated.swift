import Ingest
import JSONText
import Statistics
import WireFormats

/// Figures and zones with a date.
extension SettingsReader {
    /// - Parameter waitsForOthers: whether a model may lack only what was mistaken elsewhere.
    mutating func readDated(_ member: PlacedJSON.Member, waitsForOthers: Bool) {
        guard let elements = member.value.elements else {
            return refuse(member.value, member.name, "a list of objects is expected")
        }
        let former = mistakes.count
        var models: [Model] = []
        for element in elements {
            guard let members = element.members else {
                refuse(element, member.name, "an object in braces is expected")
                continue
            }
            guard let from = element["from"] else {
                mistakes.append(SettingsMistake(place: element.place, key: member.name, sentence: "this one has no \"from\""))
                continue
            }
            readEntry(members, from, &models)
        }
        settings.dated.sort { $0.from < $1.from }
        if mistakes.count == former, !waitsForOthers { judge(models, elements) }
    }

    /// Zones that are computed from figures, which may stand anywhere in the file.
    private struct Model {
        let from: CalendarDay
        let name: String
        let member: PlacedJSON.Member
    }

    /// Has the engine compute what is in force on each day: what a model needs may have been taken back, too.
    private mutating func judge(_ models: [Model], _ elements: [PlacedJSON]) {
        var told: Set<String> = []
        for entry in settings.dated {
            var engine = IngestSettings()
            for setting in settings.engine(on: entry.from) {
                guard let complaint = engine.apply(name: setting.name, value: setting.value) else { continue }
                if let own = models.first(where: { $0.from == entry.from && $0.name == setting.name }) {
                    refuse(own.member.value, own.member.name, complaint)
                } else if told.insert(setting.name).inserted,
                    let from = elements.compactMap({ $0["from"] }).first(where: { $0.string == entry.from.description })
                {
                    refuse(from, setting.name, "\(setting.value) goes on from \(entry.from), and there \(complaint)")
                }
            }
        }
    }

    private mutating func readEntry(_ members: [PlacedJSON.Member], _ from: PlacedJSON, _ models: inout [Model]) {
        let day = from.string.flatMap(CalendarDay.init)
        if day == nil { refuse(from, "from", "a date such as \"2026-03-01\" is expected") }
        if let day, settings.dated.contains(where: { $0.from == day }) { refuse(from, "from", "\(day) is there twice") }
        var entry = GatewaySettings.Dated(from: day ?? CalendarDay(year: 1970, month: 1, day: 1))
        for member in members {
            switch member.name {
            case "from": break
            case "rider": readRider(member, into: &entry)
            case "zones": readZones(member, into: &entry, &models)
            default: unknown(member, among: SettingsKey.dated)
            }
        }
        if day != nil { settings.dated.append(entry) }
    }

    private mutating func readRider(_ member: PlacedJSON.Member, into entry: inout GatewaySettings.Dated) {
        guard let members = member.value.members else { return refuse(member.value, "rider", "an object in braces is expected") }
        for member in members {
            guard let (_, form) = SettingsKey.rider.first(where: { $0.name == member.name }) else {
                unknown(member, among: SettingsKey.rider.map(\.name))
                continue
            }
            add(member, form, member.name, to: &entry)
        }
    }

    private mutating func readZones(
        _ member: PlacedJSON.Member, into entry: inout GatewaySettings.Dated, _ models: inout [Model]
    ) {
        guard let members = member.value.members else { return refuse(member.value, "zones", "an object in braces is expected") }
        for member in members {
            guard isZoneKey(member) else { continue }
            let name = "zones.\(member.name)"
            if let model = member.value.string, ZoneSetting.modelNames.contains(model) {
                entry.changes.append(.init(name: name, value: model))
                models.append(Model(from: entry.from, name: name, member: member))
            } else {
                add(member, .zones, name, to: &entry)
            }
        }
    }

    /// What the engine takes by itself; `null` takes back.
    private mutating func add(
        _ member: PlacedJSON.Member, _ form: SettingsKey.Form, _ name: String, to entry: inout GatewaySettings.Dated
    ) {
        if member.value.isNull {
            entry.changes.append(.init(name: name, value: nil))
        } else if let setting = judged(member, form, as: name, isDated: true) {
            entry.changes.append(.init(name: name, value: setting.value))
        }
    }
}
