/// One line of the table that `make bench` prints.
struct Row: CustomStringConvertible {
    let description: String

    static let heading = line("", "wall ms", "CPU ms", "MB/s", "M items/s", "allocs/M items", "peak MB")

    init(_ measurement: Measurement) {
        description = Self.line(
            measurement.name, fixed(measurement.wallSeconds * 1000, 1), fixed(measurement.cpuSeconds * 1000, 1),
            measurement.megabytesPerSecond.map { fixed($0, 1) } ?? "-",
            measurement.millionItemsPerSecond.map { fixed($0, 2) } ?? "-",
            measurement.allocationsPerMillionItems.map { fixed($0, 0) } ?? "-",
            measurement.peakKilobytes.map { fixed(Double($0) / 1024, 1) } ?? "-")
    }

    private static func line(_ name: String, _ columns: String...) -> String {
        let padded = columns.map { String(repeating: " ", count: max(1, 15 - $0.count)) + $0 }
        return name + String(repeating: " ", count: max(0, 44 - name.count)) + padded.joined()
    }
}

/// `value` (0 or more) with exactly `decimals` places.
func fixed(_ value: Double, _ decimals: Int) -> String {
    let power = (0..<decimals).reduce(1) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value * Double(power)).rounded()) else { return "-" }
    guard decimals > 0 else { return "\(scaled)" }
    let rest = String(scaled % power)
    return "\(scaled / power).\(String(repeating: "0", count: max(0, decimals - rest.count)))\(rest)"
}
