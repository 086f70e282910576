public import Transports

/// The transports of the hardware that the settings allow.
public enum HardwareTransports {
    public static func make(_ settings: GatewaySettings, _ reactor: Reactor, _ intake: any LinkIntake) -> [any Transport] {
        [bluetooth(settings, reactor, intake), ant(settings, reactor, intake)].compactMap(\.self)
            + settings.receivers.compactMap { receiver($0, reactor, intake) }
    }

    private static func bluetooth(_ settings: GatewaySettings, _ reactor: Reactor, _ intake: any LinkIntake) -> (any Transport)? {
        switch settings.bluetooth {
        case .auto: BluetoothTransport(reactor: reactor, intake: intake, adapter: settings.adapter)
        case .bluez: BlueZTransport(reactor: reactor, intake: intake, adapter: settings.adapter)
        case .att: ATTTransport(reactor: reactor, intake: intake, adapter: settings.adapter)
        case .off: nil
        }
    }

    private static func ant(_ settings: GatewaySettings, _ reactor: Reactor, _ intake: any LinkIntake) -> (any Transport)? {
        let mode: ANTTransport.Mode
        switch settings.ant {
        case .auto: mode = .auto
        case .scan: mode = .scan
        case .channels: mode = .channels
        case .off: return nil
        }
        return ANTTransport(reactor: reactor, intake: intake, mode: mode, networkKey: settings.networkKey)
    }

    private static func receiver(
        _ receiver: GatewaySettings.Receiver, _ reactor: Reactor, _ intake: any LinkIntake
    ) -> (any Transport)? {
        switch receiver {
        case .auto: ReceiverFinder(reactor: reactor, intake: intake)
        case .off: nil
        case .serial(let path, let baud): SerialReceiver(reactor: reactor, intake: intake, path: path, baud: baud)
        case .gpsd(let host, let port, let device):
            GPSDClient(reactor: reactor, intake: intake, host: host, port: port, device: device)
        }
    }
}
