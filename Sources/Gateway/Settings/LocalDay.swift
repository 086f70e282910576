public import Statistics
public import Transports

internal import Workouts

extension MachineTime {
    /// The date that the clock on the wall shows.
    public var localDay: CalendarDay {
        let date = CivilDate(Timestamp(microseconds: wall), utcOffsetSeconds: utcOffsetSeconds)
        return CalendarDay(year: date.year, month: date.month, day: date.day)
    }
}
