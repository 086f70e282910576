public import Workouts

/// Samples of one quantity in columns, so that millions take no object each.
///
/// Of a cumulative quantity a sample is an amount over `[start, end)`; of a discrete one it is a value that holds from `start` to
/// `end` at the latest, when the same source says nothing newer (core §4.2).
public struct SampleColumns: Equatable, Sendable {
    public private(set) var starts: [Timestamp] = []
    public private(set) var ends: [Timestamp] = []
    /// Amounts, or values, in the unit of the quantity.
    public private(set) var values: [Double] = []
    public private(set) var sources: [SourceID] = []

    public init() {}

    public var count: Int { starts.count }
    public var isEmpty: Bool { starts.isEmpty }

    public mutating func reserveCapacity(_ count: Int) {
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
        values.reserveCapacity(count)
        sources.reserveCapacity(count)
    }

    public mutating func append(from start: Timestamp, to end: Timestamp, _ value: Double, source: SourceID) {
        starts.append(start)
        ends.append(end)
        values.append(value)
        sources.append(source)
    }

    /// A discrete sample as it came; `maxHold` is how long it counts without another, 0 or more.
    public mutating func append(at moment: Timestamp, _ value: Double, source: SourceID, maxHold: TimeSpan) {
        let (end, isTooLate) = moment.microseconds.addingReportingOverflow(maxHold.microseconds)
        append(from: moment, to: isTooLate ? moment : Timestamp(microseconds: end), value, source: source)
    }

    /// Empties it and keeps the memory, for the next chunk.
    public mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
    }

    /// In order of start; of equal ones the order of arrival stays.
    public func sorted() -> SampleColumns {
        if zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) { return self }
        let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
        var result = SampleColumns()
        result.starts = order.map { starts[$0] }
        result.ends = order.map { ends[$0] }
        result.values = order.map { values[$0] }
        result.sources = order.map { sources[$0] }
        return result
    }
}

/// Why samples could not be taken.
public enum SampleError: Error, Equatable, Sendable {
    /// A sample begins before the one that came before it; the index is its place among those of its call.
    case outOfOrder(index: Int)
}
