internal import CUSB

/// One asynchronous bulk transfer and its buffer. While libusb has it, it keeps itself and its device alive, so that neither can be
/// freed under libusb's hands.
final class USBTransfer {
    private let transfer: UnsafeMutablePointer<libusb_transfer>
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var owner: USBDevice?
    /// Came back, and was not looked at.
    private(set) var isBack = false
    var isUnderWay: Bool { owner != nil }

    init?(capacity: Int) {
        guard let transfer = libusb_alloc_transfer(0) else { return nil }
        self.transfer = transfer
        buffer = .allocate(capacity: capacity)
        buffer.initialize(repeating: 0)
    }

    deinit {
        libusb_free_transfer(transfer)
        buffer.deallocate()
    }

    /// Asks for bytes, as many as there is room.
    func submit(receivingFrom endpoint: UInt8, of device: USBDevice, _ handle: OpaquePointer) -> CInt {
        submit(endpoint, device, handle, count: buffer.count, timeout: 0)
    }

    /// - Parameter bytes: what is beyond the buffer's capacity is left off.
    /// - Parameter timeout: milliseconds.
    func submit(sending bytes: [UInt8], to endpoint: UInt8, of device: USBDevice, _ handle: OpaquePointer, timeout: UInt32)
        -> CInt
    {
        let (_, end) = buffer.update(from: bytes.prefix(buffer.count))
        return submit(endpoint, device, handle, count: end, timeout: timeout)
    }

    private func submit(_ endpoint: UInt8, _ device: USBDevice, _ handle: OpaquePointer, count: Int, timeout: UInt32) -> CInt {
        guard !isUnderWay else { return CInt(LIBUSB_ERROR_BUSY.rawValue) }
        isBack = false
        let kept = Unmanaged.passRetained(self)
        libusb_fill_bulk_transfer(
            transfer, handle, endpoint, buffer.baseAddress, CInt(count), usbTransferBack, kept.toOpaque(), timeout)
        let code = libusb_submit_transfer(transfer)
        if code == 0 { owner = device } else { kept.release() }
        return code
    }

    func cancel() { if isUnderWay { _ = libusb_cancel_transfer(transfer) } }

    /// What became of it, told once.
    func takeResult() -> (status: libusb_transfer_status, bytes: [UInt8])? {
        guard isBack else { return nil }
        isBack = false
        let count = min(max(Int(transfer.pointee.actual_length), 0), buffer.count)
        return (transfer.pointee.status, Array(buffer.prefix(count)))
    }

    fileprivate func comeBack() {
        isBack = true
        owner.take()?.note(back: self)
    }
}

/// Within libusb's call: only notes that it is back.
private func usbTransferBack(_ transfer: UnsafeMutablePointer<libusb_transfer>?) {
    guard let user = transfer?.pointee.user_data else { return }
    Unmanaged<USBTransfer>.fromOpaque(user).takeRetainedValue().comeBack()
}
