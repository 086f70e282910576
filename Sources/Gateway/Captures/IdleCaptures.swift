import Transports

/// The captures of a folder in which no workout is: the only ones that are ever removed.
struct IdleCaptures {
    /// Less than this free, or than a twentieth of a small disk, is nearly full.
    private static let wantedRoom: Int64 = 256 << 20
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    let folder: String

    /// Removes those that are too old, and the oldest while the disk is nearly full.
    ///
    /// - Parameter days: 0: age removes none.
    func prune(at now: MachineTime, days: Int) {
        let names = (try? Folder.names(in: folder)) ?? []
        var idle = names.compactMap { name -> (path: String, changed: Int64)? in
            guard let capture = CaptureName(name), capture.isIdle, capture.ending == CaptureName.whole else { return nil }
            let path = "\(folder)/\(name)"
            return Folder.changed(path).map { (path, $0) }
        }
        idle.sort { ($0.changed, $0.path) < ($1.changed, $1.path) }
        if days > 0, now.isSynchronised {
            let oldest = now.wall - Int64(days) * Self.microsecondsPerDay
            idle.removeAll { path, changed in changed < oldest && Folder.remove(path) }
        }
        for (path, _) in idle {
            guard isNearlyFull else { return }
            Folder.remove(path)
        }
    }

    private var isNearlyFull: Bool {
        guard let room = Folder.room(in: folder) else { return false }
        return room.free < min(Self.wantedRoom, room.total / 20)
    }
}
