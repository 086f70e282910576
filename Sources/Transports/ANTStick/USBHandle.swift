internal import CUSB

/// A stick's device, open. libusb lets any thread make the calls that block; open and close, which change what the reactor waits for,
/// belong to its thread.
final class USBHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    let context: USBContext
    private var isClosed = false

    /// Opens a stick that libusb knows.
    ///
    /// - Throws: what a person can do something about; `.gone` when libusb does not know it.
    init(_ place: ANTStickPlace, in context: USBContext) throws(ANTStickFault) {
        var list: UnsafeMutablePointer<OpaquePointer?>?
        let count = libusb_get_device_list(context.pointer, &list)
        guard count >= 0, let list else { throw .failed(USBContext.words(CInt(count))) }
        defer { libusb_free_device_list(list, 1) }
        let device = (0..<count).lazy.compactMap { list[$0] }.first {
            Int(libusb_get_bus_number($0)) == place.bus && Int(libusb_get_device_address($0)) == place.address
        }
        guard let device else { throw .gone }
        var handle: OpaquePointer?
        let code = libusb_open(device, &handle)
        guard code == 0, let handle else { throw Self.fault(code, place) }
        pointer = handle
        self.context = context
        context.handles += 1
    }

    /// Closes it; a second time does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        libusb_close(pointer)
        context.handles -= 1
    }

    // MARK: What blocks, on any thread

    /// Takes the interface that carries the messages; with all of it a mute stick takes seconds.
    ///
    /// - Parameter reset: whether the device is reset first.
    func claim(at place: ANTStickPlace, reset: Bool) -> Result<USBInterface, ANTStickFault> {
        if reset, libusb_reset_device(pointer) == LIBUSB_ERROR_NOT_FOUND.rawValue { return .failure(.gone) }
        do throws(ANTStickFault) { return .success(try USBInterface(claiming: pointer, at: place)) } catch {
            guard case .busy = error else { return .failure(error) }
            return .failure(.busy(by: Self.holder(of: place)))
        }
    }

    /// - Returns: whether the endpoint can be used again.
    func clearHalt(_ endpoint: UInt8) -> Bool { libusb_clear_halt(pointer, endpoint) == 0 }

    /// Who has it: another program, as far as this one may look, else the kernel driver that could not be detached.
    private static func holder(of place: ANTStickPlace) -> String? {
        if let programs = ANTStickFault.programs(holding: place.devicePath) { return programs }
        guard let driver = place.driver, driver != "usbfs" else { return nil }
        return "the kernel driver \(driver)"
    }

    static func fault(_ code: CInt, _ place: ANTStickPlace) -> ANTStickFault {
        switch libusb_error(rawValue: code) {
        case LIBUSB_ERROR_ACCESS: .noRight(path: place.devicePath)
        case LIBUSB_ERROR_BUSY: .busy(by: nil)
        case LIBUSB_ERROR_NO_DEVICE, LIBUSB_ERROR_NOT_FOUND: .gone
        default: .failed(USBContext.words(code))
        }
    }
}
