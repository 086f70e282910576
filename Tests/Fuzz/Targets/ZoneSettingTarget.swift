import Ingest
import WireFormats
import Workouts

extension FuzzTarget {
    /// Settings as a person or a file writes them, a line each: name, space, value. Zones that were taken are written again as a
    /// capture freezes them, and must read as the same.
    static let zoneSettings = FuzzTarget("zone-settings", upTo: 256) { bytes in
        var settings = IngestSettings()
        for line in [UInt8](bytes).split(separator: 0x0A) {
            let words = line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            _ = settings.apply(name: words[0], value: words.count > 1 ? words[1] : "")
            for quantity in Quantity.allCases {
                let result = ZoneSetting.configuration(
                    from: words.last ?? "", quantity: quantity, settings: settings.workout, activity: settings.activity)
                switch result {
                case .success(let zones): expectSameAgain(zones)
                case .failure(let problem): _ = problem.sentence
                }
            }
        }
        let frozen = settings.frozen
        for zones in Array(frozen.zones.values) + frozen.zonesByActivity.values.flatMap(\.values) { expectSameAgain(zones) }
    }

    private static func expectSameAgain(_ zones: ZoneConfiguration) {
        let text = ZoneSetting.text(of: zones)
        let again = ZoneSetting.configuration(from: text, quantity: zones.quantity, settings: WorkoutSettings(), activity: nil)
        guard case .success(let same) = again else { fatalError("\(text) cannot be read back") }
        precondition(
            same == zones && same.source == zones.source && same.modelName == zones.modelName, "\(text) changed on its way")
    }
}
