import Ingest
import Transports
import Workouts

/// What the beginning of a capture tells of its time, where its machine had no clock.
enum CaptureGlance {
    /// The clock of a capture once it is as wanted; what follows is not read.
    ///
    /// - Parameter bytes: how many may be read, of which those that were are taken.
    /// - Returns: `nil` when it never is within them, and of what cannot be read.
    static func clock(of path: String, within bytes: inout Int64, where isWanted: (WallClock) -> Bool) -> WallClock? {
        guard var reader = try? CaptureReader(path: path), var next = try? reader.next(), let header = reader.header else {
            return nil
        }
        defer { bytes -= reader.bytesRead }
        var engine = IngestEngine(header: header)
        var outputs: [IngestOutput] = []
        while reader.bytesRead <= bytes {
            engine.handle(next, into: &outputs)
            if isWanted(engine.clock) { return engine.clock }
            guard let record = try? reader.next() else { return nil }
            next = record
        }
        return nil
    }
}
