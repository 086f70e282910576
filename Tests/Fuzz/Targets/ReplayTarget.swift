import Ingest
import WireFormats

extension FuzzTarget {
    /// A file of any kind, replayed as far as it goes: records into the engine, what ends up as a workout into JSON and FIT.
    static let replay = FuzzTarget("replay", upTo: 32768) { bytes in replay(DecodedCapture([[UInt8](bytes)])) }

    static func replay(_ decoded: DecodedCapture) {
        guard let header = decoded.header else { return }
        var engine = IngestEngine(header: header)
        if decoded.kind != .wattbeat {
            // What other tools record knows no commands.
            engine.takeChecked(CaptureRecord(offset: 0, input: .command(.start(activity: ""))))
        }
        for record in decoded.records { engine.takeChecked(record) }
        engine.finishChecked()
    }
}
