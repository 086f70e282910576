import Glibc
public import Workouts

/// Files whose workouts are known from elsewhere, so that they need not be read: those named, and the FIT files that were written of
/// captures among them.
public struct KnownRecordings: Sendable {
    private var paths: Set<String> = []
    /// Seconds since 1970 in which workouts of captures began.
    private var seconds: Set<Int64> = []

    /// None.
    public init() {}

    public mutating func insert(path: String) { paths.insert(path) }

    /// - Parameter start: of a workout of a capture.
    public mutating func insert(captureStart start: Timestamp) { seconds.insert(Self.second(of: start)) }

    /// A path as it is for everybody, links followed; as it was given where nothing is there.
    public static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    func holds(path: String) -> Bool { !paths.isEmpty && paths.contains(Self.resolved(path)) }

    /// A FIT file counts whole seconds, and may have rounded either way.
    func holdsCapture(beganAt moment: Timestamp) -> Bool {
        let second = Self.second(of: moment)
        return (-1...1).contains { seconds.contains(second &+ $0) }
    }

    private static func second(of moment: Timestamp) -> Int64 { moment.microseconds / 1_000_000 }
}
