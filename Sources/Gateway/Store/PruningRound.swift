/// Once a day, captures that the setting `capture-days` gives up: one at a time, each read back first.
struct PruningRound {
    private var waiting: [CapturePruning.Capture] = []
    private var givenUp = (count: 0, bytes: Int64(0))
    /// Told of before: why they stay does not change from day to day.
    private var kept: Set<String> = []
    /// When it was looked last, microseconds.
    private var last: Int64?

    private static let interval: Int64 = 86_400_000_000

    func isDue(at now: Int64) -> Bool { !waiting.isEmpty || last.map { now &- $0 >= Self.interval } ?? true }

    mutating func next(days: Int, at now: Int64) -> HistoryWork.Pruning {
        if let capture = waiting.popLast() { return .giveUp(capture) }
        last = now
        return .look(days: days)
    }

    /// - Returns: what a person should know.
    mutating func settle(_ done: HistoryWork.Pruning, _ report: HistoryReport) -> String? {
        switch (done, report.pruned) {
        case (.look, _): waiting = report.prunable.reversed()
        case (.giveUp(let capture), .pruned?):
            givenUp = (givenUp.count + 1, givenUp.bytes &+ capture.bytes)
        case (.giveUp(let capture), .kept(let sentence)?):
            let isNew = kept.insert(capture.path).inserted
            let told = [waiting.isEmpty ? conclude() : nil, isNew ? StoreWords.keeps(sentence) : nil].compactMap(\.self)
            return told.isEmpty ? nil : told.joined(separator: "; ")
        case (.giveUp, nil): break
        }
        return waiting.isEmpty ? conclude() : nil
    }

    /// The store cannot be written: the rest is for another day.
    mutating func breakOff() -> String? {
        waiting = []
        return conclude()
    }

    private mutating func conclude() -> String? {
        defer { givenUp = (0, 0) }
        return givenUp.count == 0 ? nil : StoreWords.givenUp(givenUp.count, bytes: givenUp.bytes)
    }
}
