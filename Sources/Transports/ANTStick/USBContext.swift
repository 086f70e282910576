internal import CUSB
internal import Glibc

/// libusb on the reactor: its files and timeouts are waited for there, and what it has to say is passed on outside its own calls,
/// so that whoever hears it may open and close devices.
final class USBContext {
    let pointer: OpaquePointer
    /// Called when sticks may have come or gone.
    var onHotplug: (() -> Void)?
    private let reactor: Reactor
    private var watches: [CInt: Reactor.Token] = [:]
    private let timeout: Alarm
    private var hotplug: libusb_hotplug_callback_handle?
    /// Open ones, and closed ones whose transfers have not all come back.
    private var devices: [USBDevice] = []
    private var hasHotplugNews = false
    private var isShutDown = false

    /// Whether libusb tells of what is plugged in; it does where udev runs.
    var hasHotplug: Bool { hotplug != nil }
    var isUsed: Bool { handles > 0 }
    /// Devices that are open, or being taken.
    var handles = 0

    /// - Throws: `.failed`, where there is no USB at all.
    init(_ reactor: Reactor) throws(ANTStickFault) {
        var pointer: OpaquePointer?
        let code = libusb_init(&pointer)
        guard code == 0, let pointer else { throw .failed(Self.words(code)) }
        self.pointer = pointer
        self.reactor = reactor
        timeout = Alarm(on: reactor)
        // What goes wrong is told by its result; nothing is to be printed past it.
        _ = cusb_set_log_level(pointer, CInt(LIBUSB_LOG_LEVEL_NONE.rawValue))
        watchFiles()
        registerHotplug()
    }

    static func words(_ code: CInt) -> String { libusb_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    private var opaqueSelf: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func watchFiles() {
        libusb_set_pollfd_notifiers(pointer, usbFileAdded, usbFileRemoved, opaqueSelf)
        guard let files = libusb_get_pollfds(pointer) else { return }
        defer { libusb_free_pollfds(files) }
        var index = 0
        while let file = files[index] {
            add(file.pointee.fd, events: file.pointee.events)
            index += 1
        }
    }

    private func registerHotplug() {
        guard libusb_has_capability(UInt32(LIBUSB_CAP_HAS_HOTPLUG.rawValue)) != 0 else { return }
        var handle: libusb_hotplug_callback_handle = 0
        let events = LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED.rawValue | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT.rawValue
        let code = libusb_hotplug_register_callback(
            pointer, CInt(events), 0, CInt(ANTStickPlace.vendor), LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY,
            usbHotplugged, opaqueSelf, &handle)
        if code == 0 { hotplug = handle }
    }

    /// Ends it. Where a transfer never came back, libusb is left as it is: to free it then would be to use it after.
    func shutDown() {
        guard !isShutDown else { return }
        isShutDown = true
        onHotplug = nil
        if let hotplug { libusb_hotplug_deregister_callback(pointer, hotplug) }
        libusb_set_pollfd_notifiers(pointer, nil, nil, nil)
        watches.values.forEach(reactor.unwatch)
        watches = [:]
        timeout.cancel()
        if !isUsed { libusb_exit(pointer) } else { _ = Unmanaged.passRetained(self) }
    }

    // MARK: Events

    /// Lets libusb do what is due, at most for so many microseconds, and passes on what came of it.
    func turn(for microseconds: Int64 = 0) {
        guard !isShutDown else { return }
        var time = timeval(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
        _ = libusb_handle_events_timeout_completed(pointer, &time, nil)
        for device in devices { device.deliver() }
        if hasHotplugNews {
            hasHotplugNews = false
            onHotplug?()
        }
        scheduleTimeout()
    }

    /// Where libusb has no timer file of its own, its next timeout is a moment of the reactor's.
    func scheduleTimeout() {
        guard !isShutDown, libusb_pollfds_handle_timeouts(pointer) == 0 else { return }
        timeout.cancel()
        var time = timeval()
        guard libusb_get_next_timeout(pointer, &time) == 1 else { return }
        timeout.set(after: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec)) { [weak self] in self?.turn() }
    }

    fileprivate func add(_ file: CInt, events: Int16) {
        var interest: Reactor.Interest = []
        if events & Int16(POLLIN) != 0 { interest.insert(.readable) }
        if events & Int16(POLLOUT) != 0 { interest.insert(.writable) }
        if let old = watches[file] { reactor.unwatch(old) }
        watches[file] = reactor.watch(file, interest) { [weak self] _ in self?.turn() }
    }

    fileprivate func remove(_ file: CInt) { watches.removeValue(forKey: file).map(reactor.unwatch) }

    fileprivate func noteHotplug() { hasHotplugNews = true }

    // MARK: Devices

    func keep(_ device: USBDevice) { devices.append(device) }
    func forget(_ device: USBDevice) { devices.removeAll { $0 === device } }
}

private func context(_ user: UnsafeMutableRawPointer?) -> USBContext? {
    user.map { Unmanaged<USBContext>.fromOpaque($0).takeUnretainedValue() }
}

private func usbFileAdded(_ file: CInt, _ events: Int16, _ user: UnsafeMutableRawPointer?) {
    context(user)?.add(file, events: events)
}

private func usbFileRemoved(_ file: CInt, _ user: UnsafeMutableRawPointer?) { context(user)?.remove(file) }

private func usbHotplugged(
    _: OpaquePointer?, _: OpaquePointer?, _: libusb_hotplug_event, _ user: UnsafeMutableRawPointer?
) -> CInt {
    context(user)?.noteHotplug()
    return 0
}
