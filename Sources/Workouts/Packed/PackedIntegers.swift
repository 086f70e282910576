// A column of whole numbers: each as its distance from the least of them, in as few bits as the greatest needs, either of the
// numbers themselves, of their differences, or of those differences' differences, whichever is shortest. All of it wraps around,
// so that any 64-bit numbers come back.

/// Numbers of one width above a least one.
private struct Frame {
    private var low = Int64.max
    private var high = Int64.min
    private(set) var count = 0

    mutating func widen(to value: Int64) {
        low = min(low, value)
        high = max(high, value)
        count += 1
    }

    var least: Int64 { count > 0 ? low : 0 }
    /// Of each number.
    var bits: Int { count > 0 ? 64 - (UInt64(bitPattern: high &- low)).leadingZeroBitCount : 0 }
}

/// Numbers, their differences, and those differences' differences.
private struct Orders {
    private var previous: Int64 = 0
    private var previousDifference: Int64 = 0

    /// - Returns: the next number as each of the three; a difference to a number that is not there is one to 0.
    mutating func next(_ value: Int64) -> (Int64, Int64, Int64) {
        let difference = value &- previous
        let second = difference &- previousDifference
        (previous, previousDifference) = (value, difference)
        return (value, difference, second)
    }
}

extension BitWriter {
    fileprivate static let orderBits = 2
    fileprivate static let widthBits = 7

    mutating func append(integers values: [Int64]) {
        var (plain, first, second) = (Frame(), Frame(), Frame())
        var orders = Orders()
        for (index, value) in values.enumerated() {
            let next = orders.next(value)
            plain.widen(to: next.0)
            if index > 0 { first.widen(to: next.1) }
            if index > 1 { second.widen(to: next.2) }
        }
        // An order needs its first numbers whole.
        func cost(_ frame: Frame) -> Int { 64 * (values.count - frame.count) + frame.bits * frame.count }
        var (order, frame) = (0, plain)
        if values.count > 2 {
            if cost(first) < cost(frame) { (order, frame) = (1, first) }
            if cost(second) < cost(frame) { (order, frame) = (2, second) }
        }

        append(UInt64(order), bits: Self.orderBits)
        if order > 0 { append(UInt64(bitPattern: values[0]), bits: 64) }
        if order > 1 { append(UInt64(bitPattern: values[1] &- values[0]), bits: 64) }
        let (least, bits) = (frame.least, frame.bits)
        append(UInt64(bits), bits: Self.widthBits)
        append(UInt64(bitPattern: least), bits: 64)
        orders = Orders()
        for (index, value) in values.enumerated() {
            let next = orders.next(value)
            let number = order == 0 ? next.0 : order == 1 ? next.1 : next.2
            if index >= order { append(UInt64(bitPattern: number &- least), bits: bits) }
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
