/// The least of those moments that there are; `nil` when there is none.
@inlinable
public func earliest<Moment: Comparable>(_ moments: Moment?...) -> Moment? {
    var earliest: Moment?
    for case let moment? in moments { earliest = min(earliest ?? moment, moment) }
    return earliest
}
