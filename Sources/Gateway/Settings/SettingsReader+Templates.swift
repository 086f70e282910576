public import Workouts

internal import Ingest
internal import JSONText
internal import WireFormats

/// Named kinds of workout.
extension SettingsReader {
    mutating func readTemplates(_ member: PlacedJSON.Member) {
        guard let elements = member.value.elements else {
            return refuse(member.value, member.name, "a list of templates is expected")
        }
        for element in elements {
            guard let members = element.members else {
                refuse(element, member.name, "an object in braces is expected")
                continue
            }
            guard element["name"] != nil else {
                mistakes.append(SettingsMistake(place: element.place, key: member.name, sentence: "this one has no \"name\""))
                continue
            }
            if let template = readTemplate(members) { settings.templates.append(template) }
        }
    }

    private mutating func readTemplate(_ members: [PlacedJSON.Member]) -> WorkoutTemplate? {
        var template = WorkoutTemplate(name: "")
        for member in members {
            switch member.name {
            case "name":
                guard
                    let name = text(
                        member, "a text of 1 to 100 characters is expected", { GivenName.isOne($0) && $0 != "none" ? $0 : nil })
                else { continue }
                if settings.template(named: name) != nil { refuse(member.value, member.name, "\(name) is there twice") }
                template.name = name
            case "activity":
                guard let activity = member.value.string.flatMap(ActivityType.init(rawValue:)) else {
                    let hint = Self.hint(member.value.string ?? "", among: Self.activities)
                    refuse(member.value, member.name, "no such activity" + hint)
                    continue
                }
                template.activity = activity
            case "plan":
                var reader = PlanReader()
                template.plan = reader.plan(member.value)
                mistakes += reader.mistakes.map {
                    SettingsMistake(place: $0.place, key: $0.key ?? member.name, sentence: $0.sentence)
                }
            case "kcal-per-minute":
                template.kilocaloriesPerMinute = number(member, WorkoutTemplate.plausibleKilocaloriesPerMinute, "kilocalories")
            default: unknown(member, among: SettingsKey.template)
            }
        }
        return template.name.isEmpty ? nil : template
    }
}

extension GatewaySettings {
    public func template(named name: String) -> WorkoutTemplate? { templates.first { $0.name == name } }

    /// That there is no such template, and what there is instead.
    public func templateRefusal(_ name: String) -> String {
        if templates.isEmpty { return "there is no template \(name): the settings have none (docs/settings.md, templates)" }
        return "there is no template \(name); there are \(templates.map(\.name).joined(separator: ", "))"
    }
}

extension WorkoutTemplate {
    /// What a capture that begins with such a workout holds in its header (docs/capture-format.md).
    var headerSettings: [CaptureHeader.Setting] {
        var settings = [CaptureHeader.Setting(name: "template", value: name)]
        if let plan { settings.append(PlanFile.setting(plan)) }
        if let kilocaloriesPerMinute {
            settings.append(.init(name: "kcal-per-minute", value: Decimals.text(kilocaloriesPerMinute, decimals: 3)))
        }
        return settings
    }
}
