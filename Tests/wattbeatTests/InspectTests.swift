import Foundation
import TestSupport
import Testing

/// `wattbeat inspect` against figures that other programs and the emulators stated.
struct InspectTests {
    struct Inspection: Decodable {
        var path: String
        var kind: String?
        var bytes: Int
        var header: Header?
        var isStamped: Bool
        var lastOffset: Double?
        var records: [String: Int]
        var commands: [Command]
        var links: [Link]
        var findings: Findings
        var tornAt: Int?
        var fault: String?
    }

    struct Header: Decodable {
        var identity: String
        var start: String?
        var isSynchronised: Bool
        var utcOffsetSeconds: Int?
        var settings: [String: String]
    }

    struct Command: Decodable, Equatable {
        var offset: Double
        var command: String
    }

    struct Link: Decodable {
        var kind: String
        var characteristic, characteristicName: String?
        var address: String
        var name: String?
        var facts: [String: String]
        var opened, closed, records: Int
        var firstOffset: Double?
        var ant: ANT?
        var nmea: NMEALog?
        var gpsd: GPSD?
    }

    struct ANT: Decodable {
        struct Sensor: Decodable {
            var deviceNumber, deviceType, transmissionType, messages: Int
            var pages: [String: Int]
        }
        var messages: Int
        var sensors: [Sensor]
        var checksumErrors, skippedBytes: Int
    }

    struct GPSD: Decodable {
        var reports: [String: Int]
        var unreadable, fixes: Int
        var first, last: NMEALog.Point?
    }

    struct Findings: Decodable {
        struct Undiscovered: Decodable, Equatable {
            var address: String
            var handle, values: Int
        }
        var unknownLines, comments: Int
        var undiscovered: [Undiscovered]
    }

    static func inspect(_ path: String) throws -> Inspection {
        let outcome = try Program.run(["inspect", "--json", path])
        return try JSONDecoder().decode(Inspection.self, from: Data(outcome.output.utf8))
    }

    // MARK: NMEA

    @Test func generatedLogsAgree() throws {
        let folder = Fixture("nmea").url
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".nmea") }.sorted()
        #expect(names.count >= 20)
        for name in names {
            let stem = folder.appending(path: String(name.dropLast(5)))
            let figures = try Data(contentsOf: stem.appendingPathExtension("expected.json"))
            let expected = try JSONDecoder().decode(NMEALog.self, from: figures)
            try compare(folder.appending(path: name), expected)
        }
    }

    @Test func corpusAgrees() throws {
        guard let folder = corpus("nmea") else {
            return print("The NMEA corpus is not beside the repository: only generated logs are inspected.")
        }
        struct Expected: Decodable { var files: [String: NMEALog] }
        let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        #expect(expected.files.count == 27)
        for (name, log) in expected.files.sorted(by: { $0.key < $1.key }) { try compare(folder.appending(path: name), log) }
    }

    private func compare(_ file: URL, _ expected: NMEALog) throws {
        let inspection = try Self.inspect(file.path)
        let name = file.lastPathComponent
        let log = try #require(inspection.links.first { $0.kind == "nmea" }?.nmea, "\(name)")
        #expect(inspection.kind == "nmea", "\(name)")
        #expect(inspection.fault == nil, "\(name)")
        if let bytes = expected.bytes { #expect(inspection.bytes == bytes, "\(name)") }
        for difference in log.differences(from: expected) { Issue.record("\(name): \(difference)") }
    }

    @Test func gpsdLogs() throws {
        guard let folder = corpus("gpsd-json") else {
            return print("The gpsd corpus is not beside the repository: it is not inspected.")
        }
        // Counted with grep: classes; fixes are the moments of TPV reports of mode 2 or 3.
        let inspection = try Self.inspect(folder.appending(path: "quectel-L70.jsonl").path)
        let gpsd = try #require(inspection.links.first?.gpsd)
        #expect(gpsd.reports == ["DEVICE": 4, "DEVICES": 1, "GST": 16, "SKY": 3, "TPV": 18, "VERSION": 1, "WATCH": 1])
        #expect(gpsd.fixes == 16)
        #expect(gpsd.unreadable == 0)
        #expect(gpsd.first?.time == "2022-03-09T15:01:19.000Z")
        #expect(gpsd.last?.time == "2022-03-09T15:01:34.000Z")
    }

    // MARK: Recorded rides

    struct Ride: Decodable {
        struct Span: Decodable {
            var inFile: Int
            var pages: [String: Int]?
        }
        struct BLE: Decodable { var notifications: [String: Span] }
        struct ANT: Decodable { var broadcasts: [String: Span] }
        struct Device: Decodable {
            var link: String
            var address, name, manufacturer, model, serial, firmware: String?
        }
        struct Press: Decodable { var command: String }
        var ble: BLE?
        var ant: ANT?
        var devices: [Device]
        var elapsed: Double
        var start: String
    }

    static let rides: [String] = {
        let folder = Fixture("captures").url
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter {
            FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/expected.json").path)
        }
    }()

    static func expectation(_ ride: String) throws -> Ride {
        try JSONDecoder().decode(Ride.self, from: Data(Fixture("captures/\(ride)/expected.json").bytes()))
    }

    @Test(arguments: rides, ["ble.btsnoop", "hci.btsnoop"])
    func bluetoothLogAgreesWithTheEmulator(ride: String, file: String) throws {
        let log = Fixture("captures/\(ride)/\(file)").url
        guard let expected = try Self.expectation(ride).ble, FileManager.default.fileExists(atPath: log.path) else { return }
        let inspection = try Self.inspect(log.path)
        #expect(inspection.kind == "btsnoop")
        #expect(inspection.findings.undiscovered == [])
        for (key, span) in expected.notifications {
            let parts = key.split(separator: " ").map(String.init)
            let link = inspection.links.first { $0.address == parts[0] && $0.characteristic == parts[1] }
            // Battery levels are also read, once after each connection.
            let connections = inspection.links.filter { $0.address == parts[0] }.map(\.opened).max() ?? 0
            let range = parts[1] == "2a19" ? span.inFile...span.inFile + connections : span.inFile...span.inFile
            #expect(range.contains(link?.records ?? 0), "\(key): \(link?.records ?? 0), expected \(range)")
        }
        for device in try Self.expectation(ride).devices where device.link == "ble" {
            let link = try #require(inspection.links.last { $0.address == device.address })
            #expect(link.name == device.name)
            for (fact, value) in [
                ("manufacturer", device.manufacturer), ("model", device.model), ("serial", device.serial),
                ("firmware", device.firmware),
            ] {
                #expect(link.facts[fact] == value)
            }
        }
        #expect(inspection.links.first { $0.characteristic == "2a37" }?.characteristicName == "Heart Rate Measurement")
    }

    @Test(arguments: rides) func stickAgreesWithTheEmulator(ride: String) throws {
        let log = Fixture("captures/\(ride)/ant.pcap").url
        guard let expected = try Self.expectation(ride).ant, FileManager.default.fileExists(atPath: log.path) else { return }
        let ant = try #require(try Self.inspect(log.path).links.first?.ant)
        #expect(ant.sensors.count == expected.broadcasts.count)
        #expect(ant.checksumErrors == 0 && ant.skippedBytes == 0)
        for sensor in ant.sensors {
            let span = expected.broadcasts["\(sensor.deviceNumber)/\(sensor.deviceType)"]
            #expect(sensor.messages == span?.inFile)
            // A heart rate strap's page numbers carry a bit that toggles, so the emulator's log does not count them.
            if let pages = span?.pages { #expect(sensor.pages == pages) }
            if sensor.deviceType != 121 { #expect(sensor.pages.values.reduce(0, +) == sensor.messages) }
        }
    }

    @Test func ownCaptureTellsHeaderAndCommands() throws {
        let inspection = try Self.inspect(Fixture("captures/morning-ride/commands.capture").url.path)
        #expect(inspection.kind == "wattbeat")
        #expect(inspection.header?.start == "2026-11-30T07:58:29.486Z")
        #expect(inspection.header?.isSynchronised == true)
        #expect(inspection.header?.utcOffsetSeconds == 3600)
        #expect(inspection.header?.settings["ftp"] == "250")
        #expect(inspection.commands.first == Command(offset: 0, command: "start cycling"))
        #expect(inspection.commands.last == Command(offset: 1200.003, command: "stop"))
        #expect(inspection.records["command"] == 6 && inspection.records["rx"] == 0)
    }

    // MARK: Files that are none

    @Test func filesThatAreNone() throws {
        let folder = try TemporaryFolder()
        let empty = try folder.write([], "empty.nmea")
        let text = try folder.write(Array("no capture at all\n".utf8), "notes.txt")
        for (path, status, words) in [
            (empty, 66, ["the file is empty", "byte 0"]), (folder.url.path, 66, ["is a folder", "a file is expected"]),
            (folder.url.path + "/none", 66, ["cannot be opened", "No such file"]), (text, 65, ["byte 0", "no capture"]),
        ] as [(String, Int32, [String])] {
            let outcome = try Program.run(["inspect", path])
            #expect(outcome.status == status, "\(path)")
            #expect(outcome.output.isEmpty, "\(outcome.output)")
            #expect(outcome.complaint.hasPrefix("wattbeat: \(path)"))
            #expect(outcome.complaint.count(where: \.isNewline) == 1)
            for word in words { #expect(outcome.complaint.contains(word), "\(outcome.complaint)") }
        }
        guard getuid() != 0 else { return }  // root may read everything
        let locked = try folder.write(Array("$GPRMC,".utf8), "locked.nmea")
        chmod(locked, 0)
        #expect(try Program.run(["inspect", locked]).status == 66)
    }

    @Test(arguments: ["captures/morning-ride/ble.btsnoop", "captures/morning-ride/ant.pcap"])
    func cutFilesTellWhatWasBefore(fixture: String) throws {
        let folder = try TemporaryFolder()
        let bytes = try Fixture(fixture).bytes()
        let whole = try Self.inspect(Fixture(fixture).url.path)
        let cut = try folder.write(Array(bytes.prefix(bytes.count / 2 + 3)), "cut")
        let outcome = try Program.run(["inspect", "--json", cut])
        let inspection = try JSONDecoder().decode(Inspection.self, from: Data(outcome.output.utf8))
        let tornAt = try #require(inspection.tornAt)
        #expect(outcome.status == 65)
        let reason = "in the middle of a record; everything before it was used"
        #expect(outcome.complaint == "wattbeat: \(cut): cut at byte \(tornAt), \(reason)\n")
        #expect(tornAt <= inspection.bytes && inspection.bytes == bytes.count / 2 + 3)
        let (some, all) = (inspection.records["total"] ?? 0, whole.records["total"] ?? 0)
        #expect(some > all / 3 && some < all * 2 / 3)

        // Up to the place that it named, the file is whole and holds the same.
        let before = try Self.inspect(folder.write(Array(bytes.prefix(tornAt)), "before"))
        #expect(before.tornAt == nil && before.fault == nil)
        #expect(before.records == inspection.records)
    }

    @Test func aCutInsideTheHeaderIsTold() throws {
        let folder = try TemporaryFolder()
        let bytes = try Fixture("captures/morning-ride/commands.capture").bytes()
        let outcome = try Program.run(["inspect", folder.write(Array(bytes.prefix(60)), "cut")])
        #expect(outcome.status == 65)
        #expect(outcome.complaint.contains("byte 60"))
    }

    @Test func severalFilesOneAfterTheOther() throws {
        let good = Fixture("nmea/rmc-only.nmea").url.path
        let outcome = try Program.run(["inspect", good, "/nowhere", good])
        #expect(outcome.status == 66)
        #expect(outcome.output.components(separatedBy: "Sentences").count == 3)
        #expect(outcome.complaint == "wattbeat: /nowhere cannot be opened: No such file or directory\n")
    }

    @Test func pagesFitEightyColumns() throws {
        for file in ["captures/morning-ride/ble.btsnoop", "captures/morning-ride/ant.pcap", "nmea/ubx-interleaved.nmea"] {
            let path = Fixture(file).url.path
            let lines = try Program.run(["inspect", path]).output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= 80 || $0 == path })
            #expect(!lines.contains { $0.hasSuffix(" ") })
        }
    }

    @Test func namesFromTheAirCannotSteerATerminal() throws {
        let folder = try TemporaryFolder()
        let capture = """
            wattbeat-capture 1
            identity 00112233445566778899aabbccddeeff
            start unknown

            0 open 1 gatt:2a37 C0:11 "a\\x1B[2J" model="b\\x07"
            5 rx 1 1050

            """
        let outcome = try Program.run(["inspect", folder.write(Array(capture.utf8), "x.capture")])
        #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("\u{7}"))
    }
}
