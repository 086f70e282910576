import Ingest
import Storage
import Transports
import Workouts

/// Brings what sensors said outside of workouts from a capture in which no workout is, and that they were there. Again it is the same.
enum IdleCapture {
    /// - Parameters:
    ///   - name: of a file of the folder.
    ///   - names: all that the folder has.
    /// - Returns: whether nothing is left to do for it.
    static func take(
        _ name: String, in folder: String, among names: [String], _ store: HistoryStore
    ) throws(StorageError) -> Bool {
        var samples = OutsideSamples(store)
        let engine: IngestEngine
        do throws(TransportError) {
            engine = try CaptureReading(name, in: folder, among: names, outside: { samples.take($0, $1) }).engine
        } catch {
            // What cannot be opened today may be tomorrow; what is no capture never will be one.
            if case .badCapture = error { return true }
            return false
        }
        samples.flush(engine)
        if let failure = samples.failure { throw failure }
        guard engine.clock.isTrusted else { return true }
        try store.batch { store throws(StorageError) in
            for (sensor, heard) in zip(engine.sources, engine.lastHeard) {
                try store.note(sensor: sensor, heardAt: engine.clock.timestamp(at: heard))
            }
        }
        return true
    }
}

extension HistoryStore {
    /// Notes that all of a folder's captures of these names is stored.
    func noteTaken(_ names: [String], of folder: String) throws(StorageError) {
        for name in names {
            guard let stem = CaptureName(name)?.stem, let bytes = Folder.bytes("\(folder)/\(name)") else { continue }
            try take(capture: stem, bytes: bytes)
        }
    }
}
