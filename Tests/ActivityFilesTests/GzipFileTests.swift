import TestSupport
import Testing

@testable import ActivityFiles

/// What gzip(1) packed.
struct GzipFileTests {
    private func bytes(_ count: Int) -> [UInt8] {
        var numbers = SeededGenerator(seed: UInt64(count))
        return (0..<count).map { $0.isMultiple(of: 3) ? 7 : UInt8.random(in: 0...255, using: &numbers) }
    }

    @Test(arguments: [0, 1, 100, 40_000]) func whole(count: Int) throws {
        let bytes = bytes(count)
        let packed = try Gzip.packed(bytes)
        #expect(GzipFile.isOne(packed) && !GzipFile.isOne(bytes))
        let file = GzipFile(unpacking: packed, atMost: 1 << 20)
        #expect(file.bytes == bytes && file.problem == nil)
        // Two behind each other are one, as gzip has it.
        let both = GzipFile(unpacking: packed + packed, atMost: 1 << 20)
        #expect(both.bytes == bytes + bytes && both.problem == nil)
    }

    @Test func cutAnywhere() throws {
        let bytes = bytes(300)
        let packed = try Gzip.packed(bytes)
        for length in 0..<packed.count {
            let file = GzipFile(unpacking: Array(packed.prefix(length)), atMost: 1 << 20)
            #expect(bytes.starts(with: file.bytes))
            if length > 0 { #expect(file.problem == .cutShort, "\(length)") }
        }
    }

    @Test func anyByteChanged() throws {
        let bytes = bytes(300)
        let whole = try Gzip.packed(bytes)
        for place in 3..<whole.count {
            var damaged = whole
            damaged[place] ^= 0x10
            let file = GzipFile(unpacking: damaged, atMost: 1 << 20)
            // The header's time and system are nobody's business; everything else is noticed.
            #expect(file.problem != nil || file.bytes == bytes, "\(place)")
            #expect(file.bytes.count <= 1 << 20)
        }
    }

    /// 4 MB of zeros are 4 KB.
    @Test func bombs() throws {
        let zeros = [UInt8](repeating: 0, count: 60_000)
        let packed = try (0..<70).reduce(into: [UInt8]()) { all, _ in all += try Gzip.packed(zeros) }
        let file = GzipFile(unpacking: packed, atMost: 100_000)
        #expect(file.problem == .tooLong && file.bytes.count == 100_000)
    }
}
