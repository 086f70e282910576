import JSONText
import Phrases
import Workouts

/// What zones are called and where they come from, in the words of coaches.
enum ZoneWords {
    /// Their model, who made them, and of which figures: those that nobody measured are marked.
    static func origin(_ configuration: ZoneConfiguration, _ words: Phrasebook) -> String {
        let source: PageWord =
            switch configuration.source {
            case .system: .byYourFigures
            case .user: configuration.modelName == "custom" ? .setByYou : .chosenByYou
            case .app: .setByProgram
            }
        let names = ["ftp": "FTP", "lthr": "LTHR", "hrmax": words.text(PageWord.highest), "rest": words.text(PageWord.atRest)]
        let inputs = configuration.inputs.sorted { $0.key < $1.key }.map { name, value in
            "\(names[name] ?? name) \(Decimals.text(value, decimals: 1)) \(configuration.quantity.unit)"
                + (configuration.estimatedInputs.contains(name) ? " (\(words.text(PageWord.estimated)))" : "")
        }
        return ([words.name(of: configuration), words.text(source)] + inputs).joined(separator: ", ")
    }
}
