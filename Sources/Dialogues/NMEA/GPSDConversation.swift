internal import WireFormats

/// A client's side of gpsd's conversation: asks to be told everything, keeps to one receiver, and notices when that is unplugged or
/// says nothing.
///
/// - SeeAlso: gpsd_json(5), protocol 3.
public struct GPSDConversation: Sendable {
    public enum Condition: Equatable, Sendable {
        /// Asked, and not answered yet.
        case asking
        /// gpsd answers, and has no receiver.
        case noReceiver
        /// A receiver speaks.
        case well
        /// A receiver is known, and reported nothing for ten seconds.
        case silent
        /// gpsd let go of the receiver, or it was unplugged.
        case unplugged
        /// What answers is no gpsd.
        case stranger
    }

    public enum Action: Equatable, Sendable {
        case send([UInt8])
        /// A receiver is there: a link may stand from here on.
        case open
        /// One report, without its line end.
        case deliver([UInt8])
        case close
        case become(Condition)
    }

    /// A line longer than this is passed over; gpsd's own are below 11 kB.
    public static let longestLine = 64 << 10
    /// How long the receiver may say nothing, microseconds.
    public static let patience: Int64 = 10_000_000

    public private(set) var condition = Condition.asking
    /// As gpsd names the receiver; `nil` until one spoke.
    public private(set) var device: String?
    /// Lines that were too long.
    public private(set) var overlong = 0

    private let wanted: String?
    private var lines = LineBuffer(longest: longestLine)
    private var isOpen = false
    private var isGPSD = false
    private var hasReceivers = false
    private var lastReport: Int64

    /// - Parameters:
    ///   - device: the receiver to keep to, as gpsd names it; `nil`: the first that speaks.
    ///   - now: when the connection stands, microseconds.
    public init(device: String? = nil, at now: Int64) {
        wanted = device
        self.device = device
        lastReport = now
    }

    /// When to call `wake(at:)`, unless bytes come first.
    public var wakeAt: Int64? {
        condition == .silent || condition == .noReceiver || condition == .unplugged ? nil : lastReport + Self.patience
    }

    /// The connection stands.
    public func begin() -> [Action] { [.send(GPSDReport.watchCommand(device: wanted))] }

    /// Bytes came.
    public mutating func take(_ bytes: [UInt8], at now: Int64) -> [Action] {
        var actions: [Action] = []
        for line in lines.append(bytes) { actions += apply(line, at: now) }
        overlong = lines.overlong
        if !isGPSD, overlong > 0 { actions += become(.stranger) }
        return actions
    }

    /// Time passed.
    public mutating func wake(at now: Int64) -> [Action] {
        guard let wakeAt, now >= wakeAt else { return [] }
        return become(!isGPSD ? .stranger : device == nil && !hasReceivers ? .noReceiver : .silent)
    }

    private mutating func apply(_ line: [UInt8], at now: Int64) -> [Action] {
        let head = GPSDLineHead(line)
        switch head.className {
        case "TPV"?, "SKY"?, "GST"?:
            isGPSD = true
            guard let speaker = head.device ?? device, device == nil || speaker == device else { return [] }
            device = speaker
            lastReport = now
            return become(.well) + opened() + [.deliver(line)]
        case let name?:
            let wasGPSD = isGPSD
            isGPSD = isGPSD || ["VERSION", "DEVICES", "WATCH", "DEVICE", "ERROR"].contains(name)
            guard isGPSD, head.device == nil || device == nil || head.device == device else { return [] }
            if !wasGPSD { lastReport = now }
            // What concerns no link, as the greeting, is not a receiver's bytes yet.
            return (isOpen ? [.deliver(line)] : []) + follow(line, at: now)
        case nil: return isGPSD ? [] : become(.stranger)
        }
    }

    /// Receivers that come and go.
    private mutating func follow(_ line: [UInt8], at now: Int64) -> [Action] {
        guard let report = try? GPSDReport(decoding: line) else { return [] }
        switch report {
        case .device(let device): return device.isActive == false && device.path == self.device ? unplugged() : []
        case .devices(let list):
            hasReceivers = !list.isEmpty
            guard let device else { return list.isEmpty ? become(.noReceiver) : [] }
            let isThere = list.contains { $0.path == device && $0.isActive != false }
            return isThere ? [] : isOpen ? unplugged() : become(.noReceiver)
        default: return []
        }
    }

    private mutating func unplugged() -> [Action] {
        device = wanted
        defer { isOpen = false }
        return (isOpen ? [.close] : []) + become(.unplugged)
    }

    private mutating func opened() -> [Action] {
        defer { isOpen = true }
        return isOpen ? [] : [.open]
    }

    private mutating func become(_ new: Condition) -> [Action] {
        guard new != condition else { return [] }
        condition = new
        return [.become(new)]
    }
}
