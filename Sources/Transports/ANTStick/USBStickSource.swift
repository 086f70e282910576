/// The sticks that are plugged into this machine: libusb tells when one comes or goes, and where it cannot, or none is there, a
/// look every few seconds does.
final class USBStickSource: ANTStickSource {
    var onChange: (() -> Void)?
    private let reactor: Reactor
    private var context: USBContext?
    private let look: Alarm
    private var isRunning = false

    /// Microseconds.
    private static let interval: Int64 = 5_000_000

    init(_ reactor: Reactor) {
        self.reactor = reactor
        look = Alarm(on: reactor)
    }

    func start() {
        isRunning = true
        makeContext()
        scheduleLook()
    }

    func sticks() -> [ANTStickPlace] { ANTStickPlace.all() }

    func open(
        _ place: ANTStickPlace, reset: Bool, answer: @escaping (Result<any OpenANTStick, ANTStickFault>) -> Void
    ) {
        do throws(ANTStickFault) {
            if place.isSerial { try openSerial(place, answer) } else { try openDevice(place, reset: reset, answer) }
        } catch {
            answer(.failure(error))
        }
    }

    private func openSerial(
        _ place: ANTStickPlace, _ answer: @escaping (Result<any OpenANTStick, ANTStickFault>) -> Void
    ) throws(ANTStickFault) {
        guard let tty = place.tty else { throw .noTTY }
        var stick: ANTSerialStick?
        do throws(ANTStickFault) { stick = try ANTSerialStick(tty, on: reactor) } catch {
            guard case .busy = error else { throw error }
        }
        // Once it is open nobody else opens it; who had it open before is not kept out by that, so it is looked for.
        try errand({ ANTStickFault.programs(holding: tty) }) { [stick] programs in
            guard let stick, programs == nil else {
                stick?.close()
                return answer(.failure(.busy(by: programs)))
            }
            answer(.success(stick))
        }
    }

    private func openDevice(
        _ place: ANTStickPlace, reset: Bool, _ answer: @escaping (Result<any OpenANTStick, ANTStickFault>) -> Void
    ) throws(ANTStickFault) {
        let opened = try handle(of: place)
        // A stick that answers nothing lets each of these wait for seconds.
        try errand({ opened.claim(at: place, reset: reset) }) { [weak self] claimed in
            guard let self, isRunning else { return opened.close() }
            do throws(ANTStickFault) {
                let device = try USBDevice(opened, try claimed.get(), on: reactor)
                try device.begin()
                answer(.success(device))
            } catch {
                opened.close()
                answer(.failure(error))
            }
        }
    }

    private func handle(of place: ANTStickPlace) throws(ANTStickFault) -> USBHandle {
        if context == nil { context = try newContext() }
        guard let context else { throw .gone }
        do { return try USBHandle(place, in: context) } catch .gone where !context.isUsed {
            // Without udev libusb knows only what was there when it began.
            makeContext()
            guard let context = self.context else { throw .gone }
            return try USBHandle(place, in: context)
        }
    }

    private func errand<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer, _ told: @escaping (Answer) -> Void
    ) throws(ANTStickFault) {
        do throws(TransportError) { _ = try Errand(reactor, work, told: told) } catch { throw .failed("\(error)") }
    }

    private func makeContext() {
        context?.shutDown()
        // Where it fails now, opening a stick says so.
        context = try? newContext()
    }

    private func newContext() throws(ANTStickFault) -> USBContext {
        let context = try USBContext(reactor)
        context.onHotplug = { [weak self] in self?.onChange?() }
        return context
    }

    private func scheduleLook() {
        guard isRunning else { return }
        look.set(after: Self.interval) { [weak self] in
            guard let self else { return }
            if context?.hasHotplug != true || context?.isUsed != true { onChange?() }
            scheduleLook()
        }
    }

    func stop() {
        isRunning = false
        onChange = nil
        look.cancel()
        context?.shutDown()
        context = nil
    }
}
