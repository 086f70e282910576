import CZlib

/// A PNG as its specification says how to read it (W3C PNG, third edition), so that pixels are looked at by other means than those
/// that painted them. Of 8 bits and no interlacing.
struct PNGImage {
    let width: Int
    let height: Int
    /// Names of its chunks in order, those of one name in a row told once.
    private(set) var chunks: [String] = []
    private let samples: [UInt8]
    private let channels: Int

    struct Unreadable: Error {}

    init(_ file: [UInt8]) throws {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Unreadable() }
        var (packed, header): ([UInt8], [UInt8]) = ([], [])
        var at = 8
        func number(_ offset: Int) -> Int { file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        while at + 12 <= file.count {
            let length = number(at)
            guard at + 12 + length <= file.count else { throw Unreadable() }
            let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
            let checked = Array(file[at + 4..<at + 8 + length])
            guard Int(crc32(0, checked, UInt32(checked.count))) == number(at + 8 + length) else { throw Unreadable() }
            if chunks.last != name { chunks.append(name) }
            if name == "IHDR" { header = Array(checked[4...]) }
            if name == "IDAT" { packed += checked[4...] }
            at += 12 + length
        }
        guard header.count == 13, header[8] == 8, let channels = [2: 3, 6: 4][Int(header[9])] else { throw Unreadable() }
        func dimension(_ offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        (width, height, self.channels) = (dimension(0), dimension(4), channels)
        let stride = width * channels
        var raw = [UInt8](repeating: 0, count: (stride + 1) * height)
        var count = UInt(raw.count)
        guard uncompress(&raw, &count, packed, UInt(packed.count)) == Z_OK, count == raw.count else { throw Unreadable() }
        samples = try Self.unfiltered(raw, stride: stride, channels: channels)
    }

    private static func unfiltered(_ raw: [UInt8], stride: Int, channels: Int) throws -> [UInt8] {
        var samples: [UInt8] = []
        samples.reserveCapacity(raw.count)
        var above = [UInt8](repeating: 0, count: stride)
        var row = above
        for start in Swift.stride(from: 0, to: raw.count, by: stride + 1) {
            let filter = raw[start]
            for index in 0..<stride {
                let left = index >= channels ? Int(row[index - channels]) : 0
                let up = Int(above[index])
                let corner = index >= channels ? Int(above[index - channels]) : 0
                let guess: Int
                switch filter {
                case 0: guess = 0
                case 1: guess = left
                case 2: guess = up
                case 3: guess = (left + up) / 2
                case 4:
                    let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
                    guess = a <= b && a <= c ? left : b <= c ? up : corner
                default: throw Unreadable()
                }
                row[index] = raw[start + 1 + index] &+ UInt8(guess)
            }
            samples += row
            above = row
        }
        return samples
    }

    /// 0xRRGGBB.
    subscript(x: Int, y: Int) -> UInt32 {
        let at = (y * width + x) * channels
        return UInt32(samples[at]) << 16 | UInt32(samples[at + 1]) << 8 | UInt32(samples[at + 2])
    }

    /// How often each colour is there.
    var colours: [UInt32: Int] {
        var counts: [UInt32: Int] = [:]
        for y in 0..<height { for x in 0..<width { counts[self[x, y], default: 0] += 1 } }
        return counts
    }
}
