internal import CSystemd
internal import Dialogues
internal import Glibc

/// The connection to the system's message bus, as far as one service on it matters: calls to the service, its signals, and whether
/// it is there. Nothing blocks; what comes is told on the reactor's thread.
///
/// The connection is made, and after a loss made again, by itself.
final class SystemBus {
    /// What happens on the bus.
    enum Event {
        /// The service is there, or there in a new life: calls may be made.
        case present
        /// The bus is there, the service is not.
        case absent
        /// The bus itself is not there; it is tried again.
        case unreachable
        /// Of the service alone: what others send in its name is not told.
        case signal(path: String, interface: String, member: String, arguments: [DBusValue])
    }

    /// Called when the service sent something that is malformed or out of bounds: it came to nothing.
    var onUnusable: (() -> Void)?

    typealias Answer = Result<[DBusValue], DBusFault>

    /// A call whose answer is awaited; its address is what sd-bus hands back.
    private final class PendingCall {
        unowned let bus: SystemBus
        let answered: (Answer) -> Void
        init(_ bus: SystemBus, _ answered: @escaping (Answer) -> Void) {
            self.bus = bus
            self.answered = answered
        }
    }

    private let reactor: Reactor
    private let address: String
    private let service: String
    private let signals: [(interface: String, member: String)]
    private let happened: (Event) -> Void

    private var bus: OpaquePointer?
    private var watch: Reactor.Token?
    private let alarm: Alarm
    private let retry: Alarm
    private var backoff: Backoff
    /// The service's unique name.
    private var owner: String?
    private var pending: [ObjectIdentifier: PendingCall] = [:]
    private var isProcessing = false
    private var isStopped = false

    /// Messages handled at one readiness: others on the reactor have their turn after them.
    private static let messagesPerTurn = 128

    /// - Parameters:
    ///   - address: `nil`: what DBUS_SYSTEM_BUS_ADDRESS says, else the usual socket.
    ///   - signals: which of the service's signals are wanted.
    init(
        reactor: Reactor, address: String? = nil, service: String, signals: [(interface: String, member: String)],
        firstRetry: Int64 = 1_000_000, happened: @escaping (Event) -> Void
    ) {
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        retry = Alarm(on: reactor)
        self.service = service
        self.signals = signals
        self.happened = happened
        let usual = getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
        self.address = address ?? usual ?? "unix:path=/run/dbus/system_bus_socket"
        backoff = Backoff(first: firstRetry, longest: 15_000_000)
    }

    deinit { close() }

    /// Connects; what comes of it is told.
    func start() {
        guard bus == nil, !isStopped else { return }
        let code = open()
        if code < 0 { lose() } else { process() }
    }

    /// Ends the connection at once, with all that BlueZ does for it; nothing is told after it.
    func stop() {
        isStopped = true
        retry.cancel()
        close()
    }

    /// Calls a method of the service.
    ///
    /// - Parameter timeout: microseconds after which the answer is a fault.
    func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [], timeout: Int64,
        answered: @escaping (Answer) -> Void
    ) {
        send(to: service, path, interface, member, arguments, timeout: timeout, answered: answered)
    }

    // MARK: The connection

    private func open() -> CInt {
        var code = sd_bus_new(&bus)
        guard code >= 0, let bus else { return code }
        code = sd_bus_set_address(bus, address)
        if code >= 0 { code = sd_bus_set_bus_client(bus, 1) }
        if code >= 0 { code = sd_bus_start(bus) }
        guard code >= 0 else { return code }
        let descriptor = sd_bus_get_fd(bus)
        guard descriptor >= 0 else { return descriptor }
        watch = reactor.watch(descriptor, .readable) { [weak self] _ in self?.process() }
        let context = Unmanaged.passUnretained(self).toOpaque()
        for signal in signals {
            code = sd_bus_match_signal_async(
                bus, nil, service, nil, signal.interface, signal.member, systemBusSignalCame, nil, context)
            guard code >= 0 else { return code }
        }
        let ownerRule =
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
            + "arg0='\(service)'"
        code = sd_bus_add_match_async(bus, nil, ownerRule, systemBusOwnerChanged, nil, context)
        guard code >= 0 else { return code }
        // Asked after the matches, so that no change is missed between the answer and the first signal.
        let driver = "org.freedesktop.DBus"
        send(to: driver, "/org/freedesktop/DBus", driver, "GetNameOwner", [.string(service)], timeout: 25_000_000) {
            [weak self] answer in self?.ownerFound(answer)
        }
        return 0
    }

    private func close() {
        if let watch { reactor.unwatch(watch) }
        watch = nil
        alarm.cancel()
        if let bus { sd_bus_close_unref(bus) }
        bus = nil
        owner = nil
        pending = [:]
    }

    /// The connection is of no use: told, and made again later.
    private func lose() {
        let unanswered = pending.values
        close()
        guard !isStopped else { return }
        retry.set(after: backoff.fail()) { [weak self] in self?.start() }
        happened(.unreachable)
        // In no order: who was told of the loss expects no answers any more.
        let fault = DBusFault(name: "org.freedesktop.DBus.Error.Disconnected", message: "the bus went away")
        for call in unanswered { call.answered(.failure(fault)) }
    }

    /// Handles what has arrived, up to a bound, and says what is waited for next.
    private func process() {
        guard let bus, !isProcessing else { return }
        isProcessing = true
        var code: CInt = 1
        var messages = 0
        while code > 0, messages < Self.messagesPerTurn, self.bus == bus {
            code = sd_bus_process(bus, nil)
            messages += 1
        }
        isProcessing = false
        // A handler may have stopped it all.
        guard self.bus == bus else { return }
        if code < 0 { lose() } else { rearm() }
    }

    /// Waits for what sd-bus waits for.
    private func rearm() {
        guard let bus, let watch else { return }
        let events = max(sd_bus_get_events(bus), 0)
        var interest: Reactor.Interest = []
        if events & CInt(POLLIN) != 0 { interest.insert(.readable) }
        if events & CInt(POLLOUT) != 0 { interest.insert(.writable) }
        reactor.change(watch, to: interest)
        alarm.cancel()
        // In microseconds of CLOCK_MONOTONIC; none is the largest number.
        var moment: UInt64 = 0
        guard sd_bus_get_timeout(bus, &moment) >= 0, moment < UInt64(Int64.max) else { return }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        alarm.set(after: Int64(moment) - now) { [weak self] in self?.process() }
    }

    // MARK: Calls

    private func send(
        to destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue], timeout: Int64,
        answered: @escaping (Answer) -> Void
    ) {
        let call = PendingCall(self, answered)
        var message: OpaquePointer?
        var code: CInt = -ENOTCONN
        if let bus { code = sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) }
        defer { sd_bus_message_unref(message) }
        if code >= 0, let message {
            // A service that is not there is waited for, not started.
            sd_bus_message_set_auto_start(message, 0)
            let isWritten = arguments.allSatisfy { DBusMessageWriter.append($0, to: message) }
            pending[ObjectIdentifier(call)] = call
            code =
                isWritten
                ? sd_bus_call_async(
                    bus, nil, message, systemBusCallAnswered, Unmanaged.passUnretained(call).toOpaque(),
                    UInt64(clamping: max(timeout, 1))) : -EINVAL
        }
        if code < 0 {
            pending[ObjectIdentifier(call)] = nil
            let fault = DBusFault(name: "org.freedesktop.DBus.Error.Failed", message: TransportError.message(-code))
            // Never from within the call: the caller is not ready for its answer yet.
            _ = reactor.schedule(after: 0) { answered(.failure(fault)) }
        } else if !isProcessing {
            rearm()
        }
    }

    fileprivate static func answer(_ context: UnsafeMutableRawPointer, _ message: OpaquePointer) {
        let call = Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue()
        guard call.bus.pending.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
        if let error = sd_bus_message_get_error(message), let name = error.pointee.name {
            let words = error.pointee.message.map { String(cString: $0) } ?? ""
            call.answered(.failure(DBusFault(name: String(cString: name), message: words)))
        } else if let arguments = DBusMessageReader.arguments(of: message) {
            call.answered(.success(arguments))
        } else {
            let bus = call.bus
            call.answered(.failure(DBusFault(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "an answer out of bounds")))
            bus.onUnusable?()
        }
    }

    // MARK: Signals and the service's life

    fileprivate func signalCame(_ message: OpaquePointer) {
        // sd-bus lets through what anyone addresses to us, whatever sender the match names.
        guard let sender = sd_bus_message_get_sender(message), let owner, String(cString: sender) == owner else { return }
        guard let path = sd_bus_message_get_path(message), let interface = sd_bus_message_get_interface(message),
            let member = sd_bus_message_get_member(message)
        else { return }
        guard let arguments = DBusMessageReader.arguments(of: message) else {
            onUnusable?()
            return
        }
        happened(
            .signal(
                path: String(cString: path), interface: String(cString: interface), member: String(cString: member),
                arguments: arguments))
    }

    fileprivate func ownerChanged(_ message: OpaquePointer) {
        // Only the bus itself may say this.
        guard let sender = sd_bus_message_get_sender(message), String(cString: sender) == "org.freedesktop.DBus" else { return }
        guard let arguments = DBusMessageReader.arguments(of: message), arguments.count == 3,
            case .string(let name) = arguments[0], name == service, case .string(let newOwner) = arguments[2]
        else { return }
        setOwner(newOwner.isEmpty ? nil : newOwner)
    }

    private func ownerFound(_ answer: Answer) {
        switch answer {
        case .success(let arguments):
            guard case .string(let name)? = arguments.first else { return setOwner(nil) }
            setOwner(name)
        case .failure(let fault) where fault.name == "org.freedesktop.DBus.Error.Disconnected": break
        case .failure: setOwner(nil)
        }
    }

    private func setOwner(_ name: String?) {
        backoff.succeed()
        if let name, name == owner { return }
        owner = name
        happened(name == nil ? .absent : .present)
    }
}

// What C calls, on the reactor's thread, from within sd_bus_process.

private func systemBusCallAnswered(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    if let message, let context { SystemBus.answer(context, message) }
    return 0
}

private func systemBusSignalCame(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    if let message, let context { Unmanaged<SystemBus>.fromOpaque(context).takeUnretainedValue().signalCame(message) }
    return 0
}

private func systemBusOwnerChanged(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> CInt {
    if let message, let context { Unmanaged<SystemBus>.fromOpaque(context).takeUnretainedValue().ownerChanged(message) }
    return 0
}
