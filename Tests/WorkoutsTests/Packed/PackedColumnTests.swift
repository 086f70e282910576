import Testing

@testable import Workouts

/// What is packed comes back bit by bit, whatever it is.
@Suite struct PackedColumnTests {
    private func unpacked(integers values: [Int64]) -> [Int64] {
        var writer = BitWriter()
        writer.append(7, bits: 3)  // so that columns begin anywhere in a word
        writer.append(integers: values)
        var reader = BitReader(writer.words)
        #expect(reader.next(bits: 3) == 7)
        return reader.integers(values.count)
    }

    private func unpacked(numbers values: [Double], areAllKnown: Bool = true) -> [UInt64] {
        var writer = BitWriter()
        if areAllKnown { writer.append(numbers: values) } else { writer.append(knownNumbers: values) }
        var reader = BitReader(writer.words)
        return (areAllKnown ? reader.numbers(values.count) : reader.knownNumbers(values.count)).map(\.bitPattern)
    }

    @Test func bitsOfEveryWidthAtEveryPlace() {
        for bits in 0...64 {
            for before in 0...64 {
                let value = bits == 0 ? 0 : UInt64.max >> UInt64(64 - bits) ^ (bits > 2 ? 2 : 0)
                var writer = BitWriter()
                writer.append(1, bits: before)
                writer.append(value, bits: bits)
                writer.append(5, bits: 3)
                var reader = BitReader(writer.words)
                let read = [reader.next(bits: before), reader.next(bits: bits), reader.next(bits: 3)]
                if read != [before > 0 ? 1 : 0, value, 5] { Issue.record("\(bits) bits behind \(before): \(read)") }
            }
        }
    }

    @Test func integersAtTheirLimits() {
        for values: [Int64] in [
            [], [0], [.min], [.max, .min], [.min, .max, .min], [.max, .max, .min, 0, -1, 1], Array(repeating: .min, count: 300),
        ] {
            #expect(unpacked(integers: values) == values)
        }
    }

    @Test(arguments: UInt64(1)...200)
    func anyIntegers(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let shift = Int.random(in: 0...63, using: &random)
        let step = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
        let isWalk = Bool.random(using: &random)
        var last: Int64 = 0
        let values = (0..<Int.random(in: 0...300, using: &random)).map { _ in
            let noise = Int64(bitPattern: random.next()) >> Int64(shift)
            last = isWalk ? last &+ step &+ noise : noise
            return last
        }
        #expect(unpacked(integers: values) == values)
    }

    /// Numbers of 64 bits in the head, and nothing divided: as columns were written once.
    @Test func earlierColumns() {
        var writer = BitWriter()
        writer.append(2, bits: 2)
        for head: Int64 in [5, -7] { writer.append(UInt64(bitPattern: head), bits: 64) }
        writer.append(3, bits: 7)
        writer.append(UInt64(bitPattern: -4), bits: 64)
        for distance: UInt64 in [0, 7, 4] { writer.append(distance, bits: 3) }
        var reader = BitReader(writer.words)
        // Differences -7, -11, -8, -8.
        #expect(reader.integers(5) == [5, -2, -13, -21, -29] && reader.isAtEnd)
    }

    /// A file's times are whole seconds, however many lie between two; its numbers may have been of 32 bits.
    @Test func whatFilesSayIsShort() {
        var random = SeededGenerator(state: 9)
        var moment: Int64 = 1_459_618_000_000_000
        let times = (0..<256).map { _ in
            moment += Int64.random(in: 1...16, using: &random) * 1_000_000
            return moment
        }
        var writer = BitWriter()
        writer.append(integers: times)
        // Four bits each; a head of some 130.
        #expect(writer.words.count <= 16 + 3 && unpacked(integers: times) == times)
        let heights = (0..<256).map { _ in Double(Float(Double(Int.random(in: 2300...2500, using: &random)) / 10)) }
        writer = BitWriter()
        writer.append(numbers: heights)
        #expect(writer.words.count <= 32 + 3 && unpacked(numbers: heights) == heights.map(\.bitPattern))
    }

    /// Times in equal steps, and values that rise evenly, cost the column's head alone.
    @Test func evenColumnsTakeNoRoom() {
        for values in [Array(repeating: 140, count: 256), (0..<256).map { 5_000_000 + Int64($0) * 250_000 }] {
            var writer = BitWriter()
            writer.append(integers: values)
            #expect(writer.words.count <= 4)
        }
    }

    @Test(
        arguments: [
            [.nan, -.nan, 0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude],
            [0, -0.0], [-0.0], [1e300, 2], [0x1p53, 0x1p53 + 2, 1], [140, 141, 139], [0.1, 0.2, 1.25], [-3.5, 12.75],
            [88.5, .nan], [9e18], [-9.3e18], [1e-7], [],
        ] as [[Double]])
    func numbersOfEveryKind(values: [Double]) {
        #expect(unpacked(numbers: values) == values.map(\.bitPattern))
        #expect(unpacked(numbers: values, areAllKnown: false) == values.map(\.bitPattern))
    }

    @Test(arguments: UInt64(1)...200)
    func anyNumbers(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let kind = Int.random(in: 0..<8, using: &random)
        func value() -> Double {
            let whole = Double(Int.random(in: 0...30_000, using: &random))
            return switch kind {
            case 0: Double(bitPattern: random.next())
            case 1: whole
            case 2: whole / 10
            case 3: whole / 1000 * (1852.0 / 3600.0)
            case 4: whole / 100 / 3.6
            case 5: whole == 0 ? 0 : 60 * Double(Int.random(in: 0...9, using: &random)) / (whole / 1024)
            case 6: 47 + whole / 60e5
            default: Double.random(in: -1e6...1e6, using: &random)
            }
        }
        let values = (0..<Int.random(in: 0...300, using: &random)).map { _ in value() }
        #expect(unpacked(numbers: values) == values.map(\.bitPattern))
        let sparse = values.map { Int.random(in: 0..<4, using: &random) == 0 ? .nan : $0 }
        #expect(unpacked(numbers: sparse, areAllKnown: false) == sparse.map(\.bitPattern))
    }
}
