internal import Glibc

extension CaptureFile {
    /// Behind a capture's name while it is written anew; no capture is called so.
    private static let draftEnding = ".anew"

    /// Makes the file, and its folder where that is not there.
    ///
    /// - Throws: `.cannotCreate`; with `EEXIST` when there is such a file.
    init(making path: String, syncSeconds: Double) throws(TransportError) {
        do throws(TransportError) {
            try self.init(creating: path, syncSeconds: syncSeconds)
        } catch .cannotCreate(_, ENOENT) {
            try Folder.create(Folder.parent(of: path) ?? "/")
            try self.init(creating: path, syncSeconds: syncSeconds)
        }
    }

    /// Makes a file that holds all that another does: where that should be and is not any more, or in its place.
    ///
    /// - Throws: `.cannotCreate`; nothing has changed then.
    init(replacing other: CaptureFile, at path: String, syncSeconds: Double) throws(TransportError) {
        var draft: String?
        if other.syncer.isDisplaced {
            try self.init(making: path, syncSeconds: syncSeconds)
        } else {
            let name = path + Self.draftEnding
            Folder.remove(name)  // left by one who was ended while writing
            try self.init(creating: path, as: name, syncSeconds: syncSeconds)
            draft = name
        }
        guard let code = copy(other) ?? draft.flatMap({ rename($0, path) == 0 ? nil : errno }) else { return }
        // Half a copy would stand in the way of the next one.
        Folder.remove(draft ?? path)
        _ = finish(isSettled: true)
        throw .cannotCreate(path: path, code: code)
    }
}

/// When a file may be written anew. A copy takes its time, and a disk without room would have it fail with every record.
struct RenewalPace {
    private static let shortest: Int64 = 1_000_000
    private static let longest: Int64 = 64_000_000

    private var wait = shortest
    private var next = Int64.min

    /// Whether it may be now, by the records' offsets; each time the next one is further off.
    mutating func takesTurn(at offset: Int64) -> Bool {
        guard offset >= next else { return false }
        next = offset &+ wait
        wait = min(wait * 2, Self.longest)
        return true
    }

    /// The next time may be at once.
    mutating func reset() { self = RenewalPace() }
}
