import WireFormats
import Workouts

/// Gives times of day their date: sentences with a date set it, the others follow it over midnight.
struct ReceiverCalendar {
    /// Days since 1970 of the last dated moment; `nil` while no date was heard.
    private(set) var day: Int?
    private var lastTimeOfDay: NMEATimeOfDay?

    /// Half a day in milliseconds: a larger step of the time of day is midnight, not a correction.
    static let halfDay: Int32 = 43_200_000

    /// The moment of `timeOfDay`.
    ///
    /// - Parameter date: as a sentence of the same epoch states it. It is set, never added to: midnight counts once, whether the
    ///   dated sentence comes first or last.
    mutating func timestamp(_ timeOfDay: NMEATimeOfDay, date: NMEADate?) -> Timestamp? {
        if let date {
            day = date.daysSince1970
        } else if let known = day, let last = lastTimeOfDay {
            let step = timeOfDay.milliseconds - last.milliseconds
            if step > Self.halfDay {
                // Late data of the day before; the calendar stays where it is.
                return Self.timestamp(day: known - 1, timeOfDay)
            }
            if step < -Self.halfDay { day = known + 1 }
        }
        lastTimeOfDay = timeOfDay
        return day.map { Self.timestamp(day: $0, timeOfDay) }
    }

    private static func timestamp(day: Int, _ timeOfDay: NMEATimeOfDay) -> Timestamp {
        Timestamp(microseconds: Int64(day) &* 86_400_000_000 &+ timeOfDay.unixMicroseconds)
    }
}
