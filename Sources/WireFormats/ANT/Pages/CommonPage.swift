/// A page that every ANT+ profile may send: 0x46 (70), 0x47 (71), 0x50, 0x51, 0x52.
///
/// - SeeAlso: ANT+ Common Data Pages, Rev 3.1.
public enum CommonPage: ANTPage {
    case request(PageRequest)
    case commandStatus(CommandStatus)
    case manufacturer(Manufacturer)
    case product(Product)
    case battery(Battery)
    case raw(DataPage)

    /// Reads any page.
    public init(decoding page: DataPage) { self = Self(recognising: page) ?? .raw(page) }

    /// `nil` when the page's number is no common one.
    init?(recognising page: DataPage) {
        switch page[0] {
        case PageRequest.number: self = .request(PageRequest(decoding: page))
        case CommandStatus.number: self = .commandStatus(CommandStatus(decoding: page))
        case 0x50:
            self = .manufacturer(
                Manufacturer(
                    hardwareRevision: page[3], manufacturerID: page.uint16(at: 4), modelNumber: page.uint16(at: 6)))
        case 0x51: self = .product(Product(decoding: page))
        case 0x52: self = .battery(Battery(decoding: page))
        default: return nil
        }
    }

    /// Page 0x50.
    public struct Manufacturer: Equatable, Sendable {
        /// As the manufacturer counts.
        public let hardwareRevision: UInt8
        /// As the ANT+ alliance numbers them; FIT uses the same numbers.
        public let manufacturerID: UInt16
        /// As the manufacturer numbers its models.
        public let modelNumber: UInt16
    }

    /// Page 0x51.
    public struct Product: Equatable, Sendable {
        /// Tenths.
        public let mainRevision: UInt8
        /// Thousandths of a version; `nil` when there are none.
        public let supplementalRevision: UInt8?
        /// `nil` when the sensor has none.
        public let serialNumber: UInt32?

        /// As people write it: 2.005.
        public var softwareVersion: Double {
            supplementalRevision.map { (Double(mainRevision) * 100 + Double($0)) / 1000 } ?? Double(mainRevision) / 10
        }

        init(decoding page: DataPage) {
            mainRevision = page[3]
            supplementalRevision = page.uint8(at: 2, absent: 0xFF)
            let serial = page.uint32(at: 4)
            serialNumber = serial == .max ? nil : serial
        }
    }

    /// Page 0x52.
    public struct Battery: Equatable, Sendable {
        /// Which of several batteries; with `count`, `nil` when there is but one.
        public let index: UInt8?
        /// How many batteries there are; `nil` when there is but one.
        public let count: UInt8?
        /// Since the battery was changed, in seconds; a multiple of 2 or of 16.
        public let operatingTimeSeconds: UInt32
        /// Voltage and status.
        public let battery: ANTBattery

        init(decoding page: DataPage) {
            let identifier = page.uint8(at: 2, absent: 0xFF)
            index = identifier.map { $0 >> 4 }
            count = identifier.map { $0 & 0x0F }
            operatingTimeSeconds = page.uint24(at: 3) * (page[7] & 0x80 == 0 ? 16 : 2)
            battery = ANTBattery(fraction: page[6], descriptive: page[7])
        }
    }
}

/// Page 0x46 (70): asks a sensor to send a page.
public struct PageRequest: Equatable, Sendable {
    static let number: UInt8 = 0x46

    /// 0xFF when the page has no part to choose.
    public var subpage: UInt8
    /// How often to answer, 1...127; 0 until the answer is acknowledged.
    public var times: UInt8
    /// Whether to answer by acknowledged messages.
    public var isAcknowledged: Bool
    /// The number of the page to send.
    public var requestedPage: UInt8
    /// 1 asks for a page.
    public var commandType: UInt8

    /// Asks for a page.
    public init(_ requestedPage: UInt8, subpage: UInt8 = 0xFF, times: UInt8 = 1, isAcknowledged: Bool = false) {
        self.subpage = subpage
        self.times = times
        self.isAcknowledged = isAcknowledged
        self.requestedPage = requestedPage
        commandType = 1
    }

    init(decoding page: DataPage) {
        subpage = page[3]
        times = page[5] & 0x7F
        isAcknowledged = page[5] & 0x80 != 0
        requestedPage = page[6]
        commandType = page[7]
    }

    /// The page to send, acknowledged.
    public func encoded() -> DataPage {
        var page = DataPage(number: Self.number)
        page[3] = subpage
        page[5] = times & 0x7F | (isAcknowledged ? 0x80 : 0)
        page[6] = requestedPage
        page[7] = commandType
        return page
    }
}

/// Page 0x47 (71): how the last command fared.
public struct CommandStatus: Equatable, Sendable {
    static let number: UInt8 = 0x47

    /// The page that carried the command; `nil` when there was none.
    public let lastCommand: UInt8?
    /// Counts commands; `nil` when there was none.
    public let sequence: UInt8?
    /// Whether the machine obeyed.
    public let outcome: Outcome
    /// Bytes 4...7 of the command, in bytes 4...7 here; the rest 0xFF but for the command's number in byte 0.
    public let command: DataPage

    /// Whether a command was obeyed.
    public enum Outcome: Equatable, Sendable {
        case passed, failed, notSupported, rejected, pending, uninitialized
        case reserved(UInt8)
    }

    init(decoding page: DataPage) {
        lastCommand = page.uint8(at: 1, absent: 0xFF)
        sequence = page.uint8(at: 2, absent: 0xFF)
        outcome =
            switch page[3] {
            case 0: .passed
            case 1: .failed
            case 2: .notSupported
            case 3: .rejected
            case 4: .pending
            case 0xFF: .uninitialized
            default: .reserved(page[3])
            }
        var command = DataPage(number: page[1])
        for index in 4..<8 { command[index] = page[index] }
        self.command = command
    }
}
