@testable import ActivityFiles

/// A FIT file put together by hand, byte by byte, in either byte order: for what our own writer never writes.
struct FITBytes {
    var isBigEndian = false
    var content: [UInt8] = []

    /// (number, size, base type)
    typealias Field = (number: UInt8, size: UInt8, base: UInt8)

    mutating func define(
        _ local: UInt8, _ number: UInt16, _ fields: [Field], developer: [(number: UInt8, size: UInt8, index: UInt8)] = []
    ) {
        content += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, isBigEndian ? 1 : 0] + bytes(UInt64(number), 2)
        content.append(UInt8(fields.count))
        for field in fields { content += [field.number, field.size, field.base] }
        guard !developer.isEmpty else { return }
        content.append(UInt8(developer.count))
        for field in developer { content += [field.number, field.size, field.index] }
    }

    /// - Parameter values: whole numbers with their widths in bytes.
    mutating func data(_ local: UInt8, _ values: [(UInt64, Int)]) {
        content.append(local)
        for (value, width) in values { content += bytes(value, width) }
    }

    func bytes(_ value: UInt64, _ width: Int) -> [UInt8] {
        let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    func file(headerBytes: Int = 14, dataSize: Int? = nil, checksum: UInt16? = nil) -> [UInt8] {
        let size = UInt32(dataSize ?? content.count)
        var file: [UInt8] = [UInt8(headerBytes), 0x20, 0xE2, 0x52] + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        file += Array(".FIT".utf8)
        if headerBytes == 14 { file += Self.little(FITReading.checksum(file[...])) }
        file += content
        return file + Self.little(checksum ?? FITReading.checksum(file[...]))
    }

    private static func little(_ word: UInt16) -> [UInt8] { [UInt8(word & 255), UInt8(word >> 8)] }

    /// 2026-05-03T06:30:00Z.
    static let start: UInt64 = 1_146_724_200

    /// Time and heart rate.
    mutating func defineRecord(_ local: UInt8 = 2) { define(local, 20, [(253, 4, 0x86), (3, 1, 0x02)]) }
    mutating func record(_ second: UInt64, _ heartRate: UInt64, _ local: UInt8 = 2) {
        data(local, [(Self.start + second, 4), (heartRate, 1)])
    }

    /// Start, elapsed and timer in milliseconds, sport.
    mutating func session(_ second: UInt64, elapsed: UInt64, timer: UInt64, sport: UInt64, local: UInt8 = 5) {
        define(local, 18, [(2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (5, 1, 0x00)])
        data(local, [(Self.start + second, 4), (elapsed, 4), (timer, 4), (sport, 1)])
    }

    mutating func event(_ second: UInt64, type: UInt64, data value: UInt64 = 0) {
        define(1, 21, [(253, 4, 0x86), (0, 1, 0), (1, 1, 0), (3, 4, 0x86)])
        data(1, [(Self.start + second, 4), (0, 1), (type, 1), (value, 4)])
    }
}
