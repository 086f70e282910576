public import Transports

extension SystemFacts {
    /// Examines this machine; takes a second or two when something does not answer.
    ///
    /// - Parameters:
    ///   - sockets: where a gateway may answer, in order.
    ///   - patience: seconds that it has for its answer.
    public init(places: GatewayPlaces, sockets: [String], patience: Int = 3, in tree: SystemTree = .machine) {
        self.init()
        var receivers: [GatewaySettings.Receiver] = []
        var captures = places.captures
        do throws(SettingsError) {
            let settings = try SettingsFile(path: places.settings).read().settings
            receivers = settings.receivers
            captures = settings.captureFolder ?? captures
        } catch {
            settingsFault = "\(error)".split(separator: "\n").first.map(String.init)
        }
        let named = receivers.compactMap { if case .serial(let path, _) = $0 { path } else { nil } }
        lookAtDevices(in: tree, receivers: named)
        lookAtPerson(in: tree)
        for index in adapters.indices { adapters[index].isUp = SystemTree.isAdapterUp(adapters[index].name) }
        if bluetoothd != nil { askBlueZ(in: tree) }
        isClockSynchronised = SystemClock().read().isSynchronised
        folder = askGateway(sockets, patience) ?? CapturePlace(path: captures)
        lookAtFolder(in: tree)
    }

    private mutating func lookAtPerson(in tree: SystemTree) {
        isRoot = ThisProcess.isRoot
        let mine = ThisProcess.groups
        groups = Set(tree.groups().filter { mine.contains($0.number) }.map(\.name))
    }

    private mutating func askBlueZ(in tree: SystemTree) {
        bluetoothd?.version = Self.bluetoothdPlaces.first(where: tree.exists).flatMap {
            ProgramOutput.firstLine(of: "\(tree.place($0)) -v")
        }
        guard let reactor = try? Reactor() else { return }
        var answer: Bool?
        let presence = BlueZPresence(reactor: reactor) { answer = $0 }
        defer { presence.cancel() }
        let deadline = reactor.now &+ 2_000_000
        while answer == nil, reactor.now < deadline { reactor.turn(until: deadline) }
        bluetoothd?.isOnBus = answer
    }

    /// - Returns: where a running gateway writes, or would; `nil` when none tells.
    private mutating func askGateway(_ sockets: [String], _ patience: Int) -> CapturePlace? {
        do throws(ControlClient.Failure) {
            let client = try ControlClient(paths: sockets)
            defer { client.close() }
            guard case .success(.status(let status)?) = try client.ask(.status, within: patience) else {
                gateway = .unreachable("running, but tells no status")
                return nil
            }
            switch status.capture {
            case .off: gateway = .running(captureFault: "the capture is off")
            case .writing(let path):
                gateway = .running(captureFault: nil)
                return CapturePlace(path: Folder.parent(of: path) ?? "/", writing: .underWay)
            case .suspended(let path, let sentence, _):
                gateway = .running(captureFault: sentence)
                return CapturePlace(path: Folder.parent(of: path) ?? "/")
            }
        } catch {
            gateway = error == .noGateway ? .absent : .unreachable(error.sentence)
        }
        return nil
    }

    private mutating func lookAtFolder(in tree: SystemTree) {
        let place = tree.place(folder.path)
        folder.freeBytes = Folder.room(in: Folder.nearest(to: place))?.free
        if folder.writing != .underWay {
            let obstacle = Folder.obstacle(writingIn: place)
            // A running gateway may be another user, who may what this one may not.
            let isOthers = gateway != .absent && obstacle?.isOfRights == true
            folder.writing = isOthers ? .unseen : obstacle.map { .impossible($0.reason) } ?? .possible
        }
        if gateway == .absent { unfinishedCaptures = tree.names(in: folder.path).filter(CaptureName.isUnfinished) }
    }
}
