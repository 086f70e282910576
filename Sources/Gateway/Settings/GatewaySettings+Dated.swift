public import Statistics
public import Transports
public import WireFormats
public import Workouts

internal import Ingest

extension GatewaySettings {
    /// The rider's figures and zones from a day on, above those without a date.
    public struct Dated: Equatable, Sendable {
        /// In force from its first instant, in the time zone of who asks.
        public var from: CalendarDay
        public var changes: [Change]

        public struct Change: Equatable, Sendable {
            /// As in a capture's header: `ftp`, `zones.power.running`.
            public var name: String
            /// `nil` takes back what was in force.
            public var value: String?

            public init(name: String, value: String?) { self.name = name; self.value = value }
        }

        public init(from: CalendarDay, changes: [Change] = []) {
            self.from = from
            self.changes = changes
        }
    }

    /// The engine's settings on a local day, zones last: a model is computed from figures that came before it.
    public func engine(on day: CalendarDay) -> [CaptureHeader.Setting] {
        var settings = engine
        for change in dated.filter({ $0.from <= day }).flatMap(\.changes) {
            let place = settings.firstIndex { $0.name == change.name }
            switch (place, change.value) {
            case (let place?, let value?): settings[place].value = value
            case (let place?, nil): settings.remove(at: place)
            case (nil, let value?): settings.append(CaptureHeader.Setting(name: change.name, value: value))
            case (nil, nil): break
            }
        }
        return settings.filter { !$0.isZones } + settings.filter(\.isZones)
    }

    /// The day whose figures and zones count now. Where nobody knows the date, all that has one counts: the latest is what the rider
    /// said last, and the oldest is sure to be wrong.
    ///
    /// - Parameter utc: microseconds since 1970; `nil`: the machine's clock is not set, and nothing else tells.
    public func day(_ time: MachineTime, utc: Int64?) -> CalendarDay {
        var time = time
        time.wall = utc ?? time.wall
        guard utc == nil, let latest = dated.map(\.from).max() else { return time.localDay }
        return max(latest, time.localDay)
    }

    /// What was in force when: what workouts without settings of their own, of other devices, are computed with.
    ///
    /// - Parameter calendar: its time zone says when the settings' days begin.
    public func athlete(calendar: CalendarRules) -> AthleteHistory {
        var athlete = AthleteHistory()
        athlete.record(Self.workoutSettings(engine), from: AthleteHistory.always)
        for entry in dated {
            athlete.record(Self.workoutSettings(engine(on: entry.from)), from: calendar.start(of: entry.from))
        }
        return athlete
    }

    /// The document was read without mistakes, so that none of them is refused.
    private static func workoutSettings(_ settings: [CaptureHeader.Setting]) -> WorkoutSettings {
        var engine = IngestSettings()
        for setting in settings { _ = engine.apply(name: setting.name, value: setting.value) }
        return engine.frozen
    }
}

extension CaptureHeader.Setting {
    var isZones: Bool { name.hasPrefix("zones.") }
}
