import ActivityFiles
import Gateway
import Ingest
import JSONText
import Transports
import WireFormats
import Workouts

/// An hour of four sensors and a 10 Hz receiver: a capture's way to JSON and FIT, as a process and stage by stage.
struct RideBenchmark {
    let path: String

    /// - Parameter program: `wattbeat`.
    func measureProcesses(program: String) throws {
        print("\none hour of four sensors and a 10 Hz receiver, RMC and GGA\n\(Row.heading)")
        let fit = try TemporaryFile()
        let replay = Peer(name: "wattbeat replay --json --fit", command: [program, "replay", "--json", "--fit", fit.path, path])
        if let measurement = try replay.measure(runs: 15) { print(Row(measurement)) }
        let start = Peer(name: "wattbeat version", command: [program, "version"])
        if let measurement = try start.measure(runs: 15) { print(Row(measurement)) }
    }

    func measureStages() throws {
        let plan = try ReplayPlan([.init(path: path)])
        var records: [CaptureRecord] = []
        while let record = plan.next() { records.append(record) }
        let bytes = try Files.contents(of: path)
        print("\nthe stages of that hour, an item is one of its \(records.count) records\n\(Row.heading)")
        try stages(plan.header, records, bytes: bytes.count)
        codec(bytes, records)
    }

    private func stages(_ header: CaptureHeader, _ records: [CaptureRecord], bytes: Int) throws {
        let reading = try Measurement(of: "read the capture", bytes: bytes, items: records.count) {
            let plan = try ReplayPlan([.init(path: path)])
            while let record = plan.next() { keep(record) }
        }
        print(Row(reading))
        // The last record is the stop: with it the workout is finished.
        guard let stop = records.last else { return }
        var outputs: [IngestOutput] = []
        var engine = IngestEngine(header: header)
        print(
            Row(
                Measurement(of: "ingest", bytes: nil, items: records.count) {
                    engine = IngestEngine(header: header)
                    for record in records.dropLast() { engine.handle(record, into: &outputs) }
                }))
        var workout: Workout?
        print(
            Row(
                Measurement(of: "finish the workout", bytes: nil, items: records.count) {
                    var ending = engine
                    ending.handle(stop, into: &outputs)
                    for case .workoutEnded(let ended) in outputs { workout = ended }
                }))
        guard let workout else { return print("the recording holds no workout") }
        let report = WorkoutReport(rejects: [])
        print(
            Row(
                Measurement(of: "JSON", bytes: nil, items: records.count) {
                    workoutJSON(workout, route: .summary, report: report).utf8(.indented)
                }))
        print(Row(Measurement(of: "FIT", bytes: nil, items: records.count) { FITActivity(workout).encoded() }))
    }

    private func codec(_ bytes: [UInt8], _ records: [CaptureRecord]) {
        print(
            Row(
                Measurement(of: "the capture's format: read", bytes: bytes.count, items: records.count) {
                    var decoder = CaptureDecoder()
                    var start = 0
                    while start < bytes.count {
                        let end = min(start + Files.blockLength, bytes.count)
                        decoder.append(bytes.span.extracting(start..<end))
                        start = end
                        while let record = try? decoder.next() { keep(record) }
                    }
                }))
        var lines: [UInt8] = []
        print(
            Row(
                Measurement(of: "the capture's format: write", bytes: bytes.count, items: records.count) {
                    lines.removeAll(keepingCapacity: true)
                    for record in records { CaptureCodec.append(record, to: &lines) }
                }))
    }
}
