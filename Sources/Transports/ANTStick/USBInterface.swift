internal import CUSB

/// The interface of a stick that carries its messages, claimed: the first one with a bulk endpoint each way.
struct USBInterface: Sendable {
    let number: CInt
    let input: UInt8
    let output: UInt8

    /// Takes it, from the kernel's driver if need be; that gets it back when it is released.
    init(claiming handle: OpaquePointer, at place: ANTStickPlace) throws(ANTStickFault) {
        _ = libusb_set_auto_detach_kernel_driver(handle, 1)
        var configuration: CInt = 0
        // A stick that was never configured has no endpoints. To configure one again would reset what others do with it.
        if libusb_get_configuration(handle, &configuration) == 0, configuration == 0 { _ = libusb_set_configuration(handle, 1) }
        guard let found = Self.find(handle) else { throw .failed("it has no bulk endpoints") }
        (number, input, output) = found
        var code = libusb_claim_interface(handle, number)
        if [LIBUSB_ERROR_OTHER.rawValue, LIBUSB_ERROR_NOT_SUPPORTED.rawValue].contains(code) {
            // Where no driver can be detached, there may be none to detach.
            _ = libusb_set_auto_detach_kernel_driver(handle, 0)
            code = libusb_claim_interface(handle, number)
        }
        guard code == 0 else { throw USBHandle.fault(code, place) }
        // A program that was ended in the middle may have left them halted.
        _ = libusb_clear_halt(handle, input)
        _ = libusb_clear_halt(handle, output)
    }

    private static func find(_ handle: OpaquePointer) -> (CInt, UInt8, UInt8)? {
        var descriptor: UnsafeMutablePointer<libusb_config_descriptor>?
        guard libusb_get_active_config_descriptor(libusb_get_device(handle), &descriptor) == 0, let descriptor else { return nil }
        defer { libusb_free_config_descriptor(descriptor) }
        for index in 0..<Int(descriptor.pointee.bNumInterfaces) {
            guard let interface = descriptor.pointee.interface?[index], interface.num_altsetting > 0,
                let setting = interface.altsetting?.pointee
            else { continue }
            let endpoints = (0..<Int(setting.bNumEndpoints)).compactMap { setting.endpoint?[$0] }
            let bulk = endpoints.filter { $0.bmAttributes & 3 == LIBUSB_TRANSFER_TYPE_BULK.rawValue }.map(\.bEndpointAddress)
            if let input = bulk.first(where: { $0 & 0x80 != 0 }), let output = bulk.first(where: { $0 & 0x80 == 0 }) {
                return (CInt(setting.bInterfaceNumber), input, output)
            }
        }
        return nil
    }
}
