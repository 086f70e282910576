public import Transports
public import WireFormats
import Workouts

internal import Dialogues

/// Which sensors serve: told what is heard and what the rider wants, says whom to link to and what the engine must know of it.
///
/// Pure; moments are microseconds that never go back. A stranger is heard by the engine without being wanted only over a stick, which
/// hears everybody, so strangers of ANT+ are put away there; over Bluetooth nobody is linked that is not wanted.
public struct SensorRoster {
    /// The paired ones and the ignored ones count.
    var settings: GatewaySettings
    var heard: [String: HeardSensor] = [:]
    var choices: [SensorRole: SensorChoice] = [:]
    private var isRecording = false
    private var now: Int64 = 0
    private var lastPass: Int64 = .min
    private var scanEnds: Int64?
    /// When the newest link over Bluetooth came or went, while there is one: from then on there is less and less hurry.
    private var leisureSince: Int64?
    /// Open links to sticks.
    private(set) var sticks = 0
    var notes: [String] = []
    private var told = ToldSensors()
    /// Whether `takeInputs` may have something to say.
    private var isChanged = true
    /// Whether strangers were wanted when the demand was last reckoned.
    private var wantedStrangers = true
    /// Whom to hold links to: the paired ones in the rider's order, then who was chosen. Strangers are looked for while no workout
    /// runs, and in one while somebody is wanting: looking around costs a running link its air time, and a meter may wake at any time.
    /// Where links stand and no person looks, it is done for ten seconds of each minute after the first three.
    ///
    /// Asked with every packet, so it is reckoned where it may change: at passes, and when links or what a sensor offers do.
    public private(set) var demand = LinkDemand()

    /// As many as at a race's start.
    public static let mostHeard = 512
    /// After this long without a word a stranger is no longer offered.
    static let forgetting: Int64 = 600_000_000
    /// Between two looks at who is strongest, unless somebody new is heard.
    static let pause: Int64 = 1_000_000
    /// Between two passes, with something paired.
    static let longestPause: Int64 = 30_000_000
    /// How long strangers are looked for without a break where something is linked; then for a part of each round.
    static let eagerness: Int64 = 180_000_000
    static let (look, round): (Int64, Int64) = (10_000_000, 60_000_000)

    public init(settings: GatewaySettings) {
        self.settings = settings
        settleDemand()
    }

    // MARK: What happens

    /// The rider wants others from now on.
    public mutating func take(_ settings: GatewaySettings) {
        self.settings = settings
        for sensor in settings.ignored { heard[sensor] = nil }
        choose()
    }

    /// A sensor was heard.
    public mutating func sight(_ sighting: Sighting, at moment: Int64, isRecording: Bool) {
        self.isRecording = isRecording
        now = max(now, moment)
        guard !settings.ignored.contains(sighting.sensor) else { return }
        let former = heard[sighting.sensor]
        var sensor = former ?? HeardSensor(sighting.sensor, at: now)
        sensor.take(sighting, at: now)
        keep(sensor)
        guard former?.kinds != sensor.kinds || now &- lastPass >= Self.pause else { return }
        isChanged = true
        // Where somebody serves already, a newcomer can wait for the next look; a thousand come at a race's start.
        let isFirst = sensor.kinds.roles.subtracting(covered).contains { choices[$0] == nil }
        if isFirst || now &- lastPass >= Self.pause { choose() } else { settleDemand() }
    }

    /// Time passed.
    public mutating func pass(to moment: Int64, isRecording: Bool) {
        self.isRecording = isRecording
        now = max(now, moment)
        if let end = scanEnds, end <= now { scanEnds = nil }
        choose()
    }

    public mutating func linkOpened(_ identity: LinkIdentity, at moment: Int64) {
        now = max(now, moment)
        if identity.kind == .ant { sticks += 1 }
        guard let name = identity.sensor else { return }
        var sensor = heard[name] ?? HeardSensor(name, at: now)
        sensor.open(identity, at: now)
        keep(sensor)
        isChanged = true
        noteLinks()
    }

    public mutating func linkClosed(_ identity: LinkIdentity, at moment: Int64) {
        now = max(now, moment)
        if identity.kind == .ant { sticks = max(0, sticks - 1) }
        if let name = identity.sensor { heard[name]?.close() }
        noteLinks()
    }

    private mutating func noteLinks() {
        leisureSince = heard.values.contains { $0.isLinked && Self.isBluetooth($0.sensor) } ? now : nil
        settleDemand()
    }

    /// Bytes came from a link.
    public mutating func heard(_ identity: LinkIdentity, at moment: Int64) {
        now = max(now, moment)
        if let name = identity.sensor { heard[name]?.heard(at: now) }
    }

    /// Looks around for strangers until a moment, whoever is paired.
    public mutating func scan(until moment: Int64) {
        scanEnds = max(scanEnds ?? moment, moment)
        settleDemand()
    }

    /// Room for 512: the stranger that was silent longest goes.
    private mutating func keep(_ sensor: HeardSensor) {
        if heard[sensor.sensor] == nil, heard.count >= Self.mostHeard {
            let strangers = heard.values.filter { !isWanted($0.sensor) && !$0.isLinked }
            guard let oldest = strangers.min(by: { ($0.lastHeard, $0.sensor) < ($1.lastHeard, $1.sensor) }) else { return }
            heard[oldest.sensor] = nil
        }
        heard[sensor.sensor] = sensor
    }

    // MARK: Who serves

    var paired: [GatewaySettings.PairedSensor] { settings.sensors.filter { !settings.ignored.contains($0.sensor) } }

    func isPaired(_ sensor: String) -> Bool { settings.sensors.contains { $0.sensor == sensor } }

    func isChosen(_ sensor: String) -> Bool { choices.values.contains { $0.sensor == sensor } }

    func isWanted(_ sensor: String) -> Bool { isPaired(sensor) || isChosen(sensor) }

    /// What a person said it is for, and what it says itself.
    func kinds(of sensor: GatewaySettings.PairedSensor) -> Set<SensorKind> {
        if !sensor.kinds.isEmpty { return sensor.kinds }
        return heard[sensor.sensor]?.kinds ?? SensorIdentity(sensor.sensor)?.kinds ?? []
    }

    /// Roles in which paired sensors leave no room for strangers. One over Bluetooth that nobody has heard yet may be for anything.
    private var covered: Set<SensorRole> {
        paired.reduce(into: []) { covered, sensor in
            let kinds = kinds(of: sensor)
            covered.formUnion(kinds.isEmpty && Self.isBluetooth(sensor.sensor) ? Set(SensorRole.allCases) : kinds.covered)
        }
    }

    static func isBluetooth(_ sensor: String) -> Bool { if case .ble? = SensorIdentity(sensor) { true } else { false } }

    /// Paired sensors of which the settings do not say yet what they are for, and their links have said it.
    var learned: [(sensor: String, kinds: Set<SensorKind>)] {
        paired.compactMap { sensor in
            guard sensor.kinds.isEmpty, let heard = heard[sensor.sensor], heard.isLinked, !heard.kinds.isEmpty else { return nil }
            return (sensor.sensor, heard.kinds)
        }
    }

    private mutating func choose() {
        defer { settleDemand() }
        lastPass = now
        isChanged = true
        for (name, sensor) in heard where !isWanted(name) && !sensor.isPresent(at: now, within: Self.forgetting) {
            heard[name] = nil
        }
        let covered = covered
        let strangers = heard.values.filter { !isPaired($0.sensor) && $0.isPresent(at: now, within: SensorChoice.silence) }
        for role in SensorRole.allCases {
            let candidates = strangers.filter { $0.kinds.roles.contains(role) }
            if covered.contains(role) {
                choices[role] = nil
                continue
            }
            if let sensor = choices[role]?.sensor, isPaired(sensor) || heard[sensor] == nil { choices[role] = nil }
            if choices[role] == nil, !candidates.isEmpty { choices[role] = SensorChoice(at: now) }
            let chosen = choices[role]?.sensor.flatMap { heard[$0] }
            let change = choices[role]?.pass(to: now, role, candidates: candidates, chosen: chosen, isRecording: isRecording)
            if let change, let sensor = choices[role]?.sensor { note(change, sensor, in: role) }
        }
    }

    /// Strangers that serve, in the order of their roles.
    private var chosen: [String] {
        var names: [String] = []
        for role in SensorRole.allCases {
            if let name = choices[role]?.sensor, !names.contains(name) { names.append(name) }
        }
        return names
    }

    private mutating func settleDemand() {
        wantedStrangers = wantsStrangers
        demand = LinkDemand(
            sensors: paired.map(\.sensor) + chosen, looksAround: scanEnds != nil || wantedStrangers && looksAtLeisure(at: now))
    }

    private var wantsStrangers: Bool { settings.sensors.isEmpty || !isRecording || isAnybodyWanting }

    private func looksAtLeisure(at moment: Int64) -> Bool {
        guard let elapsed = leisureSince.map({ moment &- $0 &- Self.eagerness }), elapsed >= 0 else { return true }
        return elapsed % Self.round < Self.look
    }

    /// When looking around at leisure next begins or ends.
    private func nextTurn(after moment: Int64) -> Int64? {
        guard let begin = leisureSince.map({ $0 &+ Self.eagerness }) else { return nil }
        guard moment >= begin else { return begin &+ Self.look }
        let phase = (moment &- begin) % Self.round
        return moment &- phase &+ (phase < Self.look ? Self.look : Self.round)
    }

    /// Whether some role has nobody: no sensor is paired for it, and none that was chosen is there.
    private var isAnybodyWanting: Bool {
        let covered = covered
        return SensorRole.allCases.contains { role in
            guard !covered.contains(role) else { return false }
            let chosen = choices[role]?.sensor.flatMap { heard[$0] }
            return chosen?.isPresent(at: now, within: SensorChoice.silence) != true
        }
    }

    /// When `pass` has something to do; may be in the past, as hearing somebody moves the time on as well.
    public var nextWake: Int64? {
        var next: Int64?
        // What the last pass saw is done.
        func note(_ moment: Int64) { if moment > lastPass { next = earliest(next, moment) } }
        // That a workout began or ended is told with a pass alone; only with something paired it matters to whom we look for.
        if !settings.sensors.isEmpty {
            note(lastPass == .min ? now &+ Self.longestPause : lastPass &+ Self.longestPause)
        }
        for choice in choices.values {
            guard let name = choice.sensor else {
                note(choice.settlesAt)
                continue
            }
            if let sensor = heard[name], !sensor.isLinked { note(sensor.lastHeard &+ SensorChoice.silence) }
        }
        if wantedStrangers, let turn = nextTurn(after: lastPass == .min ? now : lastPass) { note(turn) }
        return earliest(next, scanEnds)
    }

    // MARK: What the engine must know

    /// Pairings and priorities that are due for the running capture; none is told twice.
    public mutating func takeInputs() -> [CaptureRecord.Input] {
        guard isChanged else { return [] }
        isChanged = false
        return told.update(standing)
    }

    /// The pairings and priorities that stand: what each capture begins with.
    public var preamble: [CaptureRecord.Input] {
        var fresh = ToldSensors()
        return fresh.update(standing)
    }

    private var standing: ToldSensors {
        var standing = ToldSensors()
        let chosen = chosen
        for sensor in settings.ignored { standing.pairings[sensor] = false }
        for sensor in paired { standing.pairings[sensor.sensor] = true }
        for sensor in chosen { standing.pairings[sensor] = true }
        let covered = covered
        for sensor in heard.values where standing.pairings[sensor.sensor] == nil && (sensor.isANT || sensor.isLinked) {
            let roles = sensor.kinds.roles
            // Before a choice is settled anybody may serve: a workout that is under way loses no second of a lone strap.
            let isSettled = roles.allSatisfy { covered.contains($0) || choices[$0]?.isSettled == true }
            if !roles.isEmpty, isSettled { standing.pairings[sensor.sensor] = false }
        }
        let known = paired.map { sensor in
            var sensor = sensor
            sensor.kinds = kinds(of: sensor)
            return sensor
        }
        standing.ranks = SensorRanks(paired: known, chosen: chosen.map { ($0, heard[$0]?.kinds ?? []) }).ranks
        return standing
    }
}
