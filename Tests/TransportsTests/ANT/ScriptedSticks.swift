import WireFormats

@testable import Transports

/// Sticks that a test plugs in and out, in the place of libusb.
final class ScriptedSticks: ANTStickSource {
    var onChange: (() -> Void)?
    private(set) var plugged: [(place: ANTStickPlace, stick: VirtualANTStick)] = []
    /// What opening a stick fails with.
    var fault: ANTStickFault?
    private(set) var opened = 0
    private(set) var channels: [String: ScriptedChannel] = [:]
    private let reactor: Reactor
    private var address = 1

    init(_ reactor: Reactor) { self.reactor = reactor }

    func start() {}
    func stop() { onChange = nil }
    func sticks() -> [ANTStickPlace] { plugged.map(\.place) }

    /// Answers only when told to.
    var isSlow = false
    private(set) var waiting: [() -> Void] = []

    func open(
        _ place: ANTStickPlace, reset: Bool, answer: @escaping (Result<any OpenANTStick, ANTStickFault>) -> Void
    ) {
        opened += 1
        if isSlow { waiting.append { [self] in answer(result(place)) } } else { answer(result(place)) }
    }

    private func result(_ place: ANTStickPlace) -> Result<any OpenANTStick, ANTStickFault> {
        if let fault { return .failure(fault) }
        guard let stick = plugged.first(where: { $0.place.port == place.port })?.stick else { return .failure(.gone) }
        let channel = ScriptedChannel(stick, reactor)
        channels[place.port] = channel
        return .success(channel)
    }

    func plug(_ stick: VirtualANTStick, port: String = "1-1") {
        address += 1
        plugged.append((ANTStickPlace(port: port, bus: 1, address: address, product: 0x1008), stick))
        onChange?()
    }

    /// As it is on a bus: what is under way fails, and then the device is gone.
    func unplug(port: String = "1-1") {
        plugged.removeAll { $0.place.port == port }
        channels[port]?.lose(.gone)
        onChange?()
    }

    /// Turns the reactor until it is so, ten seconds at most.
    ///
    /// - Returns: whether it became so.
    func wait(_ isSo: () -> Bool) -> Bool {
        let end = reactor.now + 10_000_000
        while !isSo() {
            guard reactor.now < end else { return false }
            reactor.turn(until: end)
        }
        return true
    }

    /// Reaches into a stick that is open.
    func change(port: String = "1-1", _ change: (inout VirtualANTStick) -> Void) { channels[port].map { change(&$0.stick) } }
}

/// A virtual stick on the reactor.
final class ScriptedChannel: OpenANTStick {
    var onBytes: (([UInt8]) -> Void)?
    var onLost: ((ANTStickFault) -> Void)?
    var stick: VirtualANTStick
    private(set) var lastWords: [UInt8]?
    private(set) var isClosed = false
    /// What goes wrong on the way once.
    var garbles: ((([UInt8]) -> [[UInt8]]))?
    private let reactor: Reactor
    private var alarm: Reactor.Token?

    init(_ stick: VirtualANTStick, _ reactor: Reactor) {
        self.stick = stick
        self.reactor = reactor
    }

    func send(_ bytes: [UInt8]) {
        stick.take(bytes, at: reactor.now)
        schedule(after: 0)
    }

    private func schedule(after microseconds: Int64) {
        if let alarm { reactor.cancel(alarm) }
        alarm = reactor.schedule(after: microseconds) { [weak self] in self?.turn() }
    }

    private func turn() {
        alarm = nil
        stick.advance(to: reactor.now)
        for chunk in stick.takeOutput() {
            let chunks = garbles?(chunk) ?? [chunk]
            garbles = nil
            for chunk in chunks { onBytes?(chunk) }
        }
        guard !isClosed else { return }
        schedule(after: stick.nextMoment.map { max($0 - reactor.now, 0) } ?? 20_000)
    }

    func close() {
        isClosed = true
        (onBytes, onLost) = (nil, nil)
        if let alarm { reactor.cancel(alarm) }
    }

    func finish(saying bytes: [UInt8], within microseconds: Int64) {
        lastWords = bytes
        close()
    }
}

/// What a transport told, in order.
final class StickIntake: LinkIntake {
    enum Event: Equatable {
        case opened(LinkIdentity)
        case bytes([UInt8], LinkID)
        case closed(LinkID, String)
        case sighted(Sighting)
        case status(DeviceStatus)
    }

    private(set) var events: [Event] = []
    private var last: UInt16 = 0

    func open(_ identity: LinkIdentity) -> LinkID? {
        events.append(.opened(identity))
        last += 1
        return LinkID(last)
    }
    func take(_ bytes: [UInt8], from link: LinkID) { events.append(.bytes(bytes, link)) }
    func close(_ link: LinkID, reason: String) { events.append(.closed(link, reason)) }
    func sight(_ sighting: Sighting) { events.append(.sighted(sighting)) }
    func report(_ status: DeviceStatus) { events.append(.status(status)) }

    func forget() { events = [] }
    var statuses: [DeviceStatus] { events.compactMap { if case .status(let status) = $0 { status } else { nil } } }
    var sightings: [Sighting] { events.compactMap { if case .sighted(let sighting) = $0 { sighting } else { nil } } }
    var identities: [LinkIdentity] { events.compactMap { if case .opened(let identity) = $0 { identity } else { nil } } }
    /// The last state told of a device.
    func state(of device: String) -> DeviceStatus.State? { statuses.last { $0.device == device }?.state }
}
