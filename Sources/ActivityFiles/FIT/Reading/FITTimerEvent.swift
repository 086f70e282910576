/// A timer that starts or stops, or a mark of the rider.
struct FITTimerEvent {
    var second: UInt32
    var kind: Kind
    /// What the rider wrote beside a mark.
    var note = ""

    enum Kind: Equatable {
        case start
        case stop(isAutomatic: Bool)
        case marker
    }

    /// `nil` for other events, and those without a time.
    init?(_ message: FITDataMessage) {
        guard let second = message.timestamp, let event = message.integer(0), let type = message.integer(1) else { return nil }
        self.second = second
        switch (event, type) {
        case (0, 0): kind = .start
        // Stop, stop all; and the same where the device was switched off with it.
        case (0, 1), (0, 4), (0, 8), (0, 9): kind = .stop(isAutomatic: message.integer(3) == 1)
        case (32, _): kind = .marker
        default: return nil
        }
    }
}
