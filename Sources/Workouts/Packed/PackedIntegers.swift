// A column of whole numbers: each as its distance from the least of them, in as few bits as the greatest needs, either of the
// numbers themselves, of their differences, or of those differences' differences, whichever is shortest. All of it wraps around,
// so that any 64-bit numbers come back. What all distances are multiples of is said once: files count in whole seconds.

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
    /// In the place of an order: what follows says numbers of the head in as few bits as they need. Without it, as it was once
    /// written, they take 64 each and nothing is divided.
    fileprivate static let shortHead = 3

    /// In as few bits as it needs, behind their number.
    private mutating func append(short value: Int64) {
        // Small numbers below zero are small, too.
        let folded = UInt64(bitPattern: value << 1 ^ value >> 63)
        let bits = 64 - folded.leadingZeroBitCount
        append(UInt64(bits), bits: Self.widthBits)
        append(folded, bits: bits)
    }

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

        append(UInt64(Self.shortHead), bits: Self.orderBits)
        append(UInt64(order), bits: Self.orderBits)
        if order > 0 { append(short: values[0]) }
        if order > 1 { append(short: values[1] &- values[0]) }
        let least = frame.least
        var distances: [UInt64] = []
        distances.reserveCapacity(frame.count)
        orders = Orders()
        for (index, value) in values.enumerated() {
            let next = orders.next(value)
            let number = order == 0 ? next.0 : order == 1 ? next.1 : next.2
            if index >= order { distances.append(UInt64(bitPattern: number &- least)) }
        }
        let divisor = Self.divisor(of: distances)
        let bits = divisor > 1 ? 64 - ((distances.max() ?? 0) / divisor).leadingZeroBitCount : frame.bits
        append(UInt64(bits), bits: Self.widthBits)
        append(short: least)
        append(divisor > 1 ? 1 : 0, bits: 1)
        if divisor > 1 { append(short: Int64(bitPattern: divisor)) }
        for distance in distances { append(divisor > 1 ? distance / divisor : distance, bits: bits) }
    }

    /// What all of them are multiples of, 1 or more.
    private static func divisor(of distances: [UInt64]) -> UInt64 {
        var divisor: UInt64 = 0
        for distance in distances {
            var (a, b) = (divisor, distance)
            while b > 0 { (a, b) = (b, a % b) }
            divisor = a
            if divisor == 1 { break }
        }
        return max(divisor, 1)
    }
}

extension BitReader {
    private mutating func nextOfHead(_ isShort: Bool) -> Int64 { isShort ? nextShort() : Int64(bitPattern: next(bits: 64)) }

    private mutating func nextShort() -> Int64 {
        let folded = next(bits: Int(next(bits: BitWriter.widthBits)))
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    /// - Parameter count: as many as were written.
    mutating func integers(_ count: Int) -> [Int64] {
        var order = Int(next(bits: BitWriter.orderBits))
        let isShort = order == BitWriter.shortHead
        if isShort { order = Int(next(bits: BitWriter.orderBits)) }
        guard order == 0 || order < 3 && count > 2 else {
            fail()
            return Array(repeating: 0, count: count)
        }
        let first = order > 0 ? nextOfHead(isShort) : 0
        let firstDifference = order > 1 ? nextOfHead(isShort) : 0
        let bits = Int(next(bits: BitWriter.widthBits))
        let least = nextOfHead(isShort)
        let divisor = isShort && next(bits: 1) == 1 ? nextShort() : 1
        return [Int64](unsafeUninitializedCapacity: count) { room, filled in
            unpack(count - order, bits: bits) { room[order + $0] = least &+ Int64(bitPattern: $1) &* divisor }
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
