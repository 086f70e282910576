import Transports
import WireFormats
import Workouts

/// What people are told and no engine knows: devices, notes, the workout that ended.
struct StatusBoard {
    private(set) var notes: [String] = []
    private var devices: [String: DeviceStatus] = [:]
    /// Devices of which a trouble was noted, until they work again.
    private var troubled: Set<String> = []
    /// When a flood of each link was noted.
    private var floods: [LinkID: Int64] = [:]
    /// Whose clock was noted last.
    private var clockSource: WallClock.Source?
    /// Of the capture that runs.
    var finished: Workout?
    var lastWorkout: WorkoutOutcome?

    private static let mostNotes = 20
    private static let mostDevices = 256
    /// Between two notes of one flood, microseconds: it goes on each second, and the counter shows it.
    private static let floodInterval: Int64 = 60_000_000

    /// By identity.
    var sortedDevices: [DeviceStatus] { devices.values.sorted { $0.device < $1.device } }

    mutating func note(_ sentence: String) {
        if notes.count >= Self.mostNotes { notes.removeFirst() }
        notes.append(sentence)
    }

    /// - Returns: a sentence when it is worth a note: something is wrong that was not, or is well again.
    mutating func report(_ status: DeviceStatus) -> String? {
        let before = devices[status.device]
        guard status.state != .removed else {
            devices[status.device] = nil
            troubled.remove(status.device)
            return nil
        }
        guard before != nil || devices.count < Self.mostDevices else { return nil }
        devices[status.device] = status
        let name = status.name ?? status.device
        switch status.state {
        // Of a sensor in the air the engine tells that it is silent, once and for all sticks.
        case .lost where status.isSensorInTheAir: return nil
        case .lost, .fault:
            guard before?.state != status.state || before?.sentence != status.sentence else { return nil }
            troubled.insert(status.device)
            return "\(name): \(status.sentence ?? (status.state == .lost ? "lost, and looked for" : "out of order"))"
        case .open: return troubled.remove(status.device) == nil ? nil : "\(name) works again"
        case .searching, .connecting, .removed: return nil
        }
    }

    /// Whether a flood of this link is worth a note now.
    mutating func tellsFlood(of link: LinkID, at now: Int64) -> Bool {
        if let last = floods[link], now - last < Self.floodInterval { return false }
        floods = floods.filter { now - $0.value < Self.floodInterval }
        floods[link] = now
        return true
    }

    /// Whether a clock is worth a note: each capture's engine learns it anew.
    mutating func tellsClock(of source: WallClock.Source) -> Bool {
        defer { clockSource = source }
        return source != clockSource
    }

    mutating func takeFinished() -> Workout? { finished.take() }
}

extension DeviceStatus {
    /// Whether it is a sensor that sticks hear.
    fileprivate var isSensorInTheAir: Bool { if case .ant? = SensorIdentity(device) { true } else { false } }
}
