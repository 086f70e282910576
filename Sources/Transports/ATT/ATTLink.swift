internal import Dialogues
internal import Glibc
internal import WireFormats

/// One peripheral that is connected, or being connected: carries out what its conversation says, and hands its values over.
final class ATTLink {
    /// How long things may take, in microseconds.
    struct Timing {
        /// How long the radio may take to make the link.
        var connect: Int64 = 20_000_000
        /// How long a sensor that sends all the time may be silent.
        var silence: Int64 = 30_000_000
        /// The same for one that sends only while it is moved.
        var silenceAtRest: Int64 = 300_000_000
        /// How often a battery is asked that does not tell by itself.
        var battery: Int64 = 600_000_000
        /// How long the answer to a zero offset may take.
        var calibration = CyclingPowerCalibration.timeout
    }

    enum Event {
        /// The radio has made the link.
        case up
        /// Its measurements are on.
        case ready
        /// What it says of itself is more than before.
        case facts
        /// The link is no more; its values are handed over and closed.
        case ended(Ending)
    }

    enum Ending: Equatable {
        /// The radio made no link: an `errno`, or `nil` when it took too long.
        case notMade(CInt?)
        /// The link was lost; 0 when the other side hung up.
        case lost(CInt)
        case silent
        case needsPairing
        case dead(ATTClient.Ending)
    }

    /// Sent about once a second whether the body moves or not.
    private static let steady: [GATTUUID] = [.heartRateMeasurement, .cyclingPowerMeasurement, .indoorBikeData, .treadmillData]

    let address: BluetoothAddress
    private(set) var facts: PeripheralFacts
    /// Whether its measurements are on.
    var isReady: Bool { client.isReady }
    /// How long it has been up, in microseconds.
    var age: Int64 { upSince.map { reactor.now - $0 } ?? 0 }
    /// Units that it sent and nobody can read.
    var unusable: Int { client.unusable }
    /// Whether it ever sent a value.
    private(set) var hasSpoken = false

    private let timing: Timing
    private let reactor: Reactor
    private let intake: any LinkIntake
    private let tell: (Event) -> Void
    private var socket: ATTSocket?
    private var client: ATTClient
    private var links: [(characteristic: GATTUUID, link: LinkID?)] = []
    private var needsPairing = false
    private var lastValue: Int64 = 0
    private var upSince: Int64?
    private var batteryMoment: Int64?
    private var connectDeadline: Int64?
    private var calibration: (dialogue: CyclingPowerCalibration, deadline: Int64, reply: (CalibrationOutcome) -> Void)?
    private let alarm: Alarm

    init(
        _ address: BluetoothAddress, facts: PeripheralFacts, timing: Timing, _ reactor: Reactor, _ intake: any LinkIntake,
        tell: @escaping (Event) -> Void
    ) {
        self.address = address
        self.facts = facts
        self.timing = timing
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.intake = intake
        self.tell = tell
        var wants = GATTWants.sensor
        // Known from an earlier link: the measurements come first.
        wants.readsFactsFirst = !facts.isComplete
        client = ATTClient(wants: wants)
    }

    /// - Parameter descriptor: on its way to be connected; closed with the link.
    func start(_ descriptor: CInt) {
        connectDeadline = reactor.now + timing.connect
        socket = ATTSocket(descriptor, reactor) { [weak self] in self?.handle($0) }
        arm()
    }

    /// Hangs up and closes its links; nothing is told after it.
    func close(reason: String) {
        socket?.close()
        socket = nil
        alarm.cancel()
        for case (_, let link?) in links { intake.close(link, reason: reason) }
        links = []
        finishCalibration(.impossible("the link to it was lost"))
    }

    // MARK: Zero offset

    func calibrate(reply: @escaping (CalibrationOutcome) -> Void) {
        guard client.isReady else { return reply(.impossible("it is not connected")) }
        guard client.has(.cyclingPowerControlPoint) else { return reply(.impossible("it has no zero offset that can be set")) }
        guard calibration == nil else { return reply(.refused("a zero offset is being measured already")) }
        let dialogue = CyclingPowerCalibration(feature: facts.powerFeature)
        calibration = (dialogue, reactor.now + timing.calibration, reply)
        carryOut(client.request(.cyclingPowerControlPoint, dialogue.request, now: reactor.now))
    }

    private func finishCalibration(_ outcome: CalibrationOutcome) {
        guard let reply = calibration?.reply else { return }
        calibration = nil
        reply(outcome)
    }

    // MARK: The conversation

    private func handle(_ event: ATTSocket.Event) {
        switch event {
        case .up:
            connectDeadline = nil
            lastValue = reactor.now
            upSince = reactor.now
            tell(.up)
            carryOut(client.start(now: reactor.now))
        case .received(let bytes): carryOut(client.receive(bytes, now: reactor.now))
        case .ended(let code): end(connectDeadline == nil ? .lost(code) : .notMade(code))
        }
    }

    private func carryOut(_ outputs: [ATTClient.Output]) {
        for output in outputs {
            guard socket != nil else { return }
            switch output {
            case .send(let unit): socket?.send(unit)
            case .event(let event): handle(event)
            }
        }
        arm()
    }

    private func handle(_ event: ATTClient.Event) {
        switch event {
        case .services(let services):
            facts.note(services: services)
            tell(.facts)
        case .fact(let characteristic, let value):
            note(characteristic, value)
            if characteristic == .batteryLevel { take(value, of: characteristic) }
        case .turnedOn(let characteristic):
            if GATTWants.sensor.measurements.contains(characteristic) { _ = link(for: characteristic) }
        case .refused(.cyclingPowerControlPoint, let refusal):
            switch refusal {
            case .error(let code): finishCalibration(CyclingPowerCalibration.outcome(attError: code.rawValue))
            case .missing: finishCalibration(.impossible("it has no zero offset that can be set"))
            }
        case .refused(_, .error(let code)): needsPairing = needsPairing || code.asksForPairing
        case .refused, .written: break
        case .ready: becomeReady()
        case .value(.cyclingPowerControlPoint, let value):
            if let outcome = calibration?.dialogue.apply(indication: value) { finishCalibration(outcome) }
        case .value(let characteristic, let value): take(value, of: characteristic)
        case .dead(let ending): end(.dead(ending))
        }
    }

    private func becomeReady() {
        lastValue = reactor.now
        if !client.isTurnedOn(.batteryLevel), client.has(.batteryLevel) { batteryMoment = reactor.now + timing.battery }
        if needsPairing, !GATTWants.sensor.measurements.contains(where: { $0 != .batteryLevel && client.isTurnedOn($0) }) {
            return end(.needsPairing)
        }
        facts.isComplete = true
        tell(.ready)
        tell(.facts)
    }

    private func note(_ characteristic: GATTUUID, _ value: [UInt8]) {
        let before = facts
        facts.note(characteristic, value)
        if client.isReady, facts != before { tell(.facts) }
    }

    private func take(_ value: [UInt8], of characteristic: GATTUUID) {
        guard GATTWants.sensor.measurements.contains(characteristic) else { return }
        if characteristic == .batteryLevel {
            note(characteristic, value)
        } else {
            lastValue = reactor.now
            hasSpoken = true
        }
        guard let link = link(for: characteristic) else { return }
        intake.take(value, from: link)
    }

    /// The link of a characteristic, opened now if it is not open; `nil` when the capture can name no more.
    private func link(for characteristic: GATTUUID) -> LinkID? {
        if let known = links.first(where: { $0.characteristic == characteristic }) { return known.link }
        let identity = LinkIdentity(
            kind: .gatt(characteristic: characteristic.rawValue), address: address.description, name: facts.name,
            facts: facts.facts)
        let link = intake.open(identity)
        links.append((characteristic, link))
        return link
    }

    private func end(_ ending: Ending) {
        guard socket != nil else { return }
        close(reason: ending.reason)
        tell(.ended(ending))
    }

    // MARK: Time

    /// The moment at which silence means that the sensor no longer sends though it is linked.
    private var silenceMoment: Int64? {
        guard client.isReady else { return nil }
        let isSteady = Self.steady.contains { client.isTurnedOn($0) }
        return lastValue + (isSteady ? timing.silence : timing.silenceAtRest)
    }

    /// One alarm for all.
    private func arm() {
        let moments = [connectDeadline, client.nextWake, silenceMoment, batteryMoment, calibration?.deadline]
        guard socket != nil, let moment = moments.compactMap(\.self).min() else { return }
        alarm.set(noLaterThan: moment) { [weak self] in self?.wake() }
    }

    private func wake() {
        let now = reactor.now
        if let connectDeadline, now >= connectDeadline { return end(.notMade(nil)) }
        if let silenceMoment, now >= silenceMoment { return end(.silent) }
        if let calibration, now >= calibration.deadline { finishCalibration(.silent) }
        if let moment = batteryMoment, now >= moment {
            batteryMoment = now + timing.battery
            carryOut(client.read(.batteryLevel, now: now))
        }
        carryOut(client.wake(now: now))
    }
}

extension ATTLink.Ending {
    /// Whether the other side ended the link, as far as the kernel tells.
    var isHangUp: Bool {
        switch self {
        case .lost(0), .lost(EPIPE), .lost(ECONNRESET), .lost(ENOTCONN): true
        default: false
        }
    }

    /// Whether the link was given up from here, and may still be up.
    var isOurs: Bool {
        switch self {
        case .silent, .needsPairing, .dead, .notMade(nil): true
        case .lost, .notMade: false
        }
    }

    /// Why, in words; for a capture and for the person.
    var reason: String {
        switch self {
        case .notMade(nil): "no link came about in time"
        case .notMade(let code?): "no link came about: \(TransportError.message(code))"
        case .lost where isHangUp: "it hung up"
        case .lost(ECONNABORTED), .lost(ENETDOWN), .lost(ENODEV): "its adapter went away"
        case .lost(ETIMEDOUT): "it was heard no longer"
        case .lost(let code): "the link was lost: \(TransportError.message(code))"
        case .silent: BluetoothSentences.silent
        case .needsPairing: "it wants to be paired with"
        case .dead(.unanswered): "it stopped answering"
        case .dead(.endless): "its services could not be read within a minute"
        case .dead(.unsteady): "its services changed again and again"
        case .dead(.useless): "it measures nothing that is known here"
        }
    }
}
