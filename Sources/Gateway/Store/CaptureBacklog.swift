import Storage
import Transports
import WireFormats

/// Which captures of a folder a store does not have: by their names alone, so that thousands are told in a moment.
struct CaptureBacklog {
    /// Names, the newest first, but those behind from which a workout ran on into another one: it is taken with that.
    private(set) var waiting: [String] = []
    /// What the store took and is there no more.
    private(set) var gone: [String] = []

    /// - Parameter taken: as the store has it.
    /// - Throws: `.cannotRead`.
    init(in folder: String, taken: [String: Int64]) throws(TransportError) {
        let names = try Folder.names(in: folder)
        let running = Self.running(in: folder, names)
        var stems: Set<String> = []
        for name in names {
            guard let capture = CaptureName(name) else { continue }
            stems.insert(capture.stem)
            guard !running.contains(name), let bytes = Folder.bytes("\(folder)/\(name)"),
                taken[capture.stem].map({ $0 < bytes }) ?? true
            else { continue }
            waiting.append(name)
        }
        // Idle ones are told apart by the front of their names, and sort behind.
        waiting.sort { (CaptureName($0)?.stem ?? $0) > (CaptureName($1)?.stem ?? $1) }
        let withWorkouts = waiting.filter { CaptureName($0)?.isIdle == false }
        let formers = Set(withWorkouts.compactMap { Self.former(of: "\(folder)/\($0)").map(CaptureName.key) })
        if !formers.isEmpty {
            let isFormer = { (name: String) in formers.contains { CaptureName(name)?.stem.hasSuffix("-\($0)") == true } }
            waiting = waiting.filter { !isFormer($0) } + waiting.filter(isFormer)
        }
        gone = taken.keys.filter { !stems.contains($0) }.sorted()
    }

    /// What is not closed is being written, or waits for the recovery; a workout may run on into it from those before.
    private static func running(in folder: String, _ names: [String]) -> Set<String> {
        var running = Set(names.filter(CaptureName.isUnfinished))
        var next = running.sorted()
        while let name = next.popLast() {
            guard CaptureName(name)?.isIdle == false, let key = former(of: "\(folder)/\(name)").map(CaptureName.key) else {
                continue
            }
            for former in names where CaptureName(former)?.stem.hasSuffix("-\(key)") == true {
                if running.insert(former).inserted { next.append(former) }
            }
        }
        return running
    }

    /// The identity of the capture whose workout goes on in this one. The first capture after a crash names the one before in any case.
    private static func former(of path: String) -> String? {
        guard var reader = try? CaptureReader(path: path), !reader.beginsAnew(),
            let header = reader.header, header.continuesAfter != nil
        else { return nil }
        return header.continues
    }
}
