import ActivityFiles
import Foundation
import Gateway
import TestSupport
import Testing
import Workouts

/// Files of other formats than FIT, and files that need not be read.
struct KnownFilesTests {
    private static func names(_ folder: ArchiveFolder, leavingOut known: KnownRecordings) async -> (names: [String], known: Int) {
        let archive = WorkoutArchive(paths: [folder.root.path], athlete: AthleteHistory(), leavingOut: known)
        var names: [String] = []
        while let found = await archive.next() { names.append(String(found.path.split(separator: "/").last ?? "")) }
        return (names, archive.filesKnown)
    }

    @Test func textFormats() async throws {
        let folder = try ArchiveFolder()
        let workout = try folder.made(id: 1, start: "08:00", minutes: 30)
        try folder.write("a.tcx", ActivityFormat.tcx.encoded(workout))
        try folder.write("b.csv", ActivityFormat.csv.encoded(folder.made(id: 2, start: "10:00", minutes: 30)))
        try folder.writeFIT("c.fit", id: 3, start: "08:00", minutes: 30, withPower: true)
        let contents = await folder.read()
        // The FIT file has power beside the same ride; names say nothing, time does.
        #expect(contents.names == ["c.fit", "b.csv"])
        #expect(contents.skipped == [.init("a.tcx", .sameWorkout)])
        try folder.write("d.gpx", Array("<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg><trkpt lat=".utf8))
        #expect(await folder.read().skipped.contains(.init("d.gpx", .unreadable)))
    }

    @Test func knownFilesAreNotRead() async throws {
        let folder = try ArchiveFolder()
        for (index, name) in ["a.fit", "b.fit"].enumerated() {
            try folder.writeFIT(name, id: UInt64(index + 1), start: "0\(index + 7):00", minutes: 30)
        }
        #expect(await Self.names(folder, leavingOut: KnownRecordings()) == (["a.fit", "b.fit"], 0))
        var known = KnownRecordings()
        known.insert(path: KnownRecordings.resolved(folder.root.path + "/./a.fit"))
        #expect(await Self.names(folder, leavingOut: known) == (["b.fit"], 1))
        // Our own FIT file of a capture is known by the second in which its workout began.
        var captured = KnownRecordings()
        captured.insert(captureStart: Timestamp(secondsSince1970: 1_795_996_800 + 8 * 3600))
        #expect(await Self.names(folder, leavingOut: captured) == (["a.fit"], 1))
    }

    @Test func pathsThatAreNotThere() {
        #expect(KnownRecordings.resolved("/nowhere/./x") == "/nowhere/./x")
    }
}
