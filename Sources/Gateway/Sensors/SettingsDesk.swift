import Dialogues
import JSONText
public import Statistics
public import Transports
public import WireFormats
import Workouts

/// The desk of a gateway with real sensors: the roster, and the settings file behind it.
public final class SettingsDesk: SensorDesk {
    /// As the file says, and as it is adjusted for this run.
    public private(set) var settings: GatewaySettings
    public private(set) var changes = 0
    private let file: SettingsFile
    private let adjust: (inout GatewaySettings) -> Void
    private let clock: any MachineClock
    /// Who knows the date better than the clock.
    private var today: ((GatewaySettings) -> CalendarDay)?
    private var document: SettingsDocument
    private var roster: SensorRoster
    /// Changed settings that the running capture must hold.
    private var inputs: [CaptureRecord.Input] = []
    private var scans: [(end: Int64, reply: (ControlReply) -> Void)] = []
    private var notes: [String] = []
    /// Sensors whose kinds were written down, or could not be.
    private var learned: Set<String> = []

    /// At once; who hangs up leaves his behind.
    private static let mostScans = 32

    /// - Parameters:
    ///   - adjust: what a command line says above the file; done anew whenever the file changes.
    ///   - clock: says what day it is, where settings have dates.
    /// - Throws: `.file`, `.mistakes`: a gateway does not begin with settings that nobody meant.
    public init(
        file: SettingsFile, adjusting adjust: @escaping (inout GatewaySettings) -> Void = { _ in },
        clock: any MachineClock = SystemClock()
    ) throws(SettingsError) {
        self.file = file
        self.clock = clock
        self.adjust = adjust
        document = try file.read()
        settings = document.settings
        adjust(&settings)
        roster = SensorRoster(settings: settings)
    }

    public var settingsFile: String? { file.path }
    public var demand: LinkDemand { roster.demand }
    public var preamble: [CaptureRecord.Input] { roster.preamble }
    public var nextWake: Int64? { scans.reduce(roster.nextWake) { earliest($0, $1.end) } }
    public func known(at now: Int64) -> [GatewayStatus.KnownSensor] { roster.known(at: now) }
    public func takeNotes() -> [String] {
        defer { notes = [] }
        return roster.takeNotes() + notes
    }

    public func sight(_ sighting: Sighting, at now: Int64, isRecording: Bool) {
        changes += 1
        roster.sight(sighting, at: now, isRecording: isRecording)
    }

    public func linkOpened(_ identity: LinkIdentity, at now: Int64) {
        changes += 1
        roster.linkOpened(identity, at: now)
    }

    public func linkClosed(_ identity: LinkIdentity, at now: Int64) {
        changes += 1
        roster.linkClosed(identity, at: now)
    }

    public func heard(_ identity: LinkIdentity, at now: Int64) { roster.heard(identity, at: now) }

    public func ask(today: @escaping (GatewaySettings) -> CalendarDay) { self.today = today }

    public func pass(to now: Int64, isRecording: Bool) {
        changes += 1
        roster.pass(to: now, isRecording: isRecording)
        learnKinds()
        let ended = scans.filter { $0.end <= now }
        scans.removeAll { $0.end <= now }
        for scan in ended { scan.reply(sensors(at: now)) }
    }

    public func takeInputs() -> [CaptureRecord.Input] {
        defer { inputs = [] }
        return inputs + roster.takeInputs()
    }

    // MARK: Requests

    public func handle(_ request: ControlRequest, at now: Int64, reply: @escaping (ControlReply) -> Void) {
        changes += 1
        if case .scan(let seconds) = request {
            let allowed = ControlRequest.scanSeconds
            let end = now &+ Int64(min(max(seconds, allowed.lowerBound), allowed.upperBound)) * 1_000_000
            roster.scan(until: end)
            // The one that ends first makes room.
            if scans.count >= Self.mostScans, let first = scans.indices.min(by: { scans[$0].end < scans[$1].end }) {
                scans.remove(at: first).reply(sensors(at: now))
            }
            scans.append((end, reply))
        } else {
            reply(answer(request, at: now))
        }
    }

    private func answer(_ request: ControlRequest, at now: Int64) -> ControlReply {
        do throws(SettingsError) {
            switch request {
            case .sensors: return sensors(at: now)
            case .settings: return .success(.text(JSONValue.object(document.object).text(.indented)))
            case .pair(let text, let name):
                let sensor = try identity(text, at: now)
                let kinds = known(at: now).first { $0.sensor == sensor }?.kinds ?? []
                try change(.pair(sensor: sensor, name: name, kinds: kinds))
                return .success(.text("\(words(sensor)) is paired" + Self.warning(sensor, kinds)))
            case .forget(let text):
                let sensor = try identity(text, at: now)
                let words = words(sensor)
                let wasPaired = settings.sensors.contains { $0.sensor == sensor }
                try change(.forget(sensor: sensor))
                learned.remove(sensor)
                return .success(.text("\(words) is forgotten" + (wasPaired ? advice(afterForgetting: sensor) : "")))
            case .ignore(let text):
                let sensor = try identity(text, at: now)
                let words = words(sensor)
                try change(.ignore(sensor: sensor))
                learned.remove(sensor)
                return .success(.text("\(words) is ignored: it is neither used nor offered until it is paired or forgotten"))
            case .rename(let text, let name):
                let sensor = try identity(text, at: now)
                try change(.rename(sensor: sensor, name: name))
                return .success(.text("\(sensor) is called \(name) now"))
            case .priority(let text, let quantity, let rank):
                let sensor = try identity(text, at: now)
                try change(.priority(sensor: sensor, quantity: quantity, rank: rank))
                return .success(.text("\(words(sensor)) has rank \(rank) for \(quantity) now"))
            case .set(let name, let value, let from):
                try change(.set(key: name, value: value, from: from))
                // Of a name that is none the change was refused.
                guard let key = SettingsKey(named: name) else { return .success(nil) }
                let dated = document.sentence(after: value, of: key, from: from, today: day(of: settings))
                return .success(.text(dated ?? key.sentence(after: value, isOverridden: isOverridden(key))))
            // None of the desk's.
            case .start, .pause, .resume, .lap, .stop, .status, .watch, .scan, .calibrate:
                return .failure("this is not for the desk")
            }
        } catch {
            return .failure("\(error)")
        }
    }

    /// Writes down what sensors are for that were paired before anybody had heard them: from the next start on strangers of other kinds
    /// may serve beside them at once.
    private func learnKinds() {
        for (sensor, kinds) in roster.learned where learned.insert(sensor).inserted {
            do throws(SettingsError) {
                try change(.pair(sensor: sensor, name: nil, kinds: kinds))
            } catch {
                notes.append("what \(words(sensor)) is for could not be written down: \(error)")
            }
        }
    }

    private func sensors(at now: Int64) -> ControlReply {
        var status = GatewayStatus()
        status.sensors = known(at: now)
        return .success(.status(status))
    }

    private func identity(_ text: String, at now: Int64) throws(SettingsError) -> String {
        do throws(SensorLookup.Problem) {
            return try SensorLookup.identity(of: text, among: known(at: now))
        } catch {
            throw .refused(error.sentence)
        }
    }

    private static func warning(_ sensor: String, _ kinds: Set<SensorKind>) -> String {
        kinds.isEmpty && SensorRoster.isBluetooth(sensor)
            ? "; until it is heard for the first time no sensor that is not paired serves, since it may be of any kind" : ""
    }

    private func advice(afterForgetting sensor: String) -> String {
        let ignored = (settings.ignored + [sensor]).joined(separator: ",")
        return
            "; as the strongest of a kind of which none is paired it may still serve, unless: wattbeat settings set ignored \(ignored)"
    }

    /// Whether the command line says something else, which goes on.
    private func isOverridden(_ key: SettingsKey) -> Bool {
        switch key.path[0] {
        case "start": settings.start != document.settings.start
        case "activity": settings.activity != document.settings.activity
        default: false
        }
    }

    private func words(_ sensor: String) -> String {
        settings.sensors.first { $0.sensor == sensor }?.name.map { "\(sensor) (\($0))" } ?? sensor
    }

    private func day(of settings: GatewaySettings) -> CalendarDay { today?(settings) ?? clock.read().localDay }

    /// Changes the file as it stands, which may hold what somebody else wrote since.
    private func change(_ edit: SettingsEdit) throws(SettingsError) {
        document = try file.edit(edit)
        let former = settings
        settings = document.settings
        adjust(&settings)
        inputs += settings.engineChanges(since: former, on: max(day(of: former), day(of: settings)))
        roster.take(settings)
    }
}

extension SettingsKey {
    /// What a person should know when a value has been set, or taken out, while a gateway runs.
    ///
    /// - Parameter isOverridden: whether this run's command line says something else.
    public func sentence(after value: String?, isOverridden: Bool = false) -> String {
        let done = value.map { "\(name) is \($0) now" } ?? "\(name) is not set any more"
        if isOverridden {
            return done + "; the gateway that runs goes by its command line, so it counts from the next start without that"
        }
        return isOfThisRun(value) ? done : done + "; it counts from the gateway's next start"
    }

    /// Whether a running gateway takes it up at once.
    private func isOfThisRun(_ value: String?) -> Bool {
        switch path[0] {
        // To start at once is for the gateway's beginning; to wait, or to look out for movement, is for now.
        case "start": value != GatewaySettings.Start.now.rawValue
        case "rider", "zones", "activity", "wheel-circumference", "auto-pause", "sensors", "ignored": true
        default: false
        }
    }
}
