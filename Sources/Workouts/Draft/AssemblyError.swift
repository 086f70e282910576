/// Why events do not make a workout.
public enum AssemblyError: Error, Equatable, Sendable {
    /// Something other than a source came before `started`.
    case notStarted
    case alreadyStarted
    /// Something came after `ended`.
    case alreadyEnded
    /// `finished()` before `ended`.
    case notEnded
    case endsBeforeStart(start: Offset, end: Offset)
    /// An offset that no capture can reach (beyond about 35 years either way).
    case implausibleOffset(Offset)
}
