import Foundation
import TestSupport
import Testing

/// What `wattbeat replay` says and does when something is not as it should be.
struct ReplayErrorTests {
    private static let ride = "captures/morning-ride"
    private static var bluetooth: String { Fixture("\(ride)/ble.btsnoop").url.path }
    private static var commands: String { Fixture("\(ride)/commands.capture").url.path }

    // MARK: Files

    @Test func filesThatHoldNothing() throws {
        let folder = try TemporaryFolder()
        let empty = try folder.write([], "empty.capture")
        let text = try folder.write(Array("no capture at all\n".utf8), "notes.txt")
        for (path, status, words) in [
            (folder.url.path + "/none", 66, ["cannot be opened", "No such file"]),
            (folder.url.path, 66, ["is a folder", "a file is expected"]), (empty, 66, ["the file is empty", "byte 0"]),
            (text, 65, ["byte 0", "no capture"]),
        ] as [(String, Int32, [String])] {
            for options in [[], ["--json"], ["--fit", folder.url.path + "/ride.fit"]] {
                let outcome = try Program.run(["replay", path] + options)
                #expect(outcome.status == status, "\(path): \(outcome.complaint)")
                #expect(outcome.output.isEmpty, "no workout is made of nothing: \(outcome.output)")
                #expect(outcome.complaint.hasPrefix("wattbeat: \(path)"))
                #expect(outcome.complaint.count(where: \.isNewline) == 1)
                for word in words { #expect(outcome.complaint.contains(word), "\(outcome.complaint)") }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/ride.fit"))
    }

    @Test(arguments: [
        ("FIT", [14, 32, 0, 8, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0]),
        ("GPX", Array("\u{FEFF}<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"/>\n".utf8)),
        ("TCX", Array("<?xml version=\"1.0\"?>\n<!-- x -->\n<TrainingCenterDatabase/>\n".utf8)),
    ]) func aFinishedActivityIsNamed(format: String, bytes: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, "ride")
        // What FIT files hold, `inspect` shows.
        for command in format == "FIT" ? ["replay"] : ["replay", "inspect"] {
            let outcome = try Program.run([command, path])
            #expect(outcome.status == 65)
            #expect(outcome.complaint.contains("this is a finished activity (\(format)), not a recording of what sensors sent: "))
            #expect(outcome.complaint.hasSuffix(": wattbeat workouts import, stats, zones and coach take it\n"))
        }
    }

    @Test func aGoodFileBesideABadOneIsUsed() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write(Array("no capture at all\n".utf8), "notes.txt")
        let alone = try Program.run(["replay", Self.bluetooth, Self.commands])
        let outcome = try Program.run(["replay", Self.bluetooth, Self.commands, text])
        #expect(outcome.status == 65)
        #expect(outcome.output == alone.output)
        #expect(outcome.complaint.contains("wattbeat: \(text): byte 0"))
    }

    @Test func aCutFileIsUsedUpToTheCut() throws {
        let folder = try TemporaryFolder()
        let bytes = try Fixture("\(Self.ride)/ble.btsnoop").bytes()
        let cut = try folder.write(Array(bytes.prefix(bytes.count / 2 + 1)), "cut.btsnoop")
        let fit = folder.url.path + "/ride.fit"
        let outcome = try Program.run(["replay", cut, "--fit", fit])
        #expect(outcome.status == 65)
        let complaint = try #require(outcome.complaint.firstMatch(of: /cut at byte (\d+), in the middle of a record/))
        let offset = try #require(Int(complaint.1))
        #expect(outcome.output.contains("Heart rate"))
        let whole = try folder.write(Array(bytes.prefix(offset)), "whole.btsnoop")
        let before = try Program.run(["replay", whole])
        #expect(before.status == 0)
        #expect(outcome.output.hasPrefix(before.output))
        #expect(FileManager.default.fileExists(atPath: fit))
    }

    @Test func aBrokenLineIsNamed() throws {
        let folder = try TemporaryFolder()
        let good = try String(contentsOf: Fixture("\(Self.ride)/commands.capture").url, encoding: .utf8)
        let broken = try folder.write(Array((good + "1300000000 rx 1 0x\n").utf8), "broken.capture")
        let outcome = try Program.run(["replay", broken])
        #expect(outcome.status == 65)
        let line = good.count(where: \.isNewline) + 1
        #expect(outcome.complaint == "wattbeat: \(broken): line \(line) (byte \(good.utf8.count)): payload cannot be read\n")
        #expect(outcome.output.contains("elapsed 20:00"))
    }

    @Test func aCaptureWithoutAStartHoldsNoWorkout() throws {
        let folder = try TemporaryFolder()
        let header = "wattbeat-capture 1\nidentity 00112233445566778899aabbccddeeff\nstart unknown\n\n"
        let outcome = try Program.run(["replay", folder.write(Array((header + "0 tick -\n").utf8), "idle.capture")])
        #expect(outcome.status == 65)
        #expect(outcome.complaint == "wattbeat: the recording holds no workout: no start command is in it\n")
    }

    /// A tick 115 days late must not cost the ride: it ends with the rider's last word, 20 minutes after the start.
    @Test func oneWrongTimeStampCostsNothing() throws {
        let folder = try TemporaryFolder()
        let text = """
            wattbeat-capture 1
            identity 00112233445566778899aabbccddeeff
            start unknown

            0 command - start cycling
            0 open 1 gatt:2a37 AA:BB:CC:DD:EE:FF "strap"
            1000000 rx 1 0078
            2000000 command - lap
            9999999999999 tick -

            """
        let outcome = try Program.run(["replay", folder.write(Array(text.utf8), "late.capture")])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(outcome.output.contains("elapsed 0:02"))
        #expect(outcome.complaint.contains("more than 31 days after its start"))
        #expect(!outcome.complaint.contains("fault of wattbeat"))
    }

    /// A receiver's log is looked at three times, and a pipe gives its bytes once.
    @Test func aPipeLosesNothing() throws {
        let folder = try TemporaryFolder()
        let log = Fixture("\(Self.ride)/gps.nmea").url.path
        let pipe = folder.url.path + "/gps.fifo"
        try #require(mkfifo(pipe, 0o600) == 0)
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "exec cat '\(log)' > '\(pipe)'"]
        try writer.run()
        let piped = try Program.run(["replay", "--json", pipe])
        writer.waitUntilExit()
        let plain = try Program.run(["replay", "--json", log])
        #expect(piped.status == 0, "\(piped.complaint)")
        #expect(piped.output == plain.output)
    }

    /// What is no recording is not copied to its end, for it may have none.
    @Test func anEndlessDeviceIsRefused() throws {
        let outcome = try Program.run(["replay", "/dev/zero"])
        #expect(outcome.status == 65)
        #expect(outcome.complaint.hasPrefix("wattbeat: /dev/zero: byte 0"), "\(outcome.complaint)")
    }

    /// A receiver without a single fix: nobody asked for a workout and nothing was measured.
    @Test func aLogWithoutAFixHoldsNoWorkout() throws {
        let folder = try TemporaryFolder()
        let log = "$GPRMC,080000.00,V,,,,,,,301126,,,N*72\r\n$GPRMC,080001.00,V,,,,,,,301126,,,N*73\r\n"
        let outcome = try Program.run(["replay", "--json", folder.write(Array(log.utf8), "void.nmea")])
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.complaint == "wattbeat: the recording holds no workout: nothing in it was measured\n")
    }

    private static let twice = """
        wattbeat-capture 1
        identity 00112233445566778899aabbccddeeff
        start 2026-11-30T08:00:00.000000Z synchronised

        0 command - start cycling
        2000000 command - stop
        3000000 command - start running
        7000000 command - stop

        """

    /// What is printed is one JSON text. A workout that the rider asked for is one, even if no sensor was there.
    @Test func severalWorkoutsAreAnArray() throws {
        struct Document: Decodable { var type: String }
        let folder = try TemporaryFolder()
        let outcome = try Program.run(["replay", "--json", folder.write(Array(Self.twice.utf8), "two.capture")])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let documents = try JSONDecoder().decode([Document].self, from: Data(outcome.output.utf8))
        #expect(documents.map(\.type) == ["cycling", "running"])
    }

    @Test func localTimeCanBeGiven() throws {
        let outcome = try Program.run(["replay", Self.bluetooth, "--set", "utc-offset=-3600"])
        #expect(outcome.status == 0 && outcome.output.contains("UTC-01:00"), "\(outcome.output.prefix(200))")
    }

    // MARK: Outputs

    @Test func outputsThatCannotBeWritten() throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.path + "/none/ride.fit"
        for (options, status, words) in [
            (["--fit", missing], 73, "cannot create \(missing): No such file"),
            (["--fit", folder.url.path], 73, "Is a directory"),
            (["--fit", "/dev/full"], 74, "cannot write /dev/full: No space left"),
            (["--capture", missing], 73, "\(missing) cannot be created: No such file"),
        ] as [([String], Int32, String)] {
            let outcome = try Program.run(["replay", Self.bluetooth, Self.commands] + options)
            #expect(outcome.status == status, "\(options): \(outcome.complaint)")
            #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty, "no draft is left behind")
    }

    @Test func aCaptureThatIsThereIsNeverWrittenOver() throws {
        let folder = try TemporaryFolder()
        let taken = try folder.write(Array("precious".utf8), "ride.capture")
        let outcome = try Program.run(["replay", Self.bluetooth, "--capture", taken])
        #expect(outcome.status == 73)
        #expect(outcome.complaint == "wattbeat: \(taken) cannot be created: File exists\n")
        #expect(try String(contentsOfFile: taken, encoding: .utf8) == "precious")
    }

    /// A limit on the size of files stands for a full disk.
    @Test func aCaptureThatFindsNoRoomIsTold() throws {
        let folder = try TemporaryFolder()
        let capture = folder.url.path + "/ride.capture"
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
            "-c", "ulimit -f 8; exec '\(Program.url.path)' replay '\(Self.bluetooth)' --capture '\(capture)'",
        ]
        let complaint = Pipe()
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = complaint
        try shell.run()
        let said = String(decoding: try complaint.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationReason == .exit && shell.terminationStatus == 74)
        #expect(said == "wattbeat: \(capture) is not complete: it cannot be written to its end: File too large\n")
    }

    @Test func aFullDiskIsTold() throws {
        let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let outcome = try Program.run(["replay", Self.bluetooth, "--json"], output: full)
        #expect(outcome.status == 74)
        #expect(outcome.complaint.contains("cannot write standard output: No space left on device"))
        #expect(outcome.complaint.count(where: \.isNewline) == 1)
    }

    @Test func aFileIsReplacedWholeOrNotAtAll() throws {
        let folder = try TemporaryFolder()
        let fit = try folder.write([14, 16, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0], "ride.fit")
        #expect(try Program.run(["replay", Self.bluetooth, "--fit", fit]).status == 0)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: fit)))
        #expect(bytes.count > 1000 && Array(bytes[8..<12]) == Array(".FIT".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["ride.fit"])
    }

    /// A recording cannot be made again; the name of one behind `--fit` is a slip.
    @Test func noRecordingIsReplacedByAFITFile() throws {
        let folder = try TemporaryFolder()
        let strap = try folder.write(Fixture("\(Self.ride)/ble.btsnoop").bytes(), "ble.btsnoop")
        let notes = try folder.write(Array("precious".utf8), "notes.txt")
        let link = folder.url.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "ble.btsnoop")
        let capture = folder.url.path + "/all.capture"
        for (fit, reason) in [
            (strap, "in use"), (link, "in use"), ("\(folder.url.path)/./ble.btsnoop", "in use"), (notes, "no FIT file"),
            (capture, "in use"),
        ] {
            let before = try? Data(contentsOf: URL(filePath: fit))
            let outcome = try Program.run(["replay", strap, "--capture", capture, "--fit", fit])
            #expect(outcome.status == 73 && outcome.complaint.contains(reason), "\(fit): \(outcome.complaint)")
            if let before { #expect(try Data(contentsOf: URL(filePath: fit)) == before) }
        }
        #expect(try String(contentsOfFile: capture, encoding: .utf8).hasPrefix("wattbeat-capture 1\n"))
    }

    /// The file behind a link is replaced, not the link; another program's draft stays.
    @Test func aLinkStaysALink() throws {
        let folder = try TemporaryFolder()
        let link = folder.url.path + "/latest.fit"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "ride.fit")
        let draft = try folder.write(Array("precious".utf8), "ride.fit.part")
        #expect(try Program.run(["replay", Self.bluetooth, "--fit", link]).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "ride.fit")
        #expect(try Data(contentsOf: folder.url.appending(path: "ride.fit")).count > 1000)
        #expect(try String(contentsOfFile: draft, encoding: .utf8) == "precious")
    }

    // MARK: Options

    @Test(arguments: [
        ([], "replay needs FILE…"),
        (["x", "--spede", "1"], "there is no option '--spede'; did you mean '--speed'?"),
        (["x", "--speed", "2"], "--speed '2': must be 1 or 10 or max"),
        (["x", "--speed"], "--speed needs a value: --speed 1|10|max"),
        (["x", "--json=1"], "--json takes no value"),
        (["x", "--ftp", "29"], "--ftp '29': must be a number from 30 to 700"),
        (["x", "--ftp", "nan"], "--ftp 'nan': must be a number from 30 to 700"),
        (["x", "--ftp", "250", "--ftp", "260"], "--ftp is given twice"),
        (["x", "--zones", "140,130"], "--zones '140,130': "),
        (["x", "--zones", "heart-rate=coggan7"], "--zones 'coggan7': makes zones of power only"),
        (["x", "--zones", "power=karvonen5"], "--zones 'karvonen5': makes zones of heart-rate only"),
        (["x", "--zones", "kavronen5"], "--zones 'kavronen5': must be a model"),
        (["x", "--set", "hr-mx=190"], "there is no setting 'hr-mx'; did you mean 'hr-max'?"),
        (["x", "--set", "hr-max=900"], "hr-max '900': "),
        (["x", "--activity", "bike"], "--activity 'bike': must be "),
        (["x", "--route"], "--route needs --json"),
        (["x", "--set", "utc-offset=90000"], "utc-offset '90000': seconds from -50400 to 50400 are expected"),
        (["x", "--shift", "x"], "--shift 'x': must be FILE=SECONDS, such as gps.nmea=-2.5"),
        (["x", "--shift", "x=soon"], "--shift 'x': 'soon' is no number of seconds"),
        (["x", "--shift", "x=172801"], "--shift 'x': '172801' seconds are more than two days"),
        (["x", "--shift", "x=-99999999"], "--shift 'x': '-99999999' seconds are more than two days"),
        (["x", "--shift", "y=1"], "--shift 'y' is none of the files"),
        (["a/x", "b/x", "--shift", "x=1"], "--shift 'x' names several of the files"),
    ]) func wrongOptions(arguments: [String], complaint: String) throws {
        let outcome = try Program.run(["replay"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.hasPrefix("wattbeat: \(complaint)"), "\(outcome.complaint)")
        #expect(outcome.complaint.hasSuffix("(try: wattbeat replay --help)\n"))
        #expect(outcome.complaint.count(where: \.isNewline) == 1)
    }

    /// Two minutes more on one file's clock move its last record by two minutes.
    @Test func shiftMovesOneFile() throws {
        struct Summary: Decodable { var summary: Figures }
        struct Figures: Decodable { var elapsedSeconds: Double }
        func elapsed(_ options: [String]) throws -> Double {
            let outcome = try Program.run(
                ["replay", "--json", Self.bluetooth, Fixture("\(Self.ride)/gps.nmea").url.path] + options)
            #expect(outcome.status == 0)
            let document = try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
            return document.summary.elapsedSeconds
        }
        let plain = try elapsed([])
        // The strap is heard until 08:18:31.4, the receiver until 08:18:33: the receiver is the last.
        #expect(abs(try elapsed(["--shift", "gps.nmea=120"]) - plain - 120) < 0.001)
        #expect(abs(try elapsed(["--shift", "gps.nmea=0.25"]) - plain - 0.25) < 0.001)
    }

    // MARK: What a shell may do

    private func shell(_ script: String) throws -> (status: Int32, said: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        let complaint = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = complaint
        try process.run()
        let said = String(decoding: try complaint.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }

    /// A file that is opened where standard output was would be written over by the report.
    @Test func closedOutputIsAFaultAndNoFile() throws {
        let outcome = try shell("exec '\(Program.url.path)' replay --json '\(Self.bluetooth)' >&-")
        #expect(outcome.status == 74 && outcome.said.contains("cannot write standard output"), "\(outcome.said)")
    }

    @Test func aNameThatIsNotUTF8IsNotTakenForAnother() throws {
        let outcome = try shell("exec '\(Program.url.path)' replay \"$(printf 'ride\\377.nmea')\"")
        #expect(outcome.status == 64 && outcome.said.contains("is not UTF-8"), "\(outcome.said)")
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129)] as [(String, Int32)])
    func asksToEnd(signal: String, status: Int32) throws {
        let outcome = try shell(
            "'\(Program.url.path)' replay --speed 1 '\(Self.bluetooth)' & sleep 1; kill -\(signal) $!; wait $!")
        #expect(outcome.status == status)
        #expect(outcome.said.hasPrefix("wattbeat: interrupted"), "\(outcome.said)")
    }

    /// The recorder ran before the rider started.
    @Test func theViewWaitsForTheStart() throws {
        let folder = try TemporaryFolder()
        let late = Self.twice.replacingOccurrences(
            of: "0 command - start cycling", with: "0 tick -\n1200000 tick -\n1500000 command - start cycling")
        let outcome = try Program.run(["replay", "--speed", "10", folder.write(Array(late.utf8), "late.capture")])
        #expect(outcome.status == 0 && outcome.output.hasPrefix("waiting for the start\n0:00"), "\(outcome.output.prefix(100))")
    }

    // MARK: A person at the keyboard

    @Test func interruptionEndsTheReplayInGoodOrder() throws {
        let folder = try TemporaryFolder()
        let fit = folder.url.path + "/ride.fit"
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["replay", "--speed", "10", Self.bluetooth, Self.commands, "--fit", fit]
        let (output, complaint) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaint
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The first line of the live view says that the workout runs.
        var first = Data()
        while !String(decoding: first, as: UTF8.self).contains("\n0:0") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty)
            first += more
        }
        // The strap was heard before the rider started.
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("waiting for the start\n"))
        process.interrupt()
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        let said = String(decoding: try complaint.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(String(decoding: first + rest, as: UTF8.self).contains(" ride  2026-11-30"))
        #expect(said == "wattbeat: interrupted: the workout ends where the replay was, and no file is written\n")
        #expect(!FileManager.default.fileExists(atPath: fit))
    }
}
