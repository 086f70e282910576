import Glibc

/// What a process has cost so far, as /proc tells.
struct ProcessCost {
    /// Of all threads, in the program and in the system.
    let cpuSeconds: Double
    /// VmHWM.
    let peakKilobytes: Int
    /// Times that a thread slept and was woken: voluntary context switches of all threads.
    let wakeUps: Int

    /// Processor time of the calling thread.
    static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func now() -> ProcessCost { of(getpid()) }

    static func of(_ process: pid_t) -> ProcessCost {
        let folder = "/proc/\(process)"
        let fields = text(folder + "/stat").split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
        let wakeUps = Files.names(in: folder + "/task").reduce(0) { sum, thread in
            sum + number("voluntary_ctxt_switches", in: text("\(folder)/task/\(thread)/status"))
        }
        return ProcessCost(
            cpuSeconds: ticks / Double(sysconf(Int32(_SC_CLK_TCK))), peakKilobytes: number("VmHWM", in: text(folder + "/status")),
            wakeUps: wakeUps)
    }

    private static func number(_ name: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func text(_ path: String) -> String {
        (try? Files.contents(of: path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
