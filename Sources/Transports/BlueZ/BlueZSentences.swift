internal import Dialogues
internal import WireFormats

// A plan's standings in the words of a status.
extension DeviceStatus {
    /// - Parameters:
    ///   - standing: `nil`: the device is no longer to be shown.
    ///   - radioSwitch: of the adapter whose standing this is.
    init(device: String, name: String?, standing: BlueZStanding?, radioSwitch: (_ adapter: String) -> RadioSwitch) {
        let (state, sentence) = Self.words(for: standing, device, radioSwitch)
        self.init(device: device, name: name, state: state, sentence: sentence)
    }

    private static func words(
        for standing: BlueZStanding?, _ device: String, _ radioSwitch: (String) -> RadioSwitch
    ) -> (State, String?) {
        let adapter = String(device.split(separator: ":", maxSplits: 1).last ?? "")
        switch standing {
        case nil: return (.removed, nil)
        case .scanning?: return (.searching, nil)
        case .ready?: return (.open, nil)
        case .switchingOn?:
            return radioSwitch(adapter).sentence.map { (.fault, $0) } ?? (
                .connecting, "was switched off, and is being switched on"
            )
        case .off(let fault)?:
            if let sentence = radioSwitch(adapter).sentence { return (.fault, sentence) }
            if fault.isRadioBlocked { return (.fault, RadioSwitch.soft.sentence) }
            return (.fault, "cannot be switched on: \(fault.words)")
        case .restarting(let costsLinks)?:
            let price = costsLinks ? ", which breaks the links of the other sensors for a moment" : ""
            return (.connecting, "BlueZ came no further, so the adapter is switched off and on" + price)
        case .stuck?:
            return (.fault, "is stuck and finds no more sensors: type sudo systemctl restart bluetooth")
        case .refused(let fault)?: return (.fault, "does not look for sensors: \(fault.words)")
        case .noAdapter?: return (.lost, "no Bluetooth adapter \(adapter) is there: plug it in")
        case .noService(let trouble)?: return (.fault, trouble.sentence + trouble.serviceAdvice)
        case .seeking?: return (.searching, nil)
        case .notHeard?: return (.searching, BluetoothSentences.notHeard)
        case .connecting(let trouble)?: return (.connecting, trouble?.sentence)
        case .linked(let trouble)?: return (.open, trouble?.sentence)
        case .lost(let trouble)?: return (.lost, trouble.sentence)
        }
    }
}

extension RadioSwitch {
    fileprivate var sentence: String? {
        switch self {
        case .unblocked: nil
        case .soft: "blocked by rfkill: type rfkill unblock bluetooth"
        case .hard: "blocked by a switch or a key of the machine: turn Bluetooth on there"
        }
    }
}

extension BlueZTrouble {
    /// What is the matter and what to do; also why a link ended.
    var sentence: String {
        switch self {
        case .connectTimedOut: "it is heard but does not answer: is it held by another device?"
        case .connectRefused(let fault): "it could not be connected: \(fault.words)"
        case .missingServices(let services): Self.words(for: services)
        case .notifyRefused(let fault):
            fault.name == "org.bluez.Error.NotPermitted"
                ? "another program holds its values: end that program" : "it does not send its values: \(fault.words)"
        case .linkLost: "the link was lost"
        case .hangsUp: BluetoothSentences.hangsUp
        case .silent: BluetoothSentences.silent
        case .adapterGone: "the Bluetooth adapter was unplugged"
        case .adapterOff: "the Bluetooth adapter is off"
        case .adapterRestarted: "the Bluetooth adapter was switched off and on, since BlueZ came no further"
        case .serviceGone: "bluetoothd is not running"
        case .busGone: "the system's message bus is not there"
        case .noAccess(let fault):
            "BlueZ may not be used: add the user to the group bluetooth and sign in again (\(fault.words))"
        case .notWanted: LinkEnd.notWanted
        case .stopped: LinkEnd.stopped
        case .changingAddress: "its address changes now and then: pair it with bluetoothctl to know it again"
        }
    }

    /// What to do where BlueZ cannot be reached.
    fileprivate var serviceAdvice: String {
        switch self {
        case .serviceGone: ": it is waited for; if it stays away, type systemctl start bluetooth"
        case .busGone: ": systemctl status dbus says why"
        default: ""
        }
    }

    private static func words(for services: [GATTUUID]) -> String {
        if services.isEmpty { return "its services were not found in time" }
        let names = services.map { service in
            switch service {
            case .heartRate: "Heart Rate"
            case .cyclingPower: "Cycling Power"
            case .cyclingSpeedAndCadence: "Cycling Speed and Cadence"
            case .runningSpeedAndCadence: "Running Speed and Cadence"
            case .fitnessMachine: "Fitness Machine"
            default: service.shortString
            }
        }
        return "it does not show its service \(names.joined(separator: ", "))"
    }
}

extension DBusFault {
    /// What BlueZ says, else the error's name.
    fileprivate var words: String { message.isEmpty ? name : String(message.prefix(200)) }
}
