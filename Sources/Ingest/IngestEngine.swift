public import WireFormats
public import Workouts

/// The pure heart: a capture record in, outputs out. It knows no clock, no file and no device; the same records give the same
/// outputs, live and replayed.
public struct IngestEngine: Sendable {
    /// After this long without a word a sensor is lost.
    public static let silenceLimit = TimeSpan(seconds: 10)

    /// About 35 years: what a record says beyond it is wrong, and counts as of this moment.
    static let latest = Offset(microseconds: 1 << 50)

    public let header: CaptureHeader
    private var context: IngestContext
    private var links = LinkTable()
    private var lastOffset: Offset = .zero

    public init(header: CaptureHeader) {
        self.header = header
        context = IngestContext(settings: IngestSettings(), clock: WallClock(header: header), isForeign: header.isForeign)
        // Zones by a model's name need thresholds, wherever in the header those stand.
        let isZones = { (setting: CaptureHeader.Setting) in setting.name.hasPrefix("zones.") }
        for setting in header.settings where !isZones(setting) { set(setting.name, setting.value) }
        for setting in header.settings where isZones(setting) { set(setting.name, setting.value) }
        // What they give rise to is handed out with the first record.
    }

    /// What happened so far, counted.
    public var report: IngestReport { context.report }
    /// Every source that was heard, in the order of first sight.
    public var sources: [SampleSource] { context.sources.sources }
    /// When each of them was heard last.
    public var lastHeard: [Offset] { context.sources.states.map(\.lastHeard) }
    public var settings: IngestSettings { context.settings }
    public var clock: WallClock { context.clock }
    /// The figures of the running workout; `nil` when none runs.
    public var live: LiveFigures? { context.session.live }

    /// What each source says while no workout runs, by source then quantity; empty while one does.
    public var idle: [LiveFigures.Sensor] { context.idleReadings.sensors(at: lastOffset) }
    /// Of the running workout; `nil` when none runs.
    public var workoutID: WorkoutID? { context.session.workoutID }
    /// Whether a workout runs.
    public var isRunning: Bool { context.session.isRunning }

    /// When time alone changes what the engine says or shows, unless a record comes first: a tick is due then. `nil` when nothing
    /// can change. Always later than the last record, and never sooner than silence is looked at again: what comes of silence comes
    /// at most that much later than it would with ticks all the time.
    public var nextWake: Offset? {
        let due = earliest(links.wakeAt, context.wakeAt(now: lastOffset))
        return due.map { max($0, lastPass + Self.passInterval) }
    }

    /// Takes one record. Offsets never go back: a record with a lower one counts as of the last.
    public mutating func handle(_ record: CaptureRecord) -> [IngestOutput] {
        var outputs: [IngestOutput] = []
        handle(record, into: &outputs)
        return outputs
    }

    /// Takes one record; what comes of it replaces the content of `outputs`, whose memory serves again from record to record.
    public mutating func handle(_ record: CaptureRecord, into outputs: inout [IngestOutput]) {
        let offset = max(min(Offset(microseconds: record.offset), Self.latest), lastOffset)
        lastOffset = offset
        context.report.records += 1
        switch record.input {
        case .bytes(let id, let bytes): take(bytes, of: id, at: offset)
        case .tick: break
        case .linkOpened(let id, let identity): open(id, identity, at: offset)
        case .linkClosed(let id, _): close(id, at: offset)
        case .dropped(let id, let count):
            context.report.drop(count, of: id)
            context.outputs.append(.notice(.dropped(id, count: count)))
        case .command(let command): apply(command, at: offset)
        case .setting(let name, let value): set(name, value)
        case .pairing(let sensor, let isPaired): context.pair(sensor, isPaired: isPaired)
        case .priority(let sensor, let quantity, let rank): prioritize(sensor, quantity, rank)
        case .clockAnchor(let anchor): apply(anchor, at: offset)
        }
        pass(to: offset)
        collect(into: &outputs)
    }

    /// The input ended: a workout that still runs ends with its last record, for a battery that died costs no workout.
    public mutating func finish() -> [IngestOutput] {
        links.flush(at: lastOffset, &context)
        if context.session.isRunning { context.session.stop(at: lastOffset, &context.outputs) }
        var outputs: [IngestOutput] = []
        collect(into: &outputs)
        return outputs
    }

    private mutating func collect(into outputs: inout [IngestOutput]) {
        outputs.removeAll(keepingCapacity: true)
        swap(&outputs, &context.outputs)
    }

    // MARK: Links

    private mutating func open(_ id: LinkID, _ identity: LinkIdentity, at offset: Offset) {
        // Opened again without a word of its end, it ended all the same.
        let former = links.close(id, at: offset, &context)
        links.open(id, identity.decoder(id, at: offset, &context))
        lose(former, at: offset)
    }

    private mutating func close(_ id: LinkID, at offset: Offset) { lose(links.close(id, at: offset, &context), at: offset) }

    /// Marks as lost whom no other link speaks for: a strap's battery may go and its heart rate stay.
    private mutating func lose(_ sources: [SourceID], at offset: Offset) {
        for source in sources where !links.speak(for: source) { context.lost(source, at: offset) }
    }

    private mutating func take(_ bytes: [UInt8], of id: LinkID, at offset: Offset) {
        context.report.bytes += bytes.count
        if !links.take(bytes, of: id, at: offset, &context) { context.outputs.append(.notice(.unknownLink(id))) }
    }

    /// Lets silence speak: stops of counters, ends of fixes, lost sensors, expiring holds.
    private mutating func pass(to offset: Offset) {
        guard offset - lastPass >= Self.passInterval else { return }
        lastPass = offset
        links.pass(to: offset, &context)
        for id in context.sources.silent(at: offset, limit: Self.silenceLimit) {
            context.outputs.append(.notice(.sensorLost(id)))
            context.session.marker(.sensorLost, note: context.sources[id].identity, at: offset, &context.outputs)
        }
        context.session.advance(to: offset, autoPauses: context.settings.autoPause, &context.outputs)
    }

    /// Silence is looked at four times a second of capture time at most: often enough for a display, cheap for a flood.
    private static let passInterval = TimeSpan(seconds: 0.25)
    private var lastPass: Offset = .zero

    // MARK: Commands, settings, clock

    private mutating func apply(_ command: RiderCommand, at offset: Offset) {
        let problem: String?
        switch command {
        case .start(let name): problem = start(name, at: offset)
        case .stop:
            problem = context.session.isRunning ? nil : "no workout is running"
            if problem == nil {
                links.conclude(at: offset, &context)
                context.session.stop(at: offset, &context.outputs)
            }
        default: problem = context.session.apply(command, at: offset, &context.outputs)
        }
        if let problem { context.outputs.append(.notice(.commandIgnored(command, because: problem))) }
    }

    private mutating func start(_ name: String, at offset: Offset) -> String? {
        guard !context.session.isRunning else { return "a workout is running already" }
        let named = ActivityType(rawValue: name)
        if named == nil, !name.isEmpty {
            context.outputs.append(.notice(.settingRejected(name: "activity", value: name, because: "no such activity")))
        }
        let activity = named ?? context.settings.activity ?? .other
        let identity = CaptureIdentity.workout(context.session.begun + 1, of: header)
        context.start(activity, at: offset, id: WorkoutID(high: identity.high, low: identity.low), isDemo: header.isDemo)
        return nil
    }

    private mutating func set(_ name: String, _ value: String) {
        if let problem = context.settings.apply(name: name, value: value) {
            context.outputs.append(.notice(.settingRejected(name: name, value: value, because: problem)))
        }
    }

    private mutating func prioritize(_ sensor: String, _ quantity: String, _ rank: Int) {
        guard let quantity = Quantity(rawValue: quantity) else {
            return context.outputs.append(
                .notice(.settingRejected(name: "priority", value: quantity, because: "no such quantity")))
        }
        context.prioritize(sensor, quantity, rank: rank)
    }

    /// A synchronised clock replaces one that was not, or was carried over; a second opinion on a trusted clock moves nothing.
    private mutating func apply(_ anchor: ClockAnchor, at offset: Offset) {
        let isReplaceable = !context.clock.isSettled || context.clock.source == .gpsEraShifted
        guard anchor.isSynchronised, anchor.source == .earlier ? !context.clock.isTrusted : isReplaceable else { return }
        let source: WallClock.Source =
            switch anchor.source {
            case .gps: .gps
            case .system: .system
            case .earlier: .earlier
            }
        context.setClock(
            WallClock(
                origin: Timestamp(microseconds: anchor.timestamp) - (offset - .zero),
                source: source, isTrusted: true, utcOffsetSeconds: context.clock.utcOffsetSeconds,
                timeZone: context.clock.timeZone))
    }
}

extension CaptureHeader {
    /// The setting that names the programs whose files a header was made for.
    public static let recordedBy = "recorded-by"

    /// Whether other programs recorded what follows.
    var isForeign: Bool { settings.contains { $0.name == Self.recordedBy } }
}

extension WallClock {
    /// What a capture's header says of the time.
    init(header: CaptureHeader) {
        self.init(
            origin: Timestamp(microseconds: header.start ?? 0), source: header.isForeign ? .file : .system,
            isTrusted: header.start != nil && header.isSynchronised, utcOffsetSeconds: header.utcOffsetSeconds,
            timeZone: header.timeZone)
    }
}
