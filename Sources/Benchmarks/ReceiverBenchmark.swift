import Ingest
import Workouts

/// Receivers' bytes to fixes, beside other programs on the same file.
struct ReceiverBenchmark {
    let title: String
    /// Logs that are read one after the other.
    let paths: [String]
    /// How often all of them are read to make one measurement.
    let times: Int
    /// Whether gpsbabel reads it to the end: it stops at the first binary frame.
    let isPlain: Bool

    /// How many fixes a file holds: what the child process that is measured from outside does.
    static func countFixes(in path: String) throws -> Int {
        var receiver = NMEAReceiver()
        var fixes = 0
        try Files.read(path) { block in receiver.append(block, at: .zero) { if case .fix = $0 { fixes += 1 } } }
        if case .fix? = receiver.finish() { fixes += 1 }
        return fixes
    }

    /// - Parameter program: this one, which counts fixes when told `fixes PATH`.
    func measureProcesses(program: String) throws {
        let long = try TemporaryFile(joining: paths, times: times)
        let short = try TemporaryFile(joining: paths, times: max(1, times / 10))
        print("\nfixes from \(title): \(long.length) bytes\n\(Row.heading)")
        let ours = Peer(name: "wattbeat's receiver", command: [program, "fixes", long.path])
        guard let reference = try ours.measure(bytes: long.length, runs: 5) else { return }
        print(Row(reference))
        let less = Peer(name: "  on \(short.length) bytes", command: [program, "fixes", short.path])
        if let measurement = try less.measure(bytes: short.length, runs: 5) { print(Row(measurement)) }

        try compare(Peer(name: "gpsdecode", command: ["gpsdecode"], input: long.path), bytes: long.length, to: reference)
        if isPlain {
            let babel = ["gpsbabel", "-i", "nmea", "-f", short.path, "-o", "gpx", "-F", "/dev/null"]
            try compare(Peer(name: "gpsbabel, on the short one", command: babel), bytes: short.length, to: reference)
        }
        try compare(Peer(name: "wc, which only counts", command: ["wc", long.path]), bytes: long.length, to: reference)
    }

    private func compare(_ peer: Peer, bytes: Int, to reference: Measurement) throws {
        guard let measurement = try peer.measure(bytes: bytes, runs: 1) else { return print("\(peer.name) is not installed") }
        print("\(Row(measurement))   ours is \(fixed(reference.ratio(to: measurement), 1)) times as fast")
    }

    func measureDecoder() throws {
        let bytes = try paths.flatMap { try Files.contents(of: $0) }
        let fixes = fixes(in: bytes)
        print(Row(Measurement(of: title, bytes: bytes.count * times, items: fixes) { self.fixes(in: bytes) }))
    }

    private func fixes(in bytes: [UInt8]) -> Int {
        var receiver = NMEAReceiver()
        var fixes = 0
        for _ in 0..<times {
            var start = 0
            while start < bytes.count {
                let end = min(start + Files.blockLength, bytes.count)
                receiver.append(bytes.span.extracting(start..<end), at: .zero) { if case .fix = $0 { fixes += 1 } }
                start = end
            }
        }
        if case .fix? = receiver.finish() { fixes += 1 }
        return fixes
    }
}
