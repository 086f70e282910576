/// Times between heart beats that came in one value, oldest first, in ticks of 1/1024 s.
///
/// As many as the usual ATT MTU of 23 lets through (9) are kept in place, so that decoding allocates nothing; a longer value spills
/// into an array.
public struct RRIntervals: RandomAccessCollection, Sendable {
    private static let capacity = 9
    private var inPlace = InlineArray<9, UInt16>(repeating: 0)
    private var spilled: [UInt16] = []
    /// How many intervals there are.
    public private(set) var count = 0

    /// None.
    public init() {}

    /// Adds the next younger interval; 0 is what some sensors send for no beat, and is kept.
    public mutating func append(_ ticks: UInt16) {
        if count < Self.capacity { inPlace[count] = ticks } else { spilled.append(ticks) }
        count += 1
    }

    /// The oldest interval's index.
    public var startIndex: Int { 0 }
    /// Behind the youngest.
    public var endIndex: Int { count }

    /// The interval at `position`, which must be one of `indices`.
    public subscript(position: Int) -> UInt16 {
        precondition(position >= 0 && position < count, "no such interval")
        return position < Self.capacity ? inPlace[position] : spilled[position - Self.capacity]
    }
}

extension RRIntervals: Equatable {
    /// Equal when the same intervals stand in the same order.
    public static func == (a: RRIntervals, b: RRIntervals) -> Bool { a.elementsEqual(b) }
}

extension RRIntervals: ExpressibleByArrayLiteral {
    /// - Parameter elements: ticks of 1/1024 s, oldest first.
    public init(arrayLiteral elements: UInt16...) {
        for ticks in elements { append(ticks) }
    }
}
