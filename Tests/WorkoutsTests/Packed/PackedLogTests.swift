import Testing

@testable import Workouts

/// A log is the array of its rows, in fewer bytes.
@Suite struct PackedLogTests {
    /// Offsets in order or not, with gaps, steps back and repeats.
    private func samples(_ random: inout SeededGenerator, _ count: Int, isOrdered: Bool) -> [Sample] {
        var offset: Int64 = Int64.random(in: -1_000_000...1_000_000, using: &random)
        return (0..<count).map { _ in
            let step: ClosedRange<Int64> = isOrdered ? 1...2_000_000 : -500_000...1_000_000
            offset += Int64.random(in: 0..<50, using: &random) == 0 ? 3_600_000_000 : Int64.random(in: step, using: &random)
            if !isOrdered, Int.random(in: 0..<5, using: &random) == 0 { offset -= offset % 1_000_000 }
            return Sample(offset: Offset(microseconds: offset), value: Double.random(in: 0...300, using: &random).rounded())
        }
    }

    @Test(arguments: UInt64(1)...50)
    func anyOrderComesBack(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let isOrdered = seed.isMultiple(of: 2)
        let rows = samples(&random, Int.random(in: 0...1100, using: &random), isOrdered: isOrdered)
        let log = PackedLog(rows)
        #expect(log.rows == rows && Array(log) == rows && log.count == rows.count)
        #expect(log.first == rows.first && log.last == rows.last)
        #expect(log == PackedLog(rows) && (rows.isEmpty || log != PackedLog(rows.dropLast())))

        let steps = zip(rows, rows.dropFirst())
        #expect(log.isOrdered == steps.allSatisfy { $0.offset < $1.offset })
        #expect(log.isMonotone == steps.allSatisfy { $0.offset <= $1.offset })

        // The last of each moment, by time: by way of a dictionary.
        let latest = Dictionary(rows.map { ($0.offset, $0) }) { $1 }
        #expect(log.inOrder().rows == latest.values.sorted { $0.offset < $1.offset })
        let byArrival = log.sortedByArrival().rows
        #expect(byArrival.map(\.offset) == rows.map(\.offset).sorted())
        for (offset, group) in Dictionary(grouping: rows, by: \.offset) where group.count > 1 {
            #expect(byArrival.filter { $0.offset == offset } == group)
        }

        let bounds = (rows.randomElement(using: &random)?.offset ?? .zero, rows.randomElement(using: &random)?.offset ?? .zero)
        let isInside = { (offset: Offset) in offset >= bounds.0 && offset < bounds.1 }
        #expect(log.cropped(to: isInside).rows == rows.filter { isInside($0.offset) })
    }

    /// What is cut off a long log costs no copy of the rest, and what is left is a log like any other.
    @Test(arguments: UInt64(1)...40)
    func croppingSharesBlocks(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let rows = samples(&random, Int.random(in: 900...3000, using: &random), isOrdered: true)
        let log = PackedLog(rows)
        let first = Int.random(in: 0..<rows.count, using: &random)
        let last = Int.random(in: first..<rows.count, using: &random)
        var cropped = log.cropped { $0 >= rows[first].offset && $0 <= rows[last].offset }
        let expected = Array(rows[first...last])
        #expect(cropped.rows == expected && Array(cropped) == expected && cropped.count == expected.count)
        #expect(cropped.first == expected.first && cropped.last == expected.last && !cropped.tail.isEmpty)
        #expect(cropped.isOrdered && cropped.isMonotone && cropped == PackedLog(expected))
        let words = Set(log.blocks.map { $0.words.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } })
        let shared = cropped.blocks.filter {
            words.contains($0.words.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        }
        #expect(shared.count + 3 >= cropped.blocks.count)
        // More may come, and what is cut again is cut right.
        let more = (1...600).map { Sample(offset: rows[last].offset + TimeSpan(microseconds: $0 * 7), value: Double($0)) }
        for row in more { cropped.append(row) }
        #expect(cropped.rows == expected + more && cropped.first == expected.first && cropped.last == more.last)
        #expect(PackedLog<Sample>(chunks: cropped.chunks)?.rows == expected + more)
        let middle = expected[expected.count / 2].offset
        #expect(cropped.cropped { $0 >= middle }.rows == (expected + more).filter { $0.offset >= middle })
        var cursor = PackedLog.Cursor(cropped, from: middle)
        #expect(cursor.next() == expected.last { $0.offset <= middle })
    }

    @Test(arguments: UInt64(1)...24)
    func skippingFindsTheRowThatMayStillHold(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let rows = samples(&random, Int.random(in: 1...1500, using: &random), isOrdered: true)
        var cursor = PackedLog(rows).makeIterator()
        var read = 0  // of `rows`
        var moment = rows[0].offset - TimeSpan(microseconds: 5)
        while read < rows.count {
            cursor.skip(to: moment)
            read = max(read, rows.partitioningIndex { $0.offset > moment } - 1)
            if cursor.peek != rows[read] || cursor.next() != rows[read] { Issue.record("at \(moment), row \(read)") }
            read += 1
            let isFar = Int.random(in: 0..<6, using: &random) == 0
            moment = moment + TimeSpan(microseconds: Int64.random(in: 0...(isFar ? 400_000_000 : 1_500_000), using: &random))
        }
        #expect(cursor.next() == nil && cursor.peek == nil)
    }

    @Test(arguments: UInt64(1)...20)
    func placesBeatsAndAmountsComeBack(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        func maybe(_ range: ClosedRange<Double>) -> Double? {
            Int.random(in: 0..<4, using: &random) == 0 ? nil : Double.random(in: range, using: &random)
        }
        let isSparse = seed.isMultiple(of: 3)
        let count = Int.random(in: 0...700, using: &random)
        let places = (0..<count).map { index in
            Location(
                offset: Offset(microseconds: Int64.random(in: -9...9_000_000_000, using: &random)),
                latitude: Double.random(in: -90...90, using: &random), longitude: Double.random(in: -180...180, using: &random),
                altitudeMetres: isSparse ? nil : maybe(-400...8000), speedMetresPerSecond: maybe(0...30),
                courseDegrees: maybe(0...360),
                horizontalAccuracyMetres: maybe(0...60), verticalAccuracyMetres: isSparse && index > 0 ? nil : 3,
                speedAccuracyMetresPerSecond: maybe(0...3), courseAccuracyDegrees: nil)
        }
        #expect(PackedLog(places).rows == places)

        let beats = (0..<count).map { _ in
            Beats(
                source: SourceID(UInt16.random(in: 0...3, using: &random)),
                offset: Offset(microseconds: Int64.random(in: 0...9_000_000_000, using: &random)),
                rrTicks: (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt16.random(in: .min ... .max, using: &random)
                },
                missed: Int.random(in: 0...65_535, using: &random))
        }
        #expect(PackedLog(beats).rows == beats)

        let amounts = (0..<count).map { _ in
            let start = Int64.random(in: -9_000_000...9_000_000, using: &random)
            return AmountSpan(
                offset: Offset(microseconds: start),
                end: Offset(microseconds: start + Int64.random(in: 1...9_000_000, using: &random)),
                value: Double.random(in: 0...1e9, using: &random))
        }
        #expect(PackedLog(amounts).rows == amounts)
    }
}

/// Bytes, not time: what an hour of a workout may take.
@Suite struct PackedSizeTests {
    /// As radios deliver: a step give or take 15 ms.
    private func offsets(everyMicroseconds step: Int64, _ count: Int, _ random: inout SeededGenerator) -> [Offset] {
        (0..<Int64(count)).map { Offset(microseconds: $0 * step + Int64.random(in: -15_000...15_000, using: &random)) }
    }

    private func bytesARow<Row>(_ log: PackedLog<Row>) -> Double {
        Double(log.packedByteCount) / Double(log.blocks.count * PackedLog<Row>.blockLength)
    }

    @Test func nothingTakesMuchMoreThanItsBits() {
        var random = SeededGenerator(state: 9)
        let worst = PackedLog(
            (0..<5000).map { _ in
                Sample(
                    offset: Offset(microseconds: Int64(bitPattern: random.next()) >> 13), value: Double(bitPattern: random.next())
                )
            })
        #expect(bytesARow(worst) < 17)
    }

    /// A receiver states minutes with four, five or seven decimals; a step of about a metre give or take some centimetres is a few bits.
    @Test(arguments: [(4, 5.0), (5, 8.0), (7, 14.5)])
    func placesInMinutes(decimals: Int, mostBits: Double) {
        var random = SeededGenerator(state: 12)
        let unit = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
        var minutes = (47 * 60 + 8) * unit
        let places = (0..<5000).map { index in
            minutes += (50 + Int64.random(in: -40...40, using: &random)) * unit / 100_000
            // One division is the only rounding, as in a sentence that is read (NMEAFieldReader).
            return Location(
                offset: Offset(microseconds: Int64(index) * 100_000), latitude: Double(minutes) / Double(60 * unit),
                longitude: -Double(minutes) / Double(60 * unit))
        }
        let log = PackedLog(places)
        #expect(log.rows == places)
        // Twice, and what the heads of ten columns take.
        #expect(bytesARow(log) * 8 < 2 * mostBits + 7)
    }

    @Test func pulsePowerAndCadence() {
        var random = SeededGenerator(state: 10)
        let moments = offsets(everyMicroseconds: 250_000, 6000, &random)
        var beatsPerMinute = 140.0
        let pulse = moments.map { offset in
            beatsPerMinute += Double(Int.random(in: -1...1, using: &random))
            return Sample(offset: offset, value: beatsPerMinute)
        }
        #expect(bytesARow(PackedLog(pulse)) < 3.2)
        let watts = moments.map { Sample(offset: $0, value: Double(Int.random(in: 150...280, using: &random))) }
        #expect(bytesARow(PackedLog(watts)) < 3.7)
        // One or two turns in so many 1/1024 s.
        let cadence = moments.map { offset in
            let turns = Double(Int.random(in: 1...2, using: &random))
            return Sample(offset: offset, value: 60 * turns / (turns * Double(Int.random(in: 650...720, using: &random)) / 1024))
        }
        #expect(bytesARow(PackedLog(cadence)) < 4.3)
    }

    @Test func tenPlacesASecond() {
        var random = SeededGenerator(state: 11)
        var minutes = 8.5  // of latitude above 47°
        let places = (0..<6_000).map { index in
            minutes += 0.0003 + Double(Int.random(in: -2...2, using: &random)) * 1e-5
            let knots = Double(1700 + Int.random(in: -20...20, using: &random)) / 100
            return Location(
                offset: Offset(microseconds: Int64(index) * 100_000), latitude: 47 + (minutes * 1e5).rounded() / 1e5 / 60,
                longitude: 9 + ((minutes * 2e5).rounded() / 1e5) / 60,
                altitudeMetres: Double(4600 + Int.random(in: -3...3, using: &random)) / 10,
                speedMetresPerSecond: knots * (1852.0 / 3600.0),
                courseDegrees: Double(Int.random(in: 880...920, using: &random)) / 10, horizontalAccuracyMetres: 2.4,
                verticalAccuracyMetres: 3.6)
        }
        // 80 as they are in an array.
        #expect(bytesARow(PackedLog(places)) < 14)
    }
}
