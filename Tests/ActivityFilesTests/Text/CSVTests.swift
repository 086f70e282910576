import Foundation
import Testing
import Workouts

@testable import ActivityFiles

/// Samples and summaries as CSV, against tables written by hand.
struct CSVTests {
    private func text(_ workout: Workout) throws -> String {
        String(decoding: try ActivityFormat.csv.encoded(workout), as: UTF8.self)
    }

    @Test func samples() throws {
        var ride = TestRide()
        ride.add(.source(SampleSource(id: TestRide.strap, kind: .ble, identity: "ble:1", name: "=Strap, \"mine\"")))
        ride.heartRate(140, at: 0.25)
        ride.reading(.power, 250, at: 1.25, from: TestRide.meter)
        ride.add(.paused(TestRide.at(2), automatic: false))
        ride.add(.resumed(TestRide.at(5), automatic: false))
        ride.add(.lap(TestRide.at(6), .manual))
        ride.heartRate(150, at: 6.25)
        let lines = try text(ride.finished(after: 7)).components(separatedBy: "\r\n")
        let head =
            "timestamp_utc,elapsed_s,timer_s,paused,lat_deg,lon_deg,alt_m,distance_m,speed_mps,heart_rate_bpm,cadence_rpm,power_w,"
            + "temperature_c,hr_zone,power_zone,source_hr,source_power,step_rate_spm,activity,lap,lap_trigger,lap_steps,lap_machine_kcal,"
            + "distance_origin,utc_offset_s,workout_name,workout_note,workout_id,demo"
        #expect(
            lines == [
                head,
                "2026-05-03T06:30:01.750Z,0,0,0,,,,,,,,,,,,,,,cycling,1,manual,,,,7200,,,0123456789abcdeffedcba9876543210,0",
                "2026-05-03T06:30:02.000Z,0.25,0.25,0,,,,,,140,,,,3,,\"'=Strap, \"\"mine\"\"\",,,cycling,1,,,,,,,,,",
                // The strap's next sample comes behind the pause: nobody knows that it was 140 still.
                "2026-05-03T06:30:03.000Z,1.25,1.25,0,,,,,,,,250,,,4,,Meter,,cycling,1,,,,,,,,,",
                "2026-05-03T06:30:03.750Z,2,2,1,,,,,,,,,,,,,,,cycling,1,,,,,,,,,",
                "2026-05-03T06:30:06.750Z,5,2,0,,,,,,,,,,,,,,,cycling,1,,,,,,,,,",
                "2026-05-03T06:30:07.750Z,6,3,0,,,,,,,,,,,,,,,cycling,2,sessionEnd,,,,,,,,",
                "2026-05-03T06:30:08.000Z,6.25,3.25,0,,,,,,150,,,,3,,\"'=Strap, \"\"mine\"\"\",,,cycling,2,,,,,,,,,",
                "2026-05-03T06:30:08.750Z,7,4,0,,,,,,,,,,,,,,,cycling,2,,,,,,,,,", "",
            ])
    }

    @Test func readsWhatOthersWrite() throws {
        // Other order, LF, a byte order mark, unknown columns, quotes, a short line and one without a time.
        let table =
            "\u{FEFF}power_w,\"timestamp_utc\",note,heart_rate_bpm\n200,2026-05-03T06:30:00Z,\"a \"\"b\"\", c\nd\",140\n\n"
            + "210,2026-05-03T06:30:01Z\n1,never,,2\n220,2026-05-03T08:30:02+02:00,x,NaN"
        let contents = try ActivityFormat.read(Array(table.utf8))
        let recording = try #require(contents.recordings.first)
        #expect(contents.format == .csv && contents.leftOut.untimedPoints == 1)
        #expect(recording.points.map(\.watts) == [200, 210, 220] && recording.points.map(\.beatsPerMinute) == [140, nil, nil])
        #expect(recording.points.map(\.offset.seconds) == [0, 1, 2] && recording.clock.utcOffsetSeconds == 7200)
    }

    @Test func hostileTables() {
        func fault(_ text: String) -> ActivityFault.Reason? {
            do throws(ActivityFault) { return try CSVReader.read(Array(text.utf8)).fault?.reason } catch { return error.reason }
        }
        #expect(fault("timestamp_utc\n") == .missingColumn("elapsed_s"))
        #expect(fault("power_w\n1") == .missingColumn("timestamp_utc"))
        #expect(fault("timestamp_utc,power_w\n" + String(repeating: ",", count: 300)) == .tooMany(.columns, limit: 256))
        #expect(fault("timestamp_utc,power_w\n" + String(repeating: "9", count: 70_000)) == .tooLong(limit: 65_536))
        #expect(fault("timestamp_utc,power_w\n\"" + String(repeating: "9", count: 70_000)) == .tooLong(limit: 65_536))
        #expect(fault("timestamp_utc,power_w\n2026-05-03T06:30:00Z,5\n\"2026-05-03T0") == .cutShort)
    }

    @Test func summaries() throws {
        var bytes: [UInt8] = []
        var ride = TestRide()
        for k in 0..<10 { ride.heartRate(140, at: Double(k)) }
        var workout = try ride.finished(after: 10)
        workout.name = "@home"
        withoutActuallyEscaping({ bytes += $0 }) { take in
            var table = CSVSummaries(take)
            table.append(workout)
            table.append(workout, name: "Ride")
            table.finish()
        }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        try #require(lines.count == 4 && lines[3].isEmpty)
        let columns = lines[0].components(separatedBy: ",")
        let first = Dictionary(uniqueKeysWithValues: zip(columns, lines[1].components(separatedBy: ",")))
        #expect(first["start_utc"] == "2026-05-03T06:30:01.750Z" && first["start_local"] == "2026-05-03T08:30:01.750+02:00")
        #expect(first["name"] == "\"'@home\"" && first["activity"] == "cycling" && first["timer_s"] == "10")
        // Nobody measured it: no zero.
        #expect(first["avg_heart_rate_bpm"] == "140" && first["avg_power_w"] == "" && first["distance_m"] == "")
        #expect(first["id"] == workout.id.hexDigits && lines[2].contains(",Ride,"))
    }
}
