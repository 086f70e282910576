internal import Dialogues
internal import WireFormats

/// The receivers that nobody named: those that udev knows, now or later, and gpsd's where there is no other.
///
/// A receiver that is plugged into a plain converter cannot be told from any other device: it is named in the settings, or to udev.
public final class ReceiverFinder: Transport {
    private let reactor: Reactor
    private let intake: any LinkIntake
    private let tree: SystemTree
    private let gpsdPort: Int

    /// In the order in which they were found.
    private var receivers: [SerialReceiver] = []
    private var gpsd: GPSDClient?
    private var pathWatch: PathWatch?
    private let alarm: Alarm

    /// How often to look, should the kernel not tell; also how soon gpsd is asked again: microseconds.
    private static let lookAgain: Int64 = 5_000_000
    /// How long udev may take to give a device all of its names: microseconds.
    private static let naming: Int64 = 200_000

    public convenience init(reactor: Reactor, intake: any LinkIntake) {
        self.init(reactor: reactor, intake: intake, in: .machine, gpsdPort: 2947)
    }

    init(reactor: Reactor, intake: any LinkIntake, in tree: SystemTree, gpsdPort: Int) {
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.intake = intake
        self.tree = tree
        self.gpsdPort = gpsdPort
    }

    public func start() {
        guard pathWatch == nil else { return }
        pathWatch = PathWatch(reactor, folders: SerialDevice.folders.map(tree.place)) { [weak self] in
            self?.look(after: Self.naming)
        }
        look()
    }

    public func stop() {
        pathWatch = nil
        alarm.cancel()
        receivers.forEach { $0.stop() }
        receivers = []
        gpsd?.stop()
        gpsd = nil
    }

    /// Lasting names of what is a receiver, each device once, in the order of the folders.
    public static func candidates(in tree: SystemTree) -> [String] {
        var seen: Set<String> = []
        return SerialDevice.folders.flatMap { folder in tree.names(in: folder).map { "\(folder)/\($0)" } }
            .filter { path in isReceiver(path) && tree.resolved(path).map { seen.insert($0).inserted } == true }
    }

    /// By its name alone: opening a device to find out what it is may disturb it.
    private static func isReceiver(_ path: String) -> Bool {
        let name = SerialDevice.lastPart(path).lowercased()
        if path.hasPrefix(SerialDevice.folders[0]) { return name.hasPrefix("gps-") }
        return ["u-blox", "ublox", "gps", "gnss", "mtk", "mediatek", "sirf"].contains { name.contains($0) }
    }

    private func look() {
        let known = Set(receivers.map(\.name))
        let devices = Set(receivers.compactMap { tree.resolved($0.name) })
        for path in Self.candidates(in: tree) where !known.contains(path) {
            // Under another name it is ours already.
            if let device = tree.resolved(path), devices.contains(device) { continue }
            let receiver = SerialReceiver(reactor: reactor, intake: intake, path: path, baud: nil, in: tree)
            receiver.onOpen = { [weak self] in self?.preferOwnReceivers() }
            receivers.append(receiver)
            receiver.start()
        }
        preferOwnReceivers()
        look(after: Self.lookAgain)
    }

    private func look(after pause: Int64) {
        alarm.set(after: pause) { [weak self] in self?.look() }
    }

    /// gpsd is asked only while no line of our own is open; it may hold the very receiver that we cannot have.
    private func preferOwnReceivers() {
        if receivers.contains(where: \.isOpen) {
            gpsd?.stop()
            gpsd = nil
        } else if gpsd == nil {
            gpsd = GPSDClient(reactor: reactor, intake: intake, host: "localhost", port: gpsdPort, device: nil, isGuess: true)
            gpsd?.start()
        }
    }
}
