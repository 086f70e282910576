import JSONText
import TestSupport
import Testing

@testable import Ingest

@Suite struct ANTExampleTests {
    @Test(arguments: try ExampleRow.rows(in: "ant-plus"))
    func example(_ row: ExampleRow) throws {
        let kind = try #require(antKinds.first { $0.name == row.kind }, "no kind \(row.kind)")
        #expect(kind.decode(row.packets, row.parameters).text() == row.expected)
        #expect(kind.isSequence == row.kind.hasPrefix("seq."))
        #expect(row.parameters.keys.allSatisfy(kind.parameters.contains))
    }

    @Test func everyNameOnce() {
        #expect(Set(antKinds.map(\.name)).count == antKinds.count)
    }

    /// Kinds that have no row of the reference, with values worked out by hand.
    @Test(
        arguments: [
            // 0x4E2 = 1250 -> 12.5 g/dl; 0x29E = 670 -> 67 %; 0x2A3 = 675 -> 67.5 %.
            (
                "ant_page.muscle_oxygen", "01 07 01 02 E2 E4 E9 A8",
                #"{"page":1,"eventCount":7,"needsTime":true,"totalHemoglobinGPerDl":12.5,"previousSaturationPct":67,"saturationPct":67.5}"#
            ),
            (
                "ant_page.muscle_oxygen", "01 07 00 02 FE EF FF FF",
                #"{"page":1,"eventCount":7,"needsTime":false,"totalHemoglobinGPerDl":"ambient_light","previousSaturationPct":"ambient_light","saturationPct":null}"#
            ),
            (
                "ant_page.common", "50 FF FF 01 45 00 34 12",
                #"{"page":"0x50","hwRevision":1,"manufacturerId":69,"modelNumber":4660}"#
            ),
            ("ant_page.common", "33 01 02 03 04 05 06 07", #"{"page":"0x33","raw":"3301020304050607"}"#),
            ("ant_page.fec", "50 FF FF 01 45 00 34 12", #"{"page":80,"hwRevision":1,"manufacturerId":69,"modelNumber":4660}"#),
            ("ant_page.fec", "13 FF FF FF FF FF FF 30", #"{"page":19,"raw":"13FFFFFFFFFFFF30"}"#),
            ("ant_page.power", "99 01 02 03 04 05 06 07", #"{"page":"0x99","raw":"9901020304050607"}"#),
            (
                "ant_page.hrm", "8A 01 02 03 00 08 02 48",
                #"{"page":10,"toggle":1,"raw":"8A01020300080248","beatTime1024":2048,"beatCount":2,"hr":72}"#
            ),
            // 0x40 is a quarter of the circle; C0 C0 says that there is no angle.
            (
                "ant_page.power", "E0 05 20 80 C0 C0 40 01",
                #"{"page":"0xE0","eventCount":5,"isRight":true,"startDeg":45,"endDeg":180,"startPeakDeg":null,"endPeakDeg":null,"torqueNm":10}"#
            ),
            (
                "ant_page.power", "E2 05 80 5A FE 03 FF FF",
                #"{"page":"0xE2","eventCount":5,"rider":"standing","cadence":90,"rightOffsetMm":-2,"leftOffsetMm":3}"#
            ),
            // 110 + 125/2 mm
            (
                "ant_page.power", "02 01 FF FF 7D 3A 01 FF",
                #"{"page":"0x02","subpage":1,"crankLengthMm":172.5,"crankStatus":58,"crankCapabilities":1}"#
            ),
            (
                "ant_page.power", "01 AB 01 FF FF FF FF FF",
                #"{"page":"0x01","calibrationId":"0xAB","request":"auto_zero","autoZero":"on"}"#
            ),
            ("ant_page.sdm", "50 FF FF 01 45 00 34 12", #"{"page":80,"hwRevision":1,"manufacturerId":69,"modelNumber":4660}"#),
            ("ant_frame", "A4 02 52 02 03 F5", #"{"id":"0x52","channel":2,"status":"tracking"}"#),
            ("ant_frame", "A4 04 61 78 56 34 12 C9", #"{"id":"0x61","serialNumber":305419896}"#),
            ("ant_frame", "A4 01 6F 00 CA", #"{"id":"0x6F","startup":["power_on"]}"#),
            (
                "ant_frame", "A4 0D 5D 02 39 30 78 01 00 FF FF FF 00 04 01 48 34",
                #"{"id":"0x5D","channel":2,"deviceNumber":12345,"deviceType":120,"pairingBit":false,"transType":1,"deviceNumber20":12345,"data":"00FFFFFF00040148"}"#
            ),
            // A flag byte that announces a channel id of which two bytes came.
            (
                "ant_frame", "A4 0C 4E 00 10 01 FF 5A C8 00 C8 00 80 39 30 DB",
                #"{"id":"0x4E","channel":0,"data":"1001FF5AC800C800","extFlag":"0x80","truncated":true}"#
            ),
            ("ant_frame", "55 00", #"{"error":"no_sync","got":"55"}"#),
            ("ant_frame", "A4 FF", #"{"error":"length","got":255}"#),
            ("ant_frame", "A4 01 4A 00 EF 00", #"{"error":"trailing_bytes","needed":5,"have":6}"#),
            ("ant_frame", "A4", #"{"error":"incomplete","needed":4,"have":1}"#),
            ("ant_page.hrm", "00 FF", #"{"error":"too_short"}"#),
            ("ant_page.hrm", "00 FF FF FF 00 04 01 48 00", #"{"error":"too_long","trailingBytes":1}"#),
        ] as [(String, String, String)])
    func beyondTheTable(name: String, hex: String, expected: String) throws {
        let kind = try #require(antKinds.first { $0.name == name })
        #expect(kind.decode([[UInt8](hex: hex)], [:]).text() == expected)
    }

    @Test func anOddPacketInASequenceLeavesTheStateAlone() throws {
        let kind = try #require(antKinds.first { $0.name == "seq.ant_power" })
        let packets = ["10 0A FF 5A E8 03 C8 00", "10 0B", "10 0D FF 5A 40 06 C8 00"].map { [UInt8](hex: $0) }
        #expect(
            kind.decode(packets, [:]).text() == #"{"updates":[null,{"error":"too_short"},{"events":3,"avgW":200}]}"#)
    }

    /// Row M12 never flips the toggle; a strap without pages may look the same, and then page 4 tells nothing.
    @Test func pagesOfAStrapWithoutPagesCanBeDistrusted() throws {
        let kind = try #require(antKinds.first { $0.name == "seq.ant_hrm" })
        let row = try #require(try ExampleRow.rows(in: "ant-plus").first { $0.id == "M12" })
        #expect(
            kind.decode(row.packets, ["strict": 1]).text()
                == #"{"steps":[{"newBeats":null,"rr1024":[],"missedRR":0},{"newBeats":2,"rr1024":[],"missedRR":2},"#
                + #"{"newBeats":2,"rr1024":[],"missedRR":2}]}"#)
    }

    /// Any bytes end in JSON.
    @Test func noBytesTrap() {
        var random = SeededGenerator(seed: 1)
        for kind in antKinds {
            _ = kind.decode([], [:])
            for round in 0..<2000 {
                var packet = random.bytes(Int.random(in: 0...30, using: &random))
                if round % 2 == 0 { packet = Array((packet + Array(repeating: 0xFF, count: 8)).prefix(8)) }
                _ = kind.decode([packet, packet.reversed(), packet], ["circumferenceM": .nan, "offsetHz": -1]).text()
            }
        }
    }
}
