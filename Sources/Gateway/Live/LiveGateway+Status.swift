import Dialogues
import Ingest
import Transports
import WireFormats
import Workouts

// How it stands.
extension LiveGateway {
    /// How it stands now; made anew when asked.
    public var status: GatewayStatus {
        var status = GatewayStatus()
        status.isDemo = parts.isDemo
        status.store = parts.history?.state ?? .off
        status.settingsFile = parts.desk.settingsFile
        intake.tellHeard()
        status.sensors = parts.desk.known(at: reactor.now)
        status.devices = board.sortedDevices
        status.notes = board.notes
        status.lastWorkout = board.lastWorkout
        if let capture {
            status.capture = GatewayStatus.CaptureState(capture.writer)
            status.live = capture.engine.live
            status.idle = capture.engine.idle
            status.sources = capture.engine.sources
            if parts.isDemo { status.sensors += played(capture, beside: status.sensors) }
            status.rejected = capture.engine.report.rejected
            status.dropped = capture.engine.report.dropped + (capture.writer?.lostRecords ?? 0)
            status.losses = losses(capture.engine)
        }
        status.describeDevices()
        return status
    }

    /// Whose bytes could not be used and why, the most first.
    private func losses(_ engine: borrowing IngestEngine) -> [GatewayStatus.Loss] {
        let (report, sources) = (engine.report, engine.sources)
        var losses: [GatewayStatus.Loss] = []
        func add(_ from: String, _ reason: String, _ count: Int) {
            if let index = losses.firstIndex(where: { $0.from == from && $0.reason == reason }) {
                let (sum, isBeyond) = losses[index].count.addingReportingOverflow(count)
                losses[index].count = isBeyond ? .max : sum
            } else {
                losses.append(GatewayStatus.Loss(from: from, reason: reason, count: count))
            }
        }
        for rejection in report.rejections {
            let sensor = rejection.source.flatMap { id in sources.first { $0.id == id }?.identity }
            add(sensor ?? intake.name(of: rejection.link), rejection.error.reason, rejection.count)
        }
        for drop in report.drops { add(intake.name(of: drop.link), GatewayStatus.Loss.dropped, drop.count) }
        losses.sort { ($1.count, $0.from, $0.reason) < ($0.count, $1.from, $1.reason) }
        return Array(losses.prefix(GatewayStatus.mostLosses))
    }

    /// Sensors of a recording whom only the bytes of its sticks and of gpsd name.
    private func played(_ capture: RunningCapture, beside known: [GatewayStatus.KnownSensor]) -> [GatewayStatus.KnownSensor] {
        let said = capture.engine.live?.sensors ?? capture.engine.idle
        return capture.engine.sources.filter { source in !known.contains { $0.sensor == source.identity } }.map { source in
            var sensor = GatewayStatus.KnownSensor(
                sensor: source.identity, name: source.name, kinds: SensorIdentity(source.identity)?.kinds ?? [], isPaired: false)
            sensor.isChosen = true
            let lastHeard = said.filter { $0.source == source.id }.map(\.lastHeard).max()
            sensor.secondsSinceHeard = lastHeard.map { max(0, Double(reactor.now - capture.moment($0)) / 1e6) }
            sensor.isLinked = sensor.secondsSinceHeard.map { $0 < Self.silence } ?? false
            return sensor
        }
    }

    /// Seconds; the engine's limit.
    private static let silence = 10.0

    /// One line for who asks the service manager, with what keeps it from recording.
    var serviceLine: String {
        guard case .suspended(_, let sentence, _) = GatewayStatus.CaptureState(capture?.writer) else { return statusLine }
        return "\(statusLine); \(sentence)"
    }

    /// How it goes, in a line.
    var statusLine: String {
        guard let engine = capture?.engine else { return "starting" }
        let sensors = engine.live?.sensors ?? engine.idle
        let count = Set(sensors.compactMap(\.news.source)).count
        let heard = count == 1 ? "1 sensor" : "\(count) sensors"
        guard let live = engine.live else { return "no workout, \(heard)" }
        let verb = live.state == .running ? "recording" : "paused at"
        return "\(verb) \(ClockText.span(live.timer)), \(heard)"
    }
}
