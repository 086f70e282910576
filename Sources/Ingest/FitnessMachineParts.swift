public import WireFormats

/// Puts the parts of a fitness machine's record together: indoor bikes and treadmills split what does not fit one value.
///
/// - SeeAlso: Bluetooth SIG, Fitness Machine Service 1.0, §4.19.
public struct FitnessMachineParts<Part: FitnessMachineData>: Equatable, Sendable {
    private var pending: Part?

    /// No part yet.
    public init() {}

    /// - Returns: the whole record when `part` is its last or only one; else `nil`.
    public mutating func append(_ part: Part) -> Part? {
        var record = part
        // Parts of one record are disjoint: a field that is there already belongs to the next record, and the last part of the
        // record before never came.
        if var earlier = pending, earlier.announcedFields & part.announcedFields == 0 {
            earlier.merge(part)
            record = earlier
        }
        pending = record.hasMoreParts ? record : nil
        return record.hasMoreParts ? nil : record
    }

    /// The link was lost: the parts that came belong to nothing.
    public mutating func discard() { pending = nil }
}
