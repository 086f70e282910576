/// A stick that is plugged in, as the kernel describes it.
public struct ANTStickPlace: Equatable, Sendable {
    /// The port, `1-1.2`: stable as long as the stick stays where it is.
    public var port: String
    public var bus: Int
    public var address: Int
    /// Among 0x1003, 0x1004, 0x1008, 0x1009.
    public var product: UInt16
    public var manufacturerName: String?
    public var productName: String?
    /// The tty that a serial driver made of it; `nil` when none did.
    public var tty: String?
    /// The kernel driver that has its interface; `nil` when none has. `usbfs` stands for another program.
    public var driver: String?

    static let vendor: UInt16 = 0x0FCF

    /// The file that stands for the device.
    public var devicePath: String { "/dev/bus/usb/\(Self.padded(bus))/\(Self.padded(address))" }
    /// Whether it is a serial port with an ANT module behind it, spoken to as a tty.
    public var isSerial: Bool { product == 0x1003 || product == 0x1004 }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    init(port: String, bus: Int, address: Int, product: UInt16, tty: String? = nil) {
        self.port = port
        self.bus = bus
        self.address = address
        self.product = product
        self.tty = tty
    }

    /// Every stick that is plugged in, by port.
    public static func all(in tree: SystemTree = .machine) -> [ANTStickPlace] {
        let folder = "/sys/bus/usb/devices"
        return tree.names(in: folder).compactMap { ANTStickPlace(port: $0, folder: folder + "/" + $0, in: tree) }
    }

    private init?(port: String, folder: String, in tree: SystemTree) {
        func attribute(_ name: String) -> String? { tree.text(folder + "/" + name) }
        guard attribute("idVendor").flatMap({ UInt16($0, radix: 16) }) == Self.vendor,
            let product = attribute("idProduct").flatMap({ UInt16($0, radix: 16) }),
            [0x1003, 0x1004, 0x1008, 0x1009].contains(product),
            let bus = attribute("busnum").flatMap({ Int($0) }), let address = attribute("devnum").flatMap({ Int($0) })
        else { return nil }
        self.init(port: port, bus: bus, address: address, product: product)
        manufacturerName = attribute("manufacturer")
        productName = attribute("product")
        for interface in tree.names(in: folder) where interface.hasPrefix(port + ":") {
            let path = folder + "/" + interface
            driver = driver ?? tree.link(path + "/driver").map(SerialDevice.lastPart)
            // usb-serial's are folders of the interface; cdc-acm's stand in one called tty.
            let ttys = tree.names(in: path).filter { $0.hasPrefix("ttyUSB") } + tree.names(in: path + "/tty")
            tty = tty ?? ttys.first { $0.hasPrefix("tty") }.map { "/dev/" + $0 }
        }
    }
}
