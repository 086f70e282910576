public import WireFormats

/// One conversation with a Bluetooth controller: turns scanning on and off, and tells what is heard.
///
/// Scanning is active, so that names and services in scan responses are heard too, and of each peripheral one report comes for
/// each time that scanning is turned on. Commands are those that the kernel uses on the same controller: the old ones and the
/// extended ones must not be mixed (Vol 4, Part E, §3.1.1).
/// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §7.8.10, §7.8.11, §7.8.64, §7.8.65, §7.4.2, §7.3.79.
public struct LEScanner: Sendable {
    public enum Output: Equatable, Sendable {
        /// A command, as a raw HCI socket takes it: packet type, opcode, length, parameters.
        case send([UInt8])
        case heard([AdvertisingReport])
        /// Scanning is on, or off: as it was last asked for.
        case scanning(Bool)
        /// The controller refuses with this status, or says nothing (`nil`).
        case failed(status: UInt8?)
    }

    private enum Command: UInt16, Sendable {
        case readSupportedCommands = 0x1002
        case writeLEHostSupported = 0x0C6D
        case setScanParameters = 0x200B
        case setScanEnable = 0x200C
        case setExtendedScanParameters = 0x2041
        case setExtendedScanEnable = 0x2042
    }

    private struct Step: Equatable, Sendable {
        let command: Command
        let parameters: [UInt8]
        /// Whether a refusal ends the attempt.
        let isNeeded: Bool
    }

    /// Microseconds that a controller may take to answer.
    static let timeout: Int64 = 3_000_000
    /// In 0.625 ms: half of the time is left to the links that are up.
    private static let interval: [UInt8] = [96, 0]
    private static let window: [UInt8] = [48, 0]

    /// What was last asked for.
    public private(set) var isWanted = false
    /// Packets that could not be read.
    public private(set) var unusable = 0

    private var usesExtended: Bool?
    /// Whether the other family of commands was tried, too: some controllers claim the extended ones and do without.
    private var hasSwapped = false
    private var steps: [Step] = []
    private var pending: (step: Step, deadline: Int64)?

    public init() {}

    /// The moment at which `wake` must be called.
    public var nextWake: Int64? { pending?.deadline }
    /// Whether the last thing asked for is done, or was given up.
    public var isSettled: Bool { pending == nil }

    /// Turns scanning on or off.
    public mutating func scan(_ isOn: Bool, now: Int64) -> [Output] {
        isWanted = isOn
        steps = []
        if !isOn {
            steps = [enabling(false, isNeeded: false)]
        } else if usesExtended == nil {
            steps = [
                Step(command: .readSupportedCommands, parameters: [], isNeeded: false),
                // A controller of both kinds of Bluetooth is told that its host speaks the new one; one of the new kind alone knows.
                Step(command: .writeLEHostSupported, parameters: [1, 0], isNeeded: false),
            ]
        } else {
            steps = startSteps
        }
        return proceed(now)
    }

    /// A packet arrived from a raw HCI socket.
    public mutating func receive(_ packet: [UInt8], now: Int64) -> [Output] {
        guard packet.first == 0x04, let event = try? HCIEvent(decoding: packet.span.extracting(droppingFirst: 1)) else {
            unusable &+= 1
            return []
        }
        switch event {
        case .advertised(let reports): return [.heard(reports)]
        case .commandComplete(let opcode, let parameters):
            return finish(opcode, status: parameters.first ?? 0xFF, parameters, now)
        case .commandStatus(let opcode, let status) where status != 0: return finish(opcode, status: status, [], now)
        default: return []
        }
    }

    /// Time passed.
    public mutating func wake(now: Int64) -> [Output] {
        guard let pending, now >= pending.deadline else { return [] }
        self.pending = nil
        steps = []
        return [.failed(status: nil)]
    }

    private mutating func finish(_ opcode: UInt16, status: UInt8, _ parameters: [UInt8], _ now: Int64) -> [Output] {
        // Others may speak to the controller as well.
        guard let step = pending?.step, step.command.rawValue == opcode else { return [] }
        pending = nil
        if step.command == .readSupportedCommands {
            // Octet 37, bits 5 and 6, behind the status.
            usesExtended = status == 0 && parameters.count > 38 && parameters[38] & 0x60 == 0x60
        } else if step.command == .writeLEHostSupported, isWanted {
            steps = startSteps
        } else if step.isNeeded, status != 0 {
            steps = []
            if Self.isOtherFamilyDue(status), !hasSwapped, isWanted {
                hasSwapped = true
                usesExtended = usesExtended != true
                steps = startSteps
                return proceed(now)
            }
            return [.failed(status: status)]
        }
        let more = proceed(now)
        return more.isEmpty ? [.scanning(isWanted)] : more
    }

    /// Unknown command, or disallowed: as where the kernel has used the other family before.
    private static func isOtherFamilyDue(_ status: UInt8) -> Bool { status == 0x01 || status == 0x0C }

    private var startSteps: [Step] {
        // Passive scanning by the kernel must end first; that there is none is no fault.
        let parameters =
            usesExtended == true
            ? Step(
                command: .setExtendedScanParameters, parameters: [0, 0, 1, 1] + Self.interval + Self.window, isNeeded: true)
            : Step(command: .setScanParameters, parameters: [1] + Self.interval + Self.window + [0, 0], isNeeded: true)
        return [enabling(false, isNeeded: false), parameters, enabling(true, isNeeded: true)]
    }

    private func enabling(_ isOn: Bool, isNeeded: Bool) -> Step {
        // Duplicates are filtered by the controller.
        usesExtended == true
            ? Step(command: .setExtendedScanEnable, parameters: [isOn ? 1 : 0, 1, 0, 0, 0, 0], isNeeded: isNeeded)
            : Step(command: .setScanEnable, parameters: [isOn ? 1 : 0, 1], isNeeded: isNeeded)
    }

    private mutating func proceed(_ now: Int64) -> [Output] {
        guard pending == nil, !steps.isEmpty else { return [] }
        let step = steps.removeFirst()
        pending = (step, now &+ Self.timeout)
        var packet: [UInt8] = [0x01]
        packet += [UInt8(truncatingIfNeeded: step.command.rawValue), UInt8(truncatingIfNeeded: step.command.rawValue >> 8)]
        return [.send(packet + [UInt8(step.parameters.count)] + step.parameters)]
    }
}
