// A column of whole numbers: each as its distance from the least of them, in as few bits as the greatest needs, either of the
// numbers themselves, of their differences, or of those differences' differences, whichever is shortest. All of it wraps around,
// so that any 64-bit numbers come back.

/// Numbers of one width above a least one.
private struct Frame {
    let least: Int64
    let bits: Int

    init(_ values: some Sequence<Int64>) {
        var (low, high) = (Int64.max, Int64.min)
        for value in values {
            low = min(low, value)
            high = max(high, value)
        }
        least = low <= high ? low : 0
        bits = low <= high ? 64 - (UInt64(bitPattern: high &- low)).leadingZeroBitCount : 0
    }
}

private func differences(_ values: ArraySlice<Int64>) -> [Int64] {
    zip(values.dropFirst(), values).map { $0 &- $1 }
}

extension BitWriter {
    fileprivate static let orderBits = 2
    fileprivate static let widthBits = 7

    mutating func append(integers values: [Int64]) {
        let first = differences(values[...])
        let second = differences(first[...])
        let candidates = [values, first, second]
        let frames = candidates.map { Frame($0) }
        // An order needs its first numbers whole.
        let costs = frames.indices.map { 64 * $0 + frames[$0].bits * candidates[$0].count }
        let order = values.count > 2 ? costs.indices.min { costs[$0] < costs[$1] } ?? 0 : 0

        append(UInt64(order), bits: Self.orderBits)
        if order > 0 { append(UInt64(bitPattern: values[0]), bits: 64) }
        if order > 1 { append(UInt64(bitPattern: first[0]), bits: 64) }
        append(UInt64(frames[order].bits), bits: Self.widthBits)
        append(UInt64(bitPattern: frames[order].least), bits: 64)
        for value in candidates[order] {
            append(UInt64(bitPattern: value &- frames[order].least), bits: frames[order].bits)
        }
    }
}

extension BitReader {
    /// - Parameter count: as many as were written.
    mutating func integers(_ count: Int) -> [Int64] {
        let order = Int(next(bits: BitWriter.orderBits))
        guard order == 0 || order < 3 && count > 2 else {
            fail()
            return Array(repeating: 0, count: count)
        }
        let first = order > 0 ? Int64(bitPattern: next(bits: 64)) : 0
        let firstDifference = order > 1 ? Int64(bitPattern: next(bits: 64)) : 0
        let bits = Int(next(bits: BitWriter.widthBits))
        let least = Int64(bitPattern: next(bits: 64))
        return [Int64](unsafeUninitializedCapacity: count) { room, filled in
            unpack(count - order, bits: bits) { room[order + $0] = least &+ Int64(bitPattern: $1) }
            if order > 1 {
                room[1] = firstDifference
                for index in 2..<count { room[index] = room[index] &+ room[index - 1] }
            }
            if order > 0 {
                room[0] = first
                for index in 1..<count { room[index] = room[index] &+ room[index - 1] }
            }
            filled = count
        }
    }
}
