import Ingest
import Transports
import WireFormats
import Workouts

/// A closed capture read for the store: the workouts that ended in it, or what sensors said outside of one.
///
/// As the gateway made them, and as recovery does: where a workout ran on from the capture before, that is read first.
struct CaptureReading {
    /// Names of the captures that its workout ran on from, the first one first, and its own.
    let chain: [String]
    private(set) var finished = FinishedWorkouts()
    /// At the capture's end.
    private(set) var engine: IngestEngine

    private let header: CaptureHeader
    /// What is added to the file's offsets before the engine sees them, microseconds.
    private let shift: Int64

    /// - Parameters:
    ///   - name: of a file of the folder.
    ///   - names: all that the folder has.
    ///   - outside: gets what counts outside of workouts, with the engine that says so.
    /// - Throws: `.cannotOpen`, `.badCapture`, when there is not even a whole header.
    init(
        _ name: String, in folder: String, among names: [String],
        outside: ((WorkoutEvent, borrowing IngestEngine) -> Void)? = nil
    ) throws(TransportError) {
        try self.init(name, in: folder, among: names, behind: [], outside)
        // A workout without an end lasts as long as its file.
        let outputs = engine.finish()
        take(outputs, outside)
    }

    private init(
        _ name: String, in folder: String, among names: [String], behind later: Set<String>,
        _ outside: ((WorkoutEvent, borrowing IngestEngine) -> Void)?
    ) throws(TransportError) {
        var reader = CaptureReader(try RecordedFile(path: "\(folder)/\(name)"))
        var next = try reader.next()
        guard reader.kind == .wattbeat, let header = reader.header else {
            throw .badCapture(path: "\(folder)/\(name)", reason: .notACapture)
        }
        self.header = header
        let former = Self.former(of: header, in: folder, among: names, behind: later.union([name]))
        if let former, let after = header.continuesAfter {
            (engine, shift, chain) = (former.engine, former.shift &+ after, former.chain + [name])
        } else {
            (engine, shift, chain) = (IngestEngine(header: header), 0, [name])
        }
        var outputs: [IngestOutput] = []
        while let record = next {
            engine.handle(record.moved(by: shift), into: &outputs)
            if !outputs.isEmpty { take(outputs, outside) }
            // Of a damaged capture counts what stands before the damage.
            next = try? reader.next()
        }
    }

    private mutating func take(_ outputs: [IngestOutput], _ outside: ((WorkoutEvent, borrowing IngestEngine) -> Void)?) {
        for output in outputs {
            finished.apply(output)
            if case .outside(let event) = output { outside?(event, engine) }
        }
        finished.passed(engine)
    }

    /// The capture whose workout runs on into this one.
    private static func former(
        of header: CaptureHeader, in folder: String, among names: [String], behind later: Set<String>
    ) -> CaptureReading? {
        guard let identity = header.continues, header.continuesAfter != nil else { return nil }
        let key = "-\(CaptureName.key(identity))"
        for name in names where CaptureName(name)?.stem.hasSuffix(key) == true && !later.contains(name) {
            guard CaptureRecovery.header("\(folder)/\(name)")?.identity == identity,
                let reading = try? CaptureReading(name, in: folder, among: names, behind: later, nil),
                reading.engine.isRunning
            else { continue }
            return reading
        }
        return nil
    }
}
