import Foundation

/// A recorded conversation with a stick, as umockdev plays it to the real libusb: a device description and a usbmon capture.
///
/// Made by the rules of the capture format (the kernel's Documentation/usb/usbmon.rst), with link type 220: a header of 64 bytes
/// before each transfer's data.
struct USBRecording {
    /// Bytes that the receiving transfers ask for.
    private static let receiveLength: UInt32 = 512
    private static let (input, output): (UInt8, UInt8) = (0x81, 0x01)

    private var packets = Data()
    private var lastID: UInt64 = 0
    /// Submitted and not answered, the oldest first.
    private var receiving: [UInt64] = []
    private var microseconds: UInt64 = 0

    init(receivers: Int) { for _ in 0..<receivers { submitReceiver() } }

    /// The program sends this.
    mutating func sends(_ bytes: [UInt8]) {
        lastID += 1
        packet("S", lastID, Self.output, status: -115, length: UInt32(bytes.count), data: bytes)
        packet("C", lastID, Self.output, status: 0, length: UInt32(bytes.count))
    }

    /// The stick says this; the program then asks for more.
    mutating func says(_ bytes: [UInt8]) {
        complete(status: 0, bytes)
        submitReceiver()
    }

    /// The stick says all of this, as many transfers as wait at most, before the program looks; it then asks for as much again.
    mutating func saysAtOnce(_ transfers: [[UInt8]]) {
        // All at one moment: who plays it keeps the time between.
        let now = microseconds
        for bytes in transfers {
            microseconds = now
            complete(status: 0, bytes)
        }
        for _ in transfers { submitReceiver() }
    }

    /// The stick's endpoint stalls; the program clears it and asks again.
    mutating func stalls() {
        complete(status: -32)
        submitReceiver()
    }

    /// The stick is pulled: every transfer ends.
    mutating func isPulled() { while !receiving.isEmpty { complete(status: -108) } }

    private mutating func submitReceiver() {
        lastID += 1
        receiving.append(lastID)
        packet("S", lastID, Self.input, status: -115, length: Self.receiveLength)
    }

    private mutating func complete(status: Int32, _ bytes: [UInt8] = []) {
        packet("C", receiving.removeFirst(), Self.input, status: status, length: UInt32(bytes.count), data: bytes)
    }

    private mutating func packet(
        _ event: Character, _ id: UInt64, _ endpoint: UInt8, status: Int32, length: UInt32, data: [UInt8] = []
    ) {
        microseconds += 1000
        var header = Data()
        func add(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value.littleEndian) { header.append(contentsOf: $0) } }
        add(id)
        // Event, bulk, endpoint, device 2 of bus 1.
        header.append(contentsOf: [event.asciiValue ?? 0, 3, endpoint, 2, 1, 0])
        header.append(contentsOf: [0x2D, data.isEmpty ? 0x3C : 0])
        add(microseconds / 1_000_000)
        add(UInt32(microseconds % 1_000_000))
        add(status)
        add(length)
        add(UInt32(data.count))
        header.append(Data(count: 64 - header.count))
        var record = Data()
        for value in [
            UInt32(microseconds / 1_000_000), UInt32(microseconds % 1_000_000), UInt32(64 + data.count), UInt32(64 + data.count),
        ] {
            withUnsafeBytes(of: value.littleEndian) { record.append(contentsOf: $0) }
        }
        packets += record + header + data
    }

    /// The capture file: pcap, little endian, microseconds.
    var pcap: Data {
        var file = Data()
        for value: UInt32 in [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65535, 220] {
            withUnsafeBytes(of: value.littleEndian) { file.append(contentsOf: $0) }
        }
        return file + packets
    }

    static let sysfsPath = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1"

    /// One full-speed device, 0fcf:1008, with one interface and a bulk endpoint each way.
    static var description: String {
        let device: [UInt8] = [18, 1, 0, 2, 0, 0, 0, 64, 0xCF, 0x0F, 0x08, 0x10, 0, 1, 0, 0, 0, 1]
        let interface: [UInt8] = [9, 4, 0, 0, 2, 0xFF, 0, 0, 0, 7, 5, input, 2, 64, 0, 1, 7, 5, output, 2, 64, 0, 1]
        let configuration: [UInt8] = [9, 2, UInt8(9 + interface.count), 0, 1, 1, 0, 0x80, 50] + interface
        let hex = (device + configuration).map { String(format: "%02X", $0) }.joined()
        return """
            P: /devices/pci0000:00/0000:00:14.0/usb1/1-1
            N: bus/usb/001/002=\(hex)
            E: DEVNAME=/dev/bus/usb/001/002
            E: DEVTYPE=usb_device
            E: SUBSYSTEM=usb
            E: BUSNUM=001
            E: DEVNUM=002
            E: MAJOR=189
            E: MINOR=1
            A: busnum=1\\n
            A: devnum=2\\n
            A: speed=12\\n
            A: bConfigurationValue=1\\n
            A: idVendor=0fcf\\n
            A: idProduct=1008\\n
            A: manufacturer=Dynastream Innovations\\n
            A: product=ANT USBStick2\\n
            H: descriptors=\(hex)


            """
    }
}
