import Gateway
import Ingest
import WireFormats

/// Moves a bar while a replay reads.
final class ReplayProgress: IngestSink {
    private let plan: ReplayPlan
    private let bar = ProgressBar()
    private var count = 0

    init(_ plan: ReplayPlan) { self.plan = plan }

    func apply(_ output: IngestOutput) {}

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        count += 1
        guard count % 4096 == 0 else { return }
        let (read, total) = plan.progress
        bar.show(read, of: total)
    }

    func finish() { bar.finish() }
}
