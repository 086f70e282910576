import Ingest
import Statistics
import WireFormats
import Workouts

/// The engine's outputs as notes for a person; most are none.
struct NoticeWords {
    /// The engine's; asked only where one is named.
    let sources: () -> [SampleSource]
    /// With the rider's names.
    let paired: [GatewaySettings.PairedSensor]
    /// An open link's.
    let link: (LinkID) -> LinkIdentity?

    static let lateEnd = """
        the end waits for the disk, which takes its time; the same signal again ends at once, and the next start looks after what is \
        left to write
        """

    static func datesUnknown(latest: CalendarDay) -> String {
        """
        the clock is not set and nobody knows the date: of the settings with a date all count, up to those from \(latest)
        """
    }

    private func name(_ id: SourceID) -> String {
        guard let source = sources().first(where: { $0.id == id }) else { return "a sensor" }
        return words(source.identity, source.name)
    }

    private func name(_ id: LinkID) -> String {
        guard let identity = link(id) else { return "link \(id.rawValue)" }
        return words(identity.sensor ?? "ant:\(identity.address)", identity.name)
    }

    private func words(_ identity: String, _ ownName: String?) -> String {
        let name = paired.first { $0.sensor == identity }?.name ?? ownName
        return name.map { "\($0) (\(identity))" } ?? identity
    }

    func sentence(_ output: IngestOutput) -> String? {
        switch output {
        case .workoutStarted(_, let activity): return "a workout has started: \(activity.rawValue)"
        case .workoutEnded(let workout):
            return "the workout has ended after \(ClockText.span(workout.summary.timer))"
        case .clock(let clock):
            return clock.source == .system ? "the machine's clock is synchronised now" : "the clock is taken from the receiver"
        case .notice(let notice):
            switch notice {
            case .sensorLost(let id): return "\(name(id)) is silent"
            case .sensorBack(let id): return "\(name(id)) is back"
            case .batteryLow(let id, let percent):
                return "\(name(id)): the battery is low" + (percent.map { ", \($0) %" } ?? "")
            case .settingRejected(let setting, let value, let reason):
                return "the setting \(setting) = \(value) is not used: \(reason)"
            case .targetLeftOut(let target): return target.sentence
            case .dropped(let link, let count): return "\(name(link)) floods: \(count) records were dropped"
            case .endedWhereLastHeard:
                return "the workout ends where something was last heard: the stop came more than 31 days late"
            case .eventRefused(let reason): return "the workout could not take an event: \(reason)"
            // Its asker is told.
            case .commandIgnored: return nil
            // A fault of a transport, which the counters show.
            case .unknownLink: return nil
            }
        case .event, .outside, .zone, .cue, .rejected, .implausible: return nil
        }
    }
}
