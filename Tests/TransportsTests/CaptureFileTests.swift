import Foundation
import Testing
import Transports
import WireFormats

@Suite struct CaptureFileTests {
    private static let header = CaptureHeader(
        identity: "0123456789abcdef0123456789abcdef", start: 1_796_025_600_000_000, isSynchronised: true)

    /// A folder of its own, removed at the end.
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "ride.capture").path)
    }

    private static func read(_ path: String) throws -> (records: [CaptureRecord], header: CaptureHeader?, ending: CaptureEnding) {
        var reader = try CaptureReader(path: path)
        var records: [CaptureRecord] = []
        while let record = try reader.next() { records.append(record) }
        #expect(reader.bytesRead == reader.length)
        return (records, reader.header, reader.ending)
    }

    private static func records(_ count: Int) -> [CaptureRecord] {
        (0..<count).map {
            CaptureRecord(offset: Int64($0) * 1000, input: .bytes(LinkID(1), [UInt8](repeating: UInt8($0 & 0xFF), count: 40)))
        }
    }

    @Test func writtenThenRead() throws {
        try Self.inFolder { path in
            let records = Self.records(5000)
            let writer = try CaptureWriter(path: path, header: Self.header)
            writer.append(records[0])
            // The batch is in the kernel before the file is closed.
            #expect(try Self.read(path).records == [records[0]])
            writer.append(records.dropFirst())
            writer.close()
            #expect(writer.state == .closed)
            writer.append(records[0])
            let read = try Self.read(path)
            #expect(read.records == records)
            #expect(read.header == Self.header)
            #expect(read.ending == .complete)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect((mode ?? 0) & 0o137 == 0)
        }
    }

    @Test func aCaptureIsNeverWrittenOver() throws {
        try Self.inFolder { path in
            try Data("precious".utf8).write(to: URL(filePath: path))
            #expect(throws: TransportError.cannotCreate(path: path, code: EEXIST)) {
                _ = try CaptureWriter(path: path, header: Self.header)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        }
    }

    @Test func aTornTailIsLeftOut() throws {
        try Self.inFolder { path in
            let writer = try CaptureWriter(path: path, header: Self.header)
            writer.append(Self.records(3))
            writer.close()
            let whole = try Data(contentsOf: URL(filePath: path))
            try whole.dropLast(5).write(to: URL(filePath: path))
            let read = try Self.read(path)
            #expect(read.records == Self.records(2))
            let lineLength = "2000 rx 1 ".utf8.count + 81
            #expect(read.ending == .torn(byteOffset: Int64(whole.count - lineLength)))
        }
    }

    @Test func filesThatCannotBeRead() throws {
        try Self.inFolder { path in
            let missing = #expect(throws: TransportError.self) { _ = try CaptureReader(path: path) }
            #expect(missing == .cannotOpen(path: path, code: ENOENT))
            #expect(missing?.description == "\(path) cannot be opened: No such file or directory")
            #expect(throws: TransportError.cannotRead(path: "/", code: EISDIR)) {
                var reader = try CaptureReader(path: "/")
                _ = try reader.next()
            }
            try Data().write(to: URL(filePath: path))
            #expect(throws: TransportError.badCapture(path: path, reason: .empty)) { _ = try Self.read(path) }
            try Data("PK\u{3}\u{4} no capture".utf8).write(to: URL(filePath: path))
            #expect(throws: TransportError.badCapture(path: path, reason: .notACapture)) { _ = try Self.read(path) }
        }
    }
}
