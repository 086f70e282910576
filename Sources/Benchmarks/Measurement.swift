import Glibc

/// What one piece of work costs. Of several runs the quickest counts: it is the one that the machine's other work disturbed least.
struct Measurement {
    let name: String
    /// `nil` where bytes, or items, are not what the work is about.
    let bytes: Int?
    let items: Int?
    let wallSeconds: Double
    /// Of all threads, in the program and in the system.
    let cpuSeconds: Double
    /// Calls of malloc and its kin in one run; `nil` for another process.
    var allocations: Int?
    /// The most memory the process held, for another process.
    var peakKilobytes: Int?

    /// Runs `work` once to warm up and then `runs` times; what it returns is kept, so that the optimiser keeps the work.
    init<Result>(of name: String, bytes: Int?, items: Int?, runs: Int = 5, _ work: () throws -> Result) rethrows {
        let clock = ContinuousClock()
        var (wall, cpu, allocations) = (Double.infinity, Double.infinity, Int.max)
        keep(try work())
        for _ in 0..<max(1, runs) {
            let before = AllocationCounter.calls
            let cpuBefore = Self.processSeconds
            let start = clock.now
            let result = try work()
            wall = min(wall, start.duration(to: clock.now) / .seconds(1))
            cpu = min(cpu, Self.processSeconds - cpuBefore)
            allocations = min(allocations, AllocationCounter.calls &- before)
            keep(result)
        }
        self.init(name: name, bytes: bytes, items: items, wallSeconds: wall, cpuSeconds: cpu)
        self.allocations = AllocationCounter.isCounting ? allocations : nil
    }

    init(name: String, bytes: Int?, items: Int?, wallSeconds: Double, cpuSeconds: Double) {
        self.name = name
        self.bytes = bytes
        self.items = items
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
    }

    // By processor time: on a busy machine the clock on the wall measures the others too.
    var megabytesPerSecond: Double? { bytes.map { Double($0) / 1e6 / cpuSeconds } }
    var millionItemsPerSecond: Double? { items.map { Double($0) / 1e6 / cpuSeconds } }
    var allocationsPerMillionItems: Double? {
        guard let allocations, let items, items > 0 else { return nil }
        return Double(allocations) * 1e6 / Double(items)
    }

    /// How many times as many bytes this takes as `other` in the same time.
    func ratio(to other: Measurement) -> Double { (megabytesPerSecond ?? 0) / (other.megabytesPerSecond ?? .infinity) }

    static var processSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Takes a value out of the optimiser's sight.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: borrowing Value) {}
