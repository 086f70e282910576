import Gateway

/// Prints what the product's inner loops cost: `make bench`. Nothing here fails for being slow.
@main
enum Benchmarks {
    private static let usage = """
        usage: Benchmarks WATTBEAT HOUR.nmea RIDE.capture [FOLDER OF LOGS]
               Benchmarks live SECONDS FOLDER
               Benchmarks day command|now FOLDER [HOURS [even|real]]
               Benchmarks idle WATTBEAT SECONDS FOLDER
               Benchmarks history WATTBEAT FOLDER RIDE.capture
        """

    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 2, arguments[1] == "core" { return try CoreBenchmark.run() }
        if arguments.count == 3, arguments[1] == "fixes" {
            keep(try ReceiverBenchmark.countFixes(in: arguments[2]))
            return
        }
        if arguments.count == 4, arguments[1] == "live" {
            return try await LiveBenchmark.run(seconds: Int(arguments[2]) ?? 60, folder: arguments[3])
        }
        if arguments.count >= 4, arguments[1] == "day", let start = GatewaySettings.Start(rawValue: arguments[2]) {
            let hours = arguments.count > 4 ? Int64(arguments[4]) ?? 24 : 24
            let air = arguments.count > 5 ? Air(rawValue: arguments[5]) ?? .real : .real
            return try await LiveBenchmark.day(start, hours: hours, air: air, folder: arguments[3])
        }
        if arguments.count == 5, arguments[1] == "idle" {
            return try LiveBenchmark.idle(program: arguments[2], seconds: UInt32(arguments[3]) ?? 20, folder: arguments[4])
        }
        if arguments.count == 5, arguments[1] == "history" {
            return try await HistoryBenchmark(program: arguments[2], folder: arguments[3], capture: arguments[4]).run()
        }
        guard arguments.count >= 4 else { return print(usage) }
        print("Quickest of several runs; rates and ratios are by processor time. System load: \(load())")
        let logs = arguments.count > 4 ? Files.paths(in: arguments[4], endings: [".log", ".nmea"]) : []
        var receivers = [
            ReceiverBenchmark(
                title: "a receiver's hour at 10 Hz, twelve times", paths: [arguments[2]], times: 12, isPlain: true)
        ]
        if logs.isEmpty {
            print("no logs of other receivers are here")
        } else {
            receivers.append(
                ReceiverBenchmark(
                    title: "\(logs.count) receivers' own logs, fifty times", paths: logs, times: 50, isPlain: false))
        }
        let ride = RideBenchmark(path: arguments[3])

        // Other processes first, while this one is small.
        try ride.measureProcesses(program: arguments[1])
        for receiver in receivers { try receiver.measureProcesses(program: arguments[0]) }

        print("\nin this process: bytes to fixes in blocks of 64 KiB, an item is a fix\n\(Row.heading)")
        for receiver in receivers { try receiver.measureDecoder() }
        try PacketBenchmark().run()
        try ride.measureStages()
    }

    /// How many programs wanted a processor in the last minute.
    private static func load() -> String {
        let text = (try? Files.contents(of: "/proc/loadavg")).map { String(decoding: $0, as: UTF8.self) }
        return text?.split(separator: " ").first.map(String.init) ?? "unknown"
    }
}
