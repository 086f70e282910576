import Ingest
import WireFormats
import Workouts

/// The header of several files together.
enum ReplayHeader {
    /// The first capture of ours gives identity, clock and settings; without one they follow from the files.
    static func merged(
        _ tracks: [ReplayTrack], _ alignment: ReplayAlignment, settings: [CaptureHeader.Setting]
    ) -> CaptureHeader {
        let own = tracks.first { $0.kind == .wattbeat }?.header
        var header = own ?? CaptureHeader(identity: identity(of: tracks), start: nil, isSynchronised: false)
        header.start = alignment.origin
        header.isSynchronised = alignment.isSynchronised
        let foreign = Set(tracks.compactMap(\.kind)).subtracting([.wattbeat]).map(\.rawValue).sorted()
        if own == nil, !foreign.isEmpty {
            header.settings.append(.init(name: CaptureHeader.recordedBy, value: foreign.joined(separator: ",")))
        }
        if own == nil, let activity = ReplayActivity.guess(tracks.map(\.file)) {
            header.settings.append(.init(name: "activity", value: activity.rawValue))
        }
        for setting in settings {
            if setting.name == ReplayPlan.utcOffset {
                guard let seconds = Int(setting.value), seconds != header.utcOffsetSeconds else { continue }
                header.utcOffsetSeconds = seconds
                // The zone that was recorded is not the one with this offset.
                header.timeZone = nil
                continue
            }
            // Zones that turn out not to be usable leave the former ones in place.
            guard !setting.isZones else {
                header.settings.append(setting)
                continue
            }
            header.settings.removeAll { $0.name == setting.name }
            // A model is computed from what stands before it.
            header.settings.insert(setting, at: header.settings.firstIndex(where: \.isZones) ?? header.settings.endIndex)
        }
        return header
    }

    /// One file keeps its identity; several are named by all of theirs, whatever their order.
    private static func identity(of tracks: [ReplayTrack]) -> String {
        let identities = tracks.compactMap { $0.header?.identity }.sorted()
        return identities.count == 1 ? identities[0] : CaptureIdentity.combined(identities)
    }
}
