import Ingest
import Statistics
import Storage
import Workouts

/// What sensors say outside of workouts, from one capture to the store: a few thousand samples at a time, once it is known when they were.
struct OutsideSamples {
    /// As many are held; with a clock that may still move, more: some 10 MB at most.
    private static let batch = 4096
    private static let most = 1 << 17

    private var waiting: [WorkoutEvent] = []
    private let store: HistoryStore
    /// The first failure; nothing is stored after it.
    private(set) var failure: StorageError?

    init(_ store: HistoryStore) { self.store = store }

    mutating func take(_ event: WorkoutEvent, _ engine: borrowing IngestEngine) {
        guard failure == nil else { return }
        waiting.append(event)
        if waiting.count >= (engine.clock.isSettled ? Self.batch : Self.most) { flush(engine) }
    }

    /// Stores what waits. What nobody knows the day of belongs to none.
    mutating func flush(_ engine: borrowing IngestEngine) {
        defer { waiting.removeAll(keepingCapacity: true) }
        guard failure == nil, !waiting.isEmpty, engine.clock.isTrusted else { return }
        let clock = engine.clock
        var columns: [HistoryQuantity: SampleColumns] = [:]
        for event in waiting {
            switch event {
            case .reading(let reading) where reading.quantity == .heartRate:
                columns[.heartRate, default: SampleColumns()].append(
                    at: clock.timestamp(at: reading.offset), reading.value, source: reading.source,
                    maxHold: reading.quantity.defaultMaxHold)
            case .amount(let amount):
                guard let quantity = HistoryQuantity(amount.quantity) else { continue }
                columns[quantity, default: SampleColumns()].append(
                    from: clock.timestamp(at: amount.start), to: clock.timestamp(at: amount.end), amount.value,
                    source: amount.source)
            default: continue
            }
        }
        let sources = engine.sources
        do throws(StorageError) {
            try store.batch { store throws(StorageError) in
                for quantity in HistoryQuantity.allCases {
                    if let samples = columns[quantity] { try store.store(samples, of: quantity, from: sources) }
                }
            }
        } catch {
            failure = error
        }
    }
}

extension HistoryQuantity {
    fileprivate init?(_ quantity: Quantity) {
        switch quantity {
        case .steps: self = .steps
        case .distance: self = .distance
        case .heartRate, .power, .cadence, .stepRate, .speed, .altitude, .temperature, .energy: return nil
        }
    }
}
