internal import CUSB
internal import Glibc

/// An open stick: its interface claimed, several transfers always waiting for bytes, one at a time sending.
final class USBDevice: OpenANTStick {
    var onBytes: (([UInt8]) -> Void)?
    var onLost: ((ANTStickFault) -> Void)?

    private let reactor: Reactor
    private let handle: USBHandle
    private let interface: USBInterface
    private var receiving: [USBTransfer] = []
    private let sending: USBTransfer
    /// Those that came back, in that order: on a busy machine several at once, which is not the order in which they stand above.
    private var back: [USBTransfer] = []
    private var queue: [[UInt8]] = []
    private var isClosing = false
    private var isClosed = false
    private var stalls = 0
    /// Endpoints that are being freed of a stall.
    private var clearings = 0

    private var context: USBContext { handle.context }

    /// Bytes of one transfer: many messages, since a transfer ends with the first packet that is not full.
    private static let capacity = 512
    private static let receivers = 4
    private static let longestQueue = 256
    /// Milliseconds that a stick may take for a message.
    private static let sendTimeout: UInt32 = 1000

    /// Owns the handle from here on.
    init(_ handle: USBHandle, _ interface: USBInterface, on reactor: Reactor) throws(ANTStickFault) {
        guard let sending = USBTransfer(capacity: 64) else { throw .failed("no memory") }
        self.handle = handle
        self.interface = interface
        self.reactor = reactor
        self.sending = sending
        context.keep(self)
    }

    /// Waits for bytes from now on.
    func begin() throws(ANTStickFault) {
        receiving = (0..<Self.receivers).compactMap { _ in USBTransfer(capacity: Self.capacity) }
        for transfer in receiving {
            let code = transfer.submit(receivingFrom: interface.input, of: self, handle.pointer)
            guard code == 0 else {
                close()
                throw Self.sendFault(code)
            }
        }
    }

    // MARK: Both ways

    func send(_ bytes: [UInt8]) {
        guard !isClosing else { return }
        guard queue.count < Self.longestQueue else { return loseSoon(.stuck, on: reactor) }
        queue.append(bytes)
        sendNext()
    }

    private func sendNext() {
        guard !isClosing, !sending.isUnderWay, !sending.isBack, !queue.isEmpty else { return }
        let bytes = queue.removeFirst()
        let code = sending.submit(sending: bytes, to: interface.output, of: self, handle.pointer, timeout: Self.sendTimeout)
        context.scheduleTimeout()
        if code != 0 { loseSoon(Self.sendFault(code), on: reactor) }
    }

    private static func sendFault(_ code: CInt) -> ANTStickFault {
        code == LIBUSB_ERROR_NO_DEVICE.rawValue ? .gone : .failed(USBContext.words(code))
    }

    /// Within libusb's call: told of later.
    func note(back transfer: USBTransfer) { back.append(transfer) }

    /// Passes on what came back; called by the context outside libusb's calls.
    func deliver() {
        let back = back
        self.back = []
        for transfer in back {
            guard let (status, bytes) = transfer.takeResult(), !isClosing else { continue }
            if transfer === sending {
                goOn(after: status, endpoint: interface.output) { $0.sendNext() }
                continue
            }
            // What came before an error came all the same.
            if !bytes.isEmpty { onBytes?(bytes) }
            goOn(after: status, endpoint: interface.input) { device in
                let code = transfer.submit(receivingFrom: device.interface.input, of: device, device.handle.pointer)
                if code != 0 { device.lose(Self.sendFault(code)) }
            }
        }
        endIfIdle()
    }

    /// Uses the endpoint further, as far as it can be.
    private func goOn(after status: libusb_transfer_status, endpoint: UInt8, _ next: @escaping (USBDevice) -> Void) {
        guard !isClosing else { return }
        switch status {
        case LIBUSB_TRANSFER_COMPLETED:
            stalls = 0
            next(self)
        case LIBUSB_TRANSFER_STALL:
            stalls += 1
            if stalls > 8 { lose(.failed("it stalls")) } else { clear(endpoint, next) }
        case LIBUSB_TRANSFER_TIMED_OUT: lose(.stuck)
        case LIBUSB_TRANSFER_NO_DEVICE: lose(.gone)
        case LIBUSB_TRANSFER_CANCELLED: break
        case LIBUSB_TRANSFER_OVERFLOW: lose(.failed("it sends more than it was asked for"))
        default: lose(.failed("a transfer failed"))
        }
    }

    /// Frees an endpoint of its stall: the stick is asked to, and may take its time.
    private func clear(_ endpoint: UInt8, _ next: @escaping (USBDevice) -> Void) {
        clearings += 1
        do throws(TransportError) {
            _ = try Errand(reactor, { [handle] in handle.clearHalt(endpoint) }) { [self] isClear in
                clearings -= 1
                if isClosing { return endIfIdle() }
                if isClear { next(self) } else { lose(.failed("it stalls")) }
            }
        } catch {
            clearings -= 1
            lose(.failed("\(error)"))
        }
    }

    // MARK: The end

    func close() {
        onBytes = nil
        onLost = nil
        guard !isClosing else { return }
        isClosing = true
        queue = []
        for transfer in receiving + [sending] { transfer.cancel() }
        endIfIdle()
    }

    func finish(saying bytes: [UInt8], within microseconds: Int64) {
        let end = reactor.now + microseconds
        onBytes = nil
        onLost = nil
        if !isClosing { queue = [bytes] }
        sendNext()
        while !isClosing, sending.isUnderWay || !queue.isEmpty, reactor.now < end - microseconds / 4 { context.turn(for: 5000) }
        close()
        while !isClosed, reactor.now < end { context.turn(for: 5000) }
    }

    /// Lets the interface go, which gives it back to the kernel's driver, once no transfer is under way.
    private func endIfIdle() {
        guard isClosing, !isClosed, clearings == 0, !sending.isUnderWay, receiving.allSatisfy({ !$0.isUnderWay }) else { return }
        isClosed = true
        _ = libusb_release_interface(handle.pointer, interface.number)
        handle.close()
        context.forget(self)
    }
}
