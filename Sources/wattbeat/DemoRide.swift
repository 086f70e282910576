import Gateway
import Transports
import WireFormats

/// The recordings that `--demo` and `--demo-if-alone` name.
struct DemoRide {
    let speed: Double
    /// That it is one, and how fast.
    let label: String
    /// What a person should know of it.
    private(set) var sentences: [String] = []
    let plan: ReplayPlan

    /// `nil` where none was asked for, or there is hardware to use instead.
    ///
    /// - Parameter settings: a receiver that they name is hardware, plugged in or not.
    init?(_ arguments: Arguments, _ settings: GatewaySettings, for command: any Command.Type) throws(CommandError) {
        var files = arguments.values(of: GatewayOptions.demo)
        let otherwise = arguments.values(of: GatewayOptions.demoIfAlone)
        if !files.isEmpty, !otherwise.isEmpty { throw .usage("--demo and --demo-if-alone exclude each other", see: command) }
        if files.isEmpty, !otherwise.isEmpty {
            guard HardwarePresence().isNone, !settings.namesReceiver else { return nil }
            files = otherwise
            sentences.append("no Bluetooth adapter, no ANT stick and no GPS receiver is here: a recorded ride is played instead")
        }
        guard !files.isEmpty else { return nil }
        do throws(TransportError) {
            plan = try ReplayPlan(files.map { ReplayPlan.File(path: $0) })
        } catch {
            throw CommandError(.noInput, "\(error)")
        }
        speed = arguments[GatewayOptions.demoSpeed] ?? 1
        let pace = speed == 1 ? "" : ", \(Fixed.text(speed, decimals: 0)) times as fast as it was ridden"
        label = StatusText.demoSentence + pace
    }
}

extension GatewaySettings {
    fileprivate var namesReceiver: Bool { receivers.contains { $0 != .auto && $0 != .off } }
}
