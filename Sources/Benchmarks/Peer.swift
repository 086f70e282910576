import Glibc

/// A program that is measured from outside: wall and processor time, and the most memory it held.
///
/// The system counts to a child what its parent held before the child's program began, so nothing is measured here once this
/// program has grown.
struct Peer {
    let name: String
    /// The program and its arguments.
    let command: [String]
    /// What it reads as standard input.
    var input = "/dev/null"

    /// - Returns: the quickest of `runs`; `nil` when the program is not installed.
    func measure(bytes: Int? = nil, items: Int? = nil, runs: Int) throws -> Measurement? {
        var (wall, cpu, peak) = (Double.infinity, Double.infinity, 0)
        for _ in 0..<runs {
            guard let run = try run() else { return nil }
            wall = min(wall, run.wallSeconds)
            cpu = min(cpu, run.cpuSeconds)
            peak = max(peak, run.peakKilobytes)
        }
        var measurement = Measurement(name: name, bytes: bytes, items: items, wallSeconds: wall, cpuSeconds: cpu)
        measurement.peakKilobytes = peak
        return measurement
    }

    /// - Returns: its number, to be waited for; `nil` when the program is not installed.
    func start() throws -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }

        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        if code == ENOENT { return nil }
        guard code == 0 else { throw Failure.cannotRun(command[0], errno: code) }
        return process
    }

    private func run() throws -> (wallSeconds: Double, cpuSeconds: Double, peakKilobytes: Int)? {
        let began = ContinuousClock.now
        guard let process = try start() else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let seconds = began.duration(to: .now) / .seconds(1)
        guard status == 0 else { throw Failure.failed(command[0], status: status) }
        let microseconds =
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return (seconds, Double(microseconds) / 1e6, Int(usage.ru_maxrss))
    }

    /// Why there is no figure.
    enum Failure: Error {
        case cannotRun(String, errno: Int32)
        case failed(String, status: Int32)
    }
}
