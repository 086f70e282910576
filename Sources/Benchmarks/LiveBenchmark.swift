import Gateway
import Glibc
import Ingest
import Storage
import Transports
import WireFormats
import Workouts

/// What the gateway costs while it runs: a process of its own with paced sensors, and the program itself with nothing to hear.
struct LiveBenchmark {
    /// In this process: runs a gateway for so many seconds and prints what it cost.
    static func run(seconds: Int, folder: String) async throws {
        let reactor = try Reactor()
        let (gateway, latencies) = try gateway(on: reactor, folder: folder, start: .now, isPretended: false, air: .real)
        let warmUp: Int64 = 5_000_000
        var begin = ProcessCost.now()
        var (playedBefore, played) = (0.0, 0.0)
        _ = reactor.schedule(after: warmUp) {
            begin = .now()
            playedBefore = latencies.sensors?.cpuSeconds ?? 0
            latencies.begin()
        }
        var end = begin
        _ = reactor.schedule(after: warmUp + Int64(seconds) * 1_000_000) {
            end = .now()
            played = (latencies.sensors?.cpuSeconds ?? 0) - playedBefore
            gateway.end()
        }
        await gateway.run()
        let all = end.cpuSeconds - begin.cpuSeconds
        let percent = { (cpuSeconds: Double) in fixed(cpuSeconds / Double(seconds) * 100, 2) }
        print(
            """
            12 sensors and a 10 Hz receiver for \(seconds) s     \(percent(all - played)) % of one core, \
            \(percent(played)) % more for the sensors that are played, \
            most memory \(fixed(Double(end.peakKilobytes) / 1024, 1)) MB, \
            \(fixed(Double(end.wakeUps - begin.wakeUps) / Double(seconds), 1)) wake-ups/s
            bytes in to zones told, \(latencies.count) records        \
            median \(latencies.percentile(50)) µs, 99 % within \(latencies.percentile(99)) µs, all within \
            \(latencies.percentile(100)) µs
            """)
    }

    /// In this process: the same sensors for hours of a pretended clock, and then the end.
    ///
    /// - Parameters:
    ///   - start: `.command`: nobody starts a workout; `.now`: one runs all the time.
    ///   - hours: 24 for a day.
    ///   - air: how its sensors sound.
    static func day(_ start: GatewaySettings.Start, hours: Int64, air: Air, folder: String) async throws {
        let reactor = try Reactor(clock: PretendedClock())
        // The store's disk is none of the pretended clock's.
        let disk = ErrandQueue(reactor: reactor)
        let (gateway, _) = try gateway(on: reactor, folder: folder, start: start, isPretended: true, air: air, disk: disk)
        var memory: [String] = []
        for hour in [1, 2, 6, 12, 18, 24].filter({ $0 < hours }) + [hours] {
            _ = reactor.schedule(after: hour * 3_600_000_000 - 1) {
                memory.append("\(hour) h \(fixed(Double(ProcessCost.now().peakKilobytes) / 1024, 1))")
                if hour == hours { gateway.end() }
            }
        }
        await gateway.run()
        while disk.isBusy {
            usleep(1000)
            reactor.turn(until: reactor.now + 1)
        }
        memory.append("the end \(fixed(Double(ProcessCost.now().peakKilobytes) / 1024, 1))")
        print(
            "\(hours) hours of 12 sensors, \(air.rawValue) air, \(start == .now ? "one workout" : "no workout"): most memory in MB after "
                + memory.joined(separator: ", "))
        let store = try HistoryStore(path: folder + "/history.db", for: .reading) { Timestamp(secondsSince1970: 0) }
        print("\(try store.workouts(WorkoutFilter(), limit: 2).count) in the store then")
    }

    /// A gateway with every sensor paired.
    private static func gateway(
        on reactor: Reactor, folder: String, start: GatewaySettings.Start, isPretended: Bool, air: Air,
        disk: ErrandQueue? = nil
    ) throws -> (LiveGateway, LatencySink) {
        // As the program does.
        ProcessHeap.share()
        let desk = try SettingsDesk(file: SettingsFile(path: folder + "/settings.json")) { settings in
            settings.start = start
            settings.sensors = PacedSensors.identities.map { GatewaySettings.PairedSensor(sensor: $0) }
        }
        let clock: any MachineClock = isPretended ? PretendedMachine(reactor) : SystemClock()
        let captures = try CaptureFolder(
            path: folder + "/captures", workouts: folder + "/workouts", clock: clock, errands: ErrandQueue(reactor: reactor))
        let latencies = LatencySink()
        var parts = LiveGateway.Parts(desk: desk, captures: captures, clock: clock) { reactor, intake in
            let made = PacedSensors(reactor: reactor, intake: intake, air: air)
            latencies.sensors = made
            return [made]
        }
        parts.sinks = [latencies]
        parts.history = HistoryKeeper(
            path: folder + "/history.db", captures: folder + "/captures", reactor: reactor, queue: disk
        ) { Timestamp(microseconds: SystemClock().read().wall) }
        return (LiveGateway(reactor: reactor, parts: parts), latencies)
    }

    /// The program with nothing to hear.
    static func idle(program: String, seconds: UInt32, folder: String) throws {
        let arguments = [
            program, "run", "--settings", folder + "/settings.json", "--captures", folder + "/idle", "--workouts", folder,
            "--socket", folder + "/idle.sock",
        ]
        guard let process = try Peer(name: "idle", command: arguments).start() else { return }
        defer {
            kill(process, SIGTERM)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        sleep(5)
        let begin = ProcessCost.of(process)
        sleep(seconds)
        let end = ProcessCost.of(process)
        print(
            """
            idle, \(seconds) s                                \
            \(fixed((end.cpuSeconds - begin.cpuSeconds) / Double(seconds) * 100, 2)) % of one core, \
            most memory \(fixed(Double(end.peakKilobytes) / 1024, 1)) MB, \
            \(fixed(Double(end.wakeUps - begin.wakeUps) / Double(seconds), 2)) wake-ups/s
            """)
    }
}

/// A machine whose clocks go as its reactor's pretended one: with the real ones the gateway would wait for both.
private final class PretendedMachine: MachineClock {
    private let reactor: Reactor

    init(_ reactor: Reactor) { self.reactor = reactor }

    func read() -> MachineTime {
        MachineTime(wall: 1_796_025_600_000_000 + reactor.now, uptime: reactor.now, isSynchronised: true)
    }
}

/// Notes how long records take from the transport to the last sink.
private final class LatencySink: IngestSink {
    weak var sensors: PacedSensors?
    private var microseconds: [Int64] = []
    private var isCounting = false

    func begin() { isCounting = true }
    func apply(_ output: IngestOutput) {}

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        guard case .bytes = record.input, let handedOver = sensors?.dealtWith(), isCounting else { return }
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        microseconds.append(Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 - handedOver)
    }

    var count: Int { microseconds.count }

    func percentile(_ percent: Int) -> Int64 {
        let sorted = microseconds.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count * percent / 100, sorted.count - 1)]
    }
}
