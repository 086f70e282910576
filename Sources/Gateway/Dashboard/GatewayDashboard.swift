public import Dashboard
import JSONText
import Phrases
public import Statistics
import Storage
import Synchronization
public import Transports
import Workouts

/// What pages know of a gateway: its live side on the reactor's thread, its store on another one.
public final class GatewayDashboard: DashboardSource, @unchecked Sendable {
    public struct Setting: Sendable {
        public var version: String
        /// Of the store; `nil`: there is none.
        public var store: String?
        /// Folders.
        public var captures: String
        public var workouts: String
        /// The file of access tokens.
        public var tokens: String
        /// Whose days count.
        public var calendar: CalendarRules
        /// What this machine is called in the network.
        public var names: [String]

        public init(
            version: String, store: String?, captures: String, workouts: String, tokens: String, calendar: CalendarRules,
            names: [String]
        ) {
            self.version = version
            self.store = store
            self.captures = captures
            self.workouts = workouts
            self.tokens = tokens
            self.calendar = calendar
            self.names = names
        }
    }

    /// What an answer from the store leans on, as it was when it was asked for.
    struct Moment: Sendable {
        var settings: GatewaySettings
        /// The gateway's, which a demo pretends.
        var now: Timestamp
        /// The path of the settings file.
        var settingsFile: String?
    }

    let setting: Setting
    let trace: LiveTrace
    let desk: HistoryDesk
    private let mailbox: ReactorMailbox
    private let knownFacts: Mutex<DashboardFacts>
    private let tokenFile: EditedFile
    /// Touched by the reactor's thread alone, as all below.
    private unowned let gateway: LiveGateway
    private let feed: StatusFeed
    private let beat: Alarm
    private weak var hub: EventHub?
    private var onlooker: StatusFeed.Token?
    private var lastStored: (StoreState, WorkoutOutcome?)?

    /// Microseconds of a watch between two signs of life.
    private static let beatInterval = 15_000_000.0
    private static let mostTokenBytes = 1 << 17

    /// From the reactor's thread.
    ///
    /// - Throws: `.cannotOpen` when the process has no descriptors left.
    public init(_ gateway: LiveGateway, _ feed: StatusFeed, _ trace: LiveTrace, _ setting: Setting) throws(TransportError) {
        self.gateway = gateway
        self.feed = feed
        self.trace = trace
        self.setting = setting
        mailbox = try ReactorMailbox(gateway.reactor)
        beat = Alarm(on: gateway.reactor)
        tokenFile = EditedFile(path: setting.tokens, mostBytes: Self.mostTokenBytes, mode: 0o600)
        desk = HistoryDesk(path: setting.store) { Timestamp(microseconds: SystemClock().read().wall) }
        var facts = DashboardFacts()
        facts.version = setting.version
        facts.languages = Language.allCases.map(\.rawValue)
        facts.isDemo = gateway.parts.isDemo
        facts.names = setting.names
        knownFacts = Mutex(facts)
        noteSettings()
    }

    /// Where pictures are published.
    public func attach(_ hub: EventHub) { self.hub = hub }

    // MARK: From any thread

    public var facts: DashboardFacts { knownFacts.withLock { $0 } }
    public var nowMicroseconds: Int64 { SystemClock().read().wall }

    public func keptTokens() -> [UInt8]? { (try? tokenFile.read()) ?? nil }

    public func keep(tokens: [UInt8]) -> String? {
        do throws(TransportError) {
            _ = try tokenFile.edit { (_) throws(Never) -> [UInt8]? in tokens }
            return nil
        } catch {
            return "\(error)"
        }
    }

    public func setAudience(_ isThere: Bool) {
        mailbox.post { [weak self] in self?.settleAudience() }
    }

    public func answer(_ query: DashboardQuery, _ reply: @escaping @Sendable (DashboardAnswer) -> Void) {
        switch query {
        case .trace(let after): return reply(.document(trace.json(after: after).utf8()))
        case .liveRoute(let after):
            let lines = Mutex(trace.routeLines(after: after)[...])
            return reply(.lines { next in next(lines.withLock { $0.popFirst() }) })
        default: break
        }
        mailbox.post { [weak self] in
            guard let self else { return reply(.problem(Problem(503, "Ending", "The gateway is ending."))) }
            answerHere(query, reply)
        }
    }

    // MARK: On the reactor's thread

    private func answerHere(_ query: DashboardQuery, _ reply: @escaping @Sendable (DashboardAnswer) -> Void) {
        noteSettings()
        switch query {
        case .status:
            let now = Timestamp(microseconds: gateway.parts.clock.read().wall)
            let json: JSONValue = [
                "status": gateway.status.json, "time": .string(now.iso8601), "version": .string(setting.version),
            ]
            reply(.document(json.utf8()))
        case .control(let line): control(line, reply)
        case .settings: settings(reply)
        default:
            let moment = Moment(
                settings: gateway.parts.desk.settings, now: Timestamp(microseconds: gateway.parts.clock.read().wall),
                settingsFile: gateway.parts.desk.settingsFile)
            let isTaken = desk.add { [weak self] in
                guard let self else { return }
                reply(history(query, moment))
                if query.changesStore { publishAnchor() }
            }
            if !isTaken { reply(.problem(Problem(503, "Busy", "Too much is asked at once; try again."))) }
        }
    }

    private func control(_ line: [UInt8], _ reply: @escaping @Sendable (DashboardAnswer) -> Void) {
        let request: ControlRequest
        do throws(ControlError) { request = try ControlRequest(decoding: line) } catch {
            return reply(.problem(.badValue("\(error)".asSentence)))
        }
        gateway.handle(request) { answer in
            if case .failure(let sentence) = answer { return reply(.problem(Problem(409, "Refused", sentence.asSentence))) }
            reply(.document(answer.encoded()))
        }
        noteSettings()
    }

    private func settings(_ reply: @escaping @Sendable (DashboardAnswer) -> Void) {
        let file = gateway.parts.desk.settingsFile
        gateway.handle(.settings) { answer in
            guard case .success(.text(let text)?) = answer, let document = try? JSONReader.read(text) else {
                return reply(.problem(Problem(409, "No settings", "This gateway has no settings to show.")))
            }
            let json: JSONValue = ["settings": document.value, "file": .string(file)]
            reply(.document(json.utf8()))
        }
    }

    private func noteSettings() {
        let settings = gateway.parts.desk.settings
        let hasData = setting.store.map { Folder.identity($0) != nil } ?? false
        knownFacts.withLock { facts in
            facts.language = settings.language.rawValue
            facts.units = settings.units.rawValue
            facts.hasData = hasData
        }
    }

    /// Pictures are made while somebody looks; until then none costs anything.
    private func settleAudience() {
        let isThere = (hub?.listenerCount ?? 0) > 0
        guard isThere != (onlooker != nil) else { return }
        if let onlooker {
            feed.remove(onlooker)
            self.onlooker = nil
            beat.cancel()
        } else {
            publishAnchor()
            onlooker = feed.add { [weak self] in self?.publish($0) }
            awaitBeat()
        }
    }

    private func publish(_ status: GatewayStatus) {
        hub?.publish(status: status.json.utf8())
        let stored = (status.store, status.lastWorkout)
        if let lastStored, lastStored == stored { return }
        lastStored = stored
        publishAnchor()
    }

    private func awaitBeat() {
        beat.set(after: Int64(Self.beatInterval * gateway.reactor.pace)) { [weak self] in
            guard let self, onlooker != nil else { return }
            hub?.beat()
            // Other programs write into the store as well.
            publishAnchor()
            awaitBeat()
        }
    }

    /// From any thread.
    private func publishAnchor() {
        _ = desk.add { [weak self] in
            if let self, let anchor = desk.anchor() { hub?.publish(anchor: anchor) }
        }
    }
}

extension DashboardQuery {
    fileprivate var changesStore: Bool {
        switch self {
        case .edit, .delete, .restore, .addMood, .deleteMood: true
        default: false
        }
    }
}

extension String {
    /// What stands behind a colon elsewhere, as a sentence of its own.
    var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
