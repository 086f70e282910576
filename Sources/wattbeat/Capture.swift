import Glibc
import Transports

/// `wattbeat capture --hci FILE`: what goes over the Bluetooth adapters, for a report of a fault.
enum Capture: Command {
    private static let hci = Option<String>.text("hci", "FILE", "record the HCI monitor into this new file, as btsnoop")
    private static let adapter = Option<Int>(
        "adapter", "hciN", "record this adapter alone; else all", expecting: "the name of an adapter, as hci0"
    ) { text in
        text.hasPrefix("hci") ? Int(text.dropFirst(3)).flatMap { (0..<0xFFFF).contains($0) ? $0 : nil } : nil
    }

    static let name = "capture"
    static let summary = "record what goes over the Bluetooth adapters, for a report of a fault"
    static let operands = Operands.none
    static let options: [any CommandOption] = [hci, adapter]
    static let discussion = """
        The recording goes on until Ctrl-C; nobody else is disturbed by it. Start it, switch the sensor on, wait until the fault has
        shown itself, and end it. Needs root, or CAP_NET_RAW. The file holds the addresses and names of all devices in the air.
        wattbeat inspect FILE and btmon -r FILE show what is in it; wattbeat replay FILE makes workouts of it.

        example:
          sudo wattbeat capture --hci strap.btsnoop
        """

    /// How soon Ctrl-C is heard, in milliseconds.
    private static let patience: CInt = 200

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        guard let path = arguments[hci] else { throw .usage("capture needs --hci FILE", see: self) }
        do throws(TransportError) {
            let recording = try HCIRecording(path: path, adapter: arguments[adapter])
            Interruption.watch()
            Output.complain("recording into \(path) until Ctrl-C")
            let failure = record(recording)
            try? output.line("\(path): \(told(recording))")
            if let failure { throw failure }
        } catch {
            throw complaint(about: error)
        }
    }

    private static func record(_ recording: HCIRecording) -> TransportError? {
        do throws(TransportError) {
            while !Task.isCancelled { try recording.record(forAtMost: patience) }
            try recording.finish()
            return nil
        } catch {
            return error
        }
    }

    private static func told(_ recording: HCIRecording) -> String {
        let packets = recording.packets == 1 ? "1 packet" : "\(recording.packets) packets"
        return "\(packets), \(recording.length) bytes"
            + (recording.lost == 0 ? "" : ", \(recording.lost) lost: they came too fast")
    }

    private static func complaint(about error: TransportError) -> CommandError {
        switch error {
        case .cannotCreate(let path, EEXIST): CommandError(.cannotCreate, "\(path) is there already and is not written over")
        case .cannotCreate: CommandError(.cannotCreate, "\(error)")
        case .cannotKeep(let path, let code): .system(.inputOutput, "cannot write \(path)", errno: code)
        case .cannotOpen:
            CommandError(.noInput, "the HCI monitor cannot be opened: \(HCIRecording.words(for: error))")
        default: CommandError(.inputOutput, "\(error)")
        }
    }
}
