public import Statistics
public import Workouts

/// What may be asked of a running gateway (docs/control.md).
public enum ControlRequest: Equatable, Sendable {
    /// - Parameters:
    ///   - template: the name of one in the settings.
    ///   - plan: to follow, in place of the template's.
    case start(activity: String?, template: String? = nil, plan: PlanOutline? = nil)
    case pause
    case resume
    case lap
    case stop
    case status
    /// A status now and whenever it changes, until the asker hangs up.
    case watch
    /// Looks around for so many seconds.
    case scan(seconds: Int)
    case sensors
    case pair(sensor: String, name: String?)
    case forget(sensor: String)
    /// Neither used nor offered any more.
    case ignore(sensor: String)
    case rename(sensor: String, name: String)
    /// - Parameter quantity: a quantity's name.
    case priority(sensor: String, quantity: String, rank: Int)
    case calibrate(sensor: String)
    case settings
    /// - Parameters:
    ///   - value: as in the settings file; `nil` takes it out.
    ///   - from: the day from which on it counts; `nil`: without a date.
    case set(key: String, value: String?, from: CalendarDay? = nil)
}
