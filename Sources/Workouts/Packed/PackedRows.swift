/// One value of one source and quantity.
struct Sample: PackedRow {
    var offset: Offset
    var value: Double

    static func pack(_ rows: [Sample], into writer: inout BitWriter) {
        writer.append(integers: rows.map(\.offset.microseconds))
        writer.append(numbers: rows.map(\.value))
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [Sample] {
        let offsets = reader.integers(count)
        let values = reader.numbers(count)
        return zip(offsets, values).map { Sample(offset: Offset(microseconds: $0), value: $1) }
    }
}

/// An amount of one source, spread evenly over a span of time.
struct AmountSpan: PackedRow {
    var offset: Offset
    /// After `offset`.
    var end: Offset
    /// All of it, or how much a second: as its owner says.
    var value: Double
    var isSound: Bool { offset.isPlausible && end.isPlausible && offset < end }

    static func pack(_ rows: [AmountSpan], into writer: inout BitWriter) {
        writer.append(integers: rows.map(\.offset.microseconds))
        let lengths = rows.map { $0.end.microseconds &- $0.offset.microseconds }
        writer.append(integers: lengths)
        writer.append(numbers: rows.map(\.value), ratesOver: lengths)
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [AmountSpan] {
        let starts = reader.integers(count)
        let lengths = reader.integers(count)
        let values = reader.numbers(count, ratesOver: lengths)
        return (0..<count).map { index in
            AmountSpan(
                offset: Offset(microseconds: starts[index]), end: Offset(microseconds: starts[index] &+ lengths[index]),
                value: values[index])
        }
    }
}

extension Beats: PackedRow {
    /// Far more than any packet brings; what has more is kept as several rows.
    static let mostIntervals = 1 << 12
    /// Of all rows of a chunk: as many as a block of the longest ones has. Constant intervals take no bits, so that the size of a
    /// chunk bounds nothing.
    private static let mostOfAll = mostIntervals * PackedLog<Beats>.blockLength

    var isSound: Bool {
        offset.isPlausible && rrTicks.count <= Self.mostIntervals && 0...Int(UInt16.max) ~= missed
    }

    /// The same beats as rows that are not too long.
    var rows: [Beats] {
        guard rrTicks.count > Self.mostIntervals else { return [self] }
        return stride(from: 0, to: rrTicks.count, by: Self.mostIntervals).map { start in
            let end = min(start + Self.mostIntervals, rrTicks.count)
            return Beats(source: source, offset: offset, rrTicks: Array(rrTicks[start..<end]), missed: start == 0 ? missed : 0)
        }
    }

    static func pack(_ rows: [Beats], into writer: inout BitWriter) {
        writer.append(integers: rows.map { Int64($0.source.rawValue) })
        writer.append(integers: rows.map(\.offset.microseconds))
        writer.append(integers: rows.map { Int64($0.missed) })
        writer.append(integers: rows.map { Int64($0.rrTicks.count) })
        writer.append(integers: rows.flatMap { $0.rrTicks.map { Int64($0) } })
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [Beats] {
        let sources = reader.integers(count)
        let offsets = reader.integers(count)
        let missed = reader.integers(count)
        let counts = reader.integers(count)
        guard counts.allSatisfy({ 0...Int64(mostIntervals) ~= $0 }), missed.allSatisfy({ 0...Int64(UInt16.max) ~= $0 }),
            case let total = counts.reduce(0, { $0 + Int($1) }), total <= mostOfAll
        else {
            reader.fail()
            return []
        }
        let ticks = reader.integers(total).map { UInt16(truncatingIfNeeded: $0) }
        var next = 0
        return (0..<count).map { index in
            let own = next..<next + Int(counts[index])
            next = own.upperBound
            return Beats(
                source: SourceID(UInt16(truncatingIfNeeded: sources[index])), offset: Offset(microseconds: offsets[index]),
                rrTicks: Array(ticks[own]), missed: Int(missed[index]))
        }
    }
}
