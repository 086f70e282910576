/// One made-up workout as it is planned: everything of it follows from this and the history's seed.
public struct DemoSession: Equatable, Sendable {
    /// Its place in the history, from 0.
    public let number: Int
    public let type: ActivityType
    public let effort: DemoEffort
    /// UTC.
    public let start: Timestamp
    /// Whole months since the history began.
    let month: Int
    /// 1...12.
    let monthOfYear: Int
    /// How long it is meant to last; the way home may take a little more or less.
    let plannedSeconds: Int
    /// Which of the athlete's rounds; `nil` indoors.
    let loop: Int?

    /// What its numbers are drawn by.
    var key: UInt64 { UInt64(bitPattern: start.microseconds) }
    var name: String? { effort.name(lasting: plannedSeconds) }
    var isOutdoors: Bool { loop != nil }
    var ridesBike: Bool { type == .cycling || type == .indoorCycling }
}
