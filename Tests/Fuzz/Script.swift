import WireFormats

/// A fuzzer's input read as choices: what to do, how much of it, with which bytes. Past its end every choice is the first one.
struct Script {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: Span<UInt8>) { self.bytes = [UInt8](bytes) }

    var isAtEnd: Bool { index >= bytes.count }

    mutating func byte() -> UInt8 {
        guard !isAtEnd else { return 0 }
        defer { index += 1 }
        return bytes[index]
    }

    mutating func flag() -> Bool { byte() & 1 == 1 }
    mutating func word() -> UInt16 { UInt16(byte()) | UInt16(byte()) << 8 }
    mutating func number() -> UInt64 { (0..<8).reduce(0) { number, place in number | UInt64(byte()) << UInt64(8 * place) } }
    mutating func below(_ count: Int) -> Int { Int(byte()) % max(count, 1) }

    /// - Parameter options: at least one, at most 256.
    mutating func pick<Option>(_ options: [Option]) -> Option { options[below(options.count)] }

    /// As many bytes as are left of those asked for.
    mutating func take(_ count: Int) -> [UInt8] {
        let taken = bytes[index..<min(index + max(count, 0), bytes.count)]
        index += taken.count
        return Array(taken)
    }

    mutating func rest() -> [UInt8] { take(bytes.count) }

    /// Any text of up to 31 bytes, control characters and broken UTF-8 (repaired) among them.
    mutating func text() -> String { String(decoding: take(below(32)), as: UTF8.self) }

    /// Mostly what a sensor could say, now and then what none can.
    mutating func value() -> Double {
        switch byte() {
        case 0..<160: Double(byte())
        case 160..<220: (Double(word()) - 32_768) / 64
        case 220..<240:
            pick([0, -0.0, -1, 1e300, -1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan, .infinity, -.infinity])
        default: Double(bitPattern: number())
        }
    }
}

extension Script {
    /// A number that follows from the file's last bytes: fixtures are then good seeds as they are.
    static func seed(of file: [UInt8]) -> UInt32 { file.suffix(4).reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }

    /// Cuts `file` in chunks; how long they may be follows from its seed.
    static func chunks(of file: [UInt8]) -> [[UInt8]] {
        var random = seed(of: file)
        let longest = [1, 2, 5, 19, 64, 300, 4096, 70_000][Int(random >> 7 & 7)]
        var chunks: [[UInt8]] = []
        var start = 0
        while start < file.count {
            random = random &* 1_664_525 &+ 1_013_904_223
            let end = min(file.count, start + 1 + Int(random >> 8) % longest)
            chunks.append(Array(file[start..<end]))
            start = end
        }
        return chunks
    }
}
