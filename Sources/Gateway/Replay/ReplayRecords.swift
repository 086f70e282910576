import Dispatch
public import WireFormats

/// A plan's records as a sequence, as fast as they can be read or at a multiple of the pace at which they were recorded.
public struct ReplayRecords: AsyncSequence {
    public enum Pace: Equatable, Sendable {
        case immediate
        /// 1 is as recorded, 10 ten times as fast.
        case times(Double)
    }

    public typealias Element = CaptureRecord
    let plan: ReplayPlan
    let pace: Pace

    public init(_ plan: ReplayPlan, pace: Pace = .immediate) {
        self.plan = plan
        self.pace = pace
    }

    public func makeAsyncIterator() -> Iterator { Iterator(plan: plan, pace: pace) }

    public struct Iterator: AsyncIteratorProtocol {
        let plan: ReplayPlan
        let pace: Pace
        private var began: (uptime: UInt64, offset: Int64)?
        /// Of an immediate replay; let go after the last record, so that the plan is its owner's again.
        private var ahead: ReadAhead?

        init(plan: ReplayPlan, pace: Pace) {
            self.plan = plan
            self.pace = pace
            if pace == .immediate { ahead = ReadAhead(plan) }
        }

        /// The next record, if it was read already and waits for nothing. That the task is cancelled is seen by `next`, a few hundred
        /// records later at most.
        mutating func nextAtHand() -> CaptureRecord? { ahead?.nextAtHand() }

        /// - Returns: `nil` after the last record, and once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> CaptureRecord? {
            guard case .times(let factor) = pace else {
                let record = Task.isCancelled ? nil : ahead?.next()
                if record == nil { ahead = nil }
                return record
            }
            guard !Task.isCancelled, let record = plan.next() else { return nil }
            plan.noteProgress()
            await wait(for: record.offset, factor, isolation: actor)
            return Task.isCancelled ? nil : record
        }

        private mutating func wait(for offset: Int64, _ factor: Double, isolation actor: isolated (any Actor)?) async {
            let now = DispatchTime.now().uptimeNanoseconds
            guard let began else { return self.began = (now, offset) }
            let due = Double(offset &- began.offset) * 1000 / factor
            let ahead = due - Double(now - began.uptime)
            // A cancelled sleep is a shorter one. A day is more than anyone waits, and fits the clock.
            if ahead > 1_000_000 { try? await Task.sleep(nanoseconds: UInt64(Swift.min(ahead, 86_400e9))) }
        }
    }
}
