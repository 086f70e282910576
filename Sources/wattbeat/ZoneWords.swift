import JSONText
import Phrases
import Workouts

/// What zones are called and where they come from, in the words of coaches.
enum ZoneWords {
    /// What the model's author calls it; `nil` where zones are only numbered.
    static func name(_ index: Int, _ configuration: ZoneConfiguration) -> String? {
        let names: [String]
        switch (configuration.modelName, configuration.zoneCount) {
        case ("coggan7", 7):
            names = [
                "Active recovery", "Endurance", "Tempo", "Lactate threshold", "VO2max", "Anaerobic capacity",
                "Neuromuscular power",
            ]
        case ("seiler3", 3): names = ["Low intensity", "Threshold", "High intensity"]
        case ("friel7", 7):
            names = ["Recovery", "Aerobic", "Tempo", "Subthreshold", "Superthreshold", "Aerobic capacity", "Anaerobic capacity"]
        default: names = []
        }
        return names.indices.contains(index) ? names[index] : nil
    }

    /// Half-open, with the unit; limits as they are, to a tenth.
    static func range(_ index: Int, _ configuration: ZoneConfiguration, _ words: Phrasebook) -> String {
        let zones = configuration.zones
        guard configuration.quantity != .speed else {
            return zones.indices.contains(index) ? words.range(of: zones[index], .speed) : ""
        }
        return ZoneText.range(configuration.boundaries, index) + " " + configuration.quantity.unit
    }

    /// Their model, who made them, and of which figures: those that nobody measured are marked.
    static func origin(_ configuration: ZoneConfiguration) -> String {
        let source =
            switch configuration.source {
            case .system: "by your figures"
            case .user: configuration.modelName == "custom" ? "set by you" : "chosen by you"
            case .app: "set by a program"
            }
        let names = ["ftp": "FTP", "lthr": "LTHR", "hrmax": "highest", "rest": "at rest"]
        let inputs = configuration.inputs.sorted { $0.key < $1.key }.map { name, value in
            "\(names[name] ?? name) \(Decimals.text(value, decimals: 1)) \(configuration.quantity.unit)"
                + (configuration.estimatedInputs.contains(name) ? " (estimated)" : "")
        }
        return ([CoachWords.name(of: configuration), source] + inputs).joined(separator: ", ")
    }
}
