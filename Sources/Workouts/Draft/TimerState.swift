/// Pauses as they are told: a pause while paused and a resume while running are left out (core §4.3).
struct TimerState: Sendable {
    private(set) var pauses: [Pause] = []
    private(set) var open: (start: Offset, isAutomatic: Bool)?

    /// - Returns: when the timer stopped; `nil` when it stood already.
    mutating func pause(at offset: Offset, isAutomatic: Bool, notBefore start: Offset) -> Offset? {
        guard open == nil else { return nil }
        let moment = max(offset, pauses.last?.end ?? start)
        open = (moment, isAutomatic)
        return moment
    }

    /// - Returns: when the timer went on; `nil` when it ran already, or when a rider's own pause was to end by itself.
    mutating func resume(at offset: Offset, isAutomatic: Bool) -> Offset? {
        guard let pause = open, pause.isAutomatic || !isAutomatic else { return nil }
        let moment = max(offset, pause.start)
        if moment > pause.start { pauses.append(Pause(start: pause.start, end: moment, isAutomatic: pause.isAutomatic)) }
        open = nil
        return moment
    }

    /// When the timer ran, the open pause lasting to the end.
    func intervals(from start: Offset, to end: Offset) -> TimerIntervals {
        TimerIntervals(start: start, end: end, pauses: pauses(from: start, to: end))
    }

    /// Pause, resume, pause, …
    var edges: [Offset] { pauses.flatMap { [$0.start, $0.end] } + (open.map { [$0.start] } ?? []) }

    /// An open pause runs to the end; what lies outside is cut off.
    func pauses(from start: Offset, to end: Offset) -> [Pause] {
        let all = pauses + (open.map { [Pause(start: $0.start, end: end, isAutomatic: $0.isAutomatic)] } ?? [])
        return all.compactMap { pause in
            let cut = Pause(start: max(pause.start, start), end: min(pause.end, end), isAutomatic: pause.isAutomatic)
            return cut.start < cut.end ? cut : nil
        }
    }
}
