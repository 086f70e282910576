import Foundation
import Ingest
import Statistics
import Testing
import Transports
import Workouts

@testable import Gateway
@testable import Storage

/// A gateway with captures, workouts and a store in one folder, and others that come after it.
final class StoreRig {
    let ride = CutRide()
    var database: String { ride.root.appending(path: "history.db").path }
    private(set) var keeper: HistoryKeeper?

    /// - Parameter identities: the first digit of the captures' identities, so that those of two gateways differ.
    func rig(start: GatewaySettings.Start = .command, identities: String = "0") throws -> LiveRig {
        let ride = ride
        var keeper: HistoryKeeper?
        let rig = try LiveRig { parts, desk in
            parts.history = keeper
            desk.settings.start = start
            var count = 0
            parts.identity = {
                count += 1
                return identities + String(repeating: "0", count: 6) + String(count % 10) + String(repeating: "ab", count: 12)
            }
        } keeping: { [database] reactor, clock in
            keeper = HistoryKeeper(path: database, captures: ride.captures, reactor: reactor) {
                Timestamp(secondsSince1970: 1_780_000_000)
            }
            return try? CaptureFolder(path: ride.captures, workouts: ride.workouts, clock: clock, boot: "first")
        }
        self.keeper = keeper
        return rig
    }

    /// Lets the store take what waits.
    func settle(_ rig: LiveRig) {
        while keeper?.isBusy == true { rig.reactor.turn() }
    }

    /// Brings what the captures hold into another store, as a gateway's start does.
    ///
    /// - Returns: the notes.
    @discardableResult
    func catchUp(into path: String) throws -> [String] {
        let reactor = try Reactor(clock: PretendedClock(now: 0))
        let keeper = HistoryKeeper(path: path, captures: ride.captures, reactor: reactor) {
            Timestamp(secondsSince1970: 1_780_000_000)
        }
        keeper.begin(running: nil)
        repeat { reactor.turn() } while !keeper.isIdle
        return keeper.takeNotes()
    }

    func open(_ path: String? = nil) throws -> HistoryStore {
        try HistoryStore(path: path ?? database, for: .writing) { Timestamp(secondsSince1970: 1_780_000_000) }
    }

    /// What is derived of workouts, as a dump tells it, without the keys of this one file.
    static func derived(_ store: HistoryStore) throws -> [String] {
        let tables = [
            "workouts", "workout_sources", "workout_events", "activities", "laps", "splits", "zone_configurations", "zone_times",
            "series", "sample_chunks", "routes", "route_chunks",
        ]
        var lines: [String] = []
        try store.dump { line throws(StorageError) in
            let text = String(decoding: line, as: UTF8.self)
            if tables.contains(where: { text.hasPrefix("{\"table\":\"\($0)\"") }) { lines.append(text) }
        }
        return lines
    }

    // MARK: What is sent

    /// A position a second, some 8 m to the north each.
    static func position(_ second: Int, at moment: Int64) -> [UInt8] {
        let time = CivilDate(Timestamp(microseconds: moment), utcOffsetSeconds: 0)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = String(format: "%07.4f", 7.0 + Double(second) * 0.0045)
        let body =
            "GPRMC,\(two(time.hour))\(two(time.minute))\(two(time.second)),A,48\(minutes),N,01131.0000,E,016.0,000.0,"
            + "\(two(time.day))\(two(time.month))\(two(time.year % 100)),,"
        let sum = body.utf8.reduce(0, ^)
        return Array("$\(body)*\(String(format: "%02X", sum))\r\n".utf8)
    }

    /// A strap all the time, and a receiver: `strap` gives the beats a minute of each second.
    static func play(_ rig: LiveRig, _ seconds: ClosedRange<Int>, strap: (Int) -> UInt8) {
        rig.at(0.1, .open("strap", .heartRate()))
        rig.at(0.1, .open("receiver", .receiver))
        let begin = rig.machine.read().wall
        for second in seconds {
            rig.at(Double(second) + 0.25, .bytes("strap", heartRateValue(strap(second))))
            rig.at(Double(second) + 0.5, .bytes("receiver", position(second, at: begin + Int64(second) * 1_000_000)))
        }
    }
}
