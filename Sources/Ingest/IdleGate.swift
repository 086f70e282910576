import Workouts

/// Holds back the zeros of a source that lies idle while another one moves: a meter on the bike in the hall must not
/// silence the trainer that is ridden, though it ranks higher.
///
/// A source is idle when it said 0 for `patience`, or never anything else, while another source of the quantity was above 0 all
/// that time. Its first value above 0 ends that at once. A zero that everybody agrees upon always goes on. To have gone 0 m is to say 0
/// of the speed: a wheel whose magnet has slipped must not stop the distance while the receiver rides.
struct IdleGate {
    static let patience = TimeSpan(seconds: 10)
    /// For how long a value above 0 says that a source moves.
    static let moving = TimeSpan(seconds: 3)
    /// Metres per second from which a receiver is believed to move.
    static let movingReceiver = 1.0

    private struct Entry {
        let quantity: Quantity
        let source: SourceID
        var lastAboveZero: Offset?
        /// Since when it has been saying 0.
        var zeroSince: Offset?
        /// Since when it has been above 0 without a gap of more than `moving`.
        var aboveSince: Offset?
    }

    /// A handful: one for each source and quantity.
    private var entries: [Entry] = []

    /// Forgets who moved: a new workout begins.
    mutating func reset() { entries = [] }

    /// Takes a receiver's speed into account: at rest it wanders by some tenths and proves nothing.
    mutating func note(receiverSpeed metresPerSecond: Double, at offset: Offset, from source: SourceID) {
        let isMoving = metresPerSecond >= Self.movingReceiver
        _ = admits(Reading(.speed, isMoving ? metresPerSecond : 0, at: offset, from: source))
    }

    mutating func admits(_ reading: Reading) -> Bool {
        switch reading.quantity {
        case .power, .cadence, .stepRate, .speed: break
        default: return true
        }
        let index = index(of: reading)
        guard reading.value <= 0 else {
            let isGoingOn = entries[index].lastAboveZero.map { reading.offset - $0 <= Self.moving } ?? false
            if !isGoingOn { entries[index].aboveSince = reading.offset }
            entries[index].lastAboveZero = reading.offset
            entries[index].zeroSince = nil
            return true
        }
        let zeroSince = entries[index].zeroSince ?? reading.offset
        entries[index].zeroSince = zeroSince
        let neverMoved = entries[index].lastAboveZero == nil
        return !entries.contains { other in
            guard other.quantity == reading.quantity, other.source != reading.source, let last = other.lastAboveZero,
                let since = other.aboveSince, reading.offset - last <= Self.moving
            else { return false }
            return neverMoved || (since <= zeroSince && reading.offset - zeroSince >= Self.patience)
        }
    }

    private mutating func index(of reading: Reading) -> Int {
        if let index = entries.firstIndex(where: { $0.source == reading.source && $0.quantity == reading.quantity }) {
            return index
        }
        entries.append(Entry(quantity: reading.quantity, source: reading.source))
        return entries.count - 1
    }
}

extension Quantity {
    /// The quantity that says how fast this one grows, where sources state both.
    var rate: Quantity? {
        switch self {
        case .distance: .speed
        case .steps: .stepRate
        case .heartRate, .power, .cadence, .stepRate, .speed, .altitude, .temperature, .energy: nil
        }
    }
}
