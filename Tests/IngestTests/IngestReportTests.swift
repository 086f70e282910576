import Testing
import WireFormats
import Workouts

@testable import Ingest

/// What was turned away is told with the sensor that sent it, where that is known.
@Suite struct IngestReportTests {
    private func report(_ records: [CaptureRecord.Input]) -> (report: IngestReport, sources: [SampleSource]) {
        var engine = IngestEngine(header: CaptureHeader(identity: "00", start: nil, isSynchronised: false))
        for (offset, input) in records.enumerated() { _ = engine.handle(CaptureRecord(offset: Int64(offset), input: input)) }
        return (engine.report, engine.sources)
    }

    @Test func aStrapsBytesAreTheStraps() throws {
        let strap = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:02")
        let other = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:01")
        let (report, sources) = report([
            .linkOpened(LinkID(1), other), .linkOpened(LinkID(2), strap), .bytes(LinkID(2), [0x00]), .bytes(LinkID(2), [0x00]),
        ])
        let rejection = try #require(report.rejections.first)
        #expect(report.rejections.count == 1 && rejection.count == 2)
        #expect(sources.first { $0.id == rejection.source }?.identity == "ble:C0:00:00:00:00:02")
    }

    /// A stick speaks for many sensors; what its line damaged belongs to none of them.
    @Test func aSticksDamageIsNobodys() throws {
        let (report, _) = report([
            .linkOpened(LinkID(1), LinkIdentity(kind: .ant, address: "stick-1")),
            .bytes(LinkID(1), [0xA4, 0x01, 0x6F, 0x00, 0x00]),  // the checksum would be CA
        ])
        #expect(report.rejections.map(\.source) == [nil])
    }
}
