public import Ingest
import WireFormats
import Workouts

/// What gpsd reported: its reports by class, and the fixes that they amount to.
public struct GPSDLogSummary: Sendable {
    /// In alphabetical order; classes beyond the first 64 count as unreadable.
    public private(set) var reports: [(className: String, count: Int)] = []
    /// Lines that are no report.
    public private(set) var unreadable = 0
    /// Moments with a position; reports of one moment count once.
    public private(set) var fixes = 0
    /// The first of them.
    public private(set) var first: Fix?
    /// The last of them.
    public private(set) var last: Fix?

    private static let mostClasses = 64
    /// gpsd's longest report, a sky full of satellites, has some 10 kB.
    private static let longestLine = 1 << 16
    private var line: [UInt8] = []
    private var receiver = GPSDReceiver()

    mutating func append(_ chunk: [UInt8], at offset: Int64) {
        for byte in chunk {
            if byte == 0x0A { end(at: offset) } else if line.count < Self.longestLine { line.append(byte) }
        }
    }

    mutating func finish() {
        if !line.isEmpty { end(at: last?.arrival.microseconds ?? 0) }
        if let outcome = receiver.finish() { count(outcome) }
    }

    private mutating func end(at offset: Int64) {
        defer { line.removeAll(keepingCapacity: true) }
        guard line.contains(where: { $0 > 0x20 }) else { return }
        guard let report = try? GPSDReport(decoding: line), count(report.className) else { return unreadable += 1 }
        var outcomes: [FixOutcome] = []
        receiver.apply(report, at: Offset(microseconds: offset)) { outcomes.append($0) }
        for outcome in outcomes { count(outcome) }
    }

    /// - Returns: `false` when there are too many classes.
    private mutating func count(_ className: String) -> Bool {
        if let index = reports.firstIndex(where: { $0.className >= className }) {
            if reports[index].className == className { reports[index].count += 1; return true }
            guard reports.count < Self.mostClasses else { return false }
            reports.insert((className, 1), at: index)
        } else {
            guard reports.count < Self.mostClasses else { return false }
            reports.append((className, 1))
        }
        return true
    }

    private mutating func count(_ outcome: FixOutcome) {
        guard case .fix(let fix) = outcome else { return }
        fixes += 1
        first = first ?? fix
        last = fix
    }
}

extension GPSDReport {
    fileprivate var className: String {
        switch self {
        case .version: "VERSION"
        case .devices: "DEVICES"
        case .device: "DEVICE"
        case .watch: "WATCH"
        case .tpv: "TPV"
        case .sky: "SKY"
        case .gst: "GST"
        case .error: "ERROR"
        case .other(let className): className
        }
    }
}
