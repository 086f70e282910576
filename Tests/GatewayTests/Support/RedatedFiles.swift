import Foundation
import TestSupport

/// The files of the morning ride as machines and receivers would have written them whose clocks were wrong.
final class RedatedFiles {
    static let ride = "captures/morning-ride"
    private let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    static func original(_ name: String) -> String { Fixture("\(ride)/\(name)").url.path }

    func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// The Bluetooth trace, the stamps of its first packets moved.
    ///
    /// - Parameter packets: how many; `nil` for all.
    func trace(movedBy microseconds: Int64, packets: Int? = nil) throws -> String {
        var bytes = try Fixture("\(Self.ride)/ble.btsnoop").bytes()
        // A header of 16 bytes; then of each packet its two lengths, flags, drops (4 bytes each), its stamp (8 bytes) and itself.
        var (start, count) = (16, 0)
        while start + 24 <= bytes.count, count < packets ?? .max {
            let stamp = bytes[start + 16..<start + 24].reduce(0) { $0 << 8 | Int64($1) } + microseconds
            for index in 0..<8 { bytes[start + 16 + index] = UInt8(truncatingIfNeeded: stamp >> (56 - 8 * Int64(index))) }
            start += 24 + bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
            count += 1
        }
        return try write(bytes, "ble.btsnoop")
    }

    /// The receiver's log, each sentence rewritten.
    func log(_ change: (String) -> String) throws -> String {
        let lines = try Fixture("\(Self.ride)/gps.nmea").text().split(whereSeparator: \.isNewline)
        return try write(lines.map { change(String($0)) + "\r\n" }.joined().utf8, "gps.nmea")
    }

    /// The receiver's log with another date.
    func log(dated date: String) throws -> String {
        try log { line in
            guard let star = line.lastIndex(of: "*") else { return line }
            let body = line[line.index(after: line.startIndex)..<star].replacing(",301126,", with: ",\(date),")
            let sum = body.utf8.reduce(0, ^)
            return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))"
        }
    }
}
