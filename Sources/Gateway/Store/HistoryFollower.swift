import Ingest
import WireFormats
import Workouts

/// Stands among the loop's sinks for the store: gathers what is told while it happens, a batch a minute.
final class HistoryFollower: IngestSink {
    private let keeper: HistoryKeeper
    private var places: [Location] = []
    /// As the store was told of them, by identity.
    private var told: [String: SampleSource] = [:]
    /// Of the last batch.
    private var last: Int64 = 0

    /// Microseconds of capture time: a commit a minute wears no card out.
    private static let interval: Int64 = 60_000_000
    /// A receiver of 10 Hz has 600 in a minute; a batch holds no more, whatever a recording claims.
    private static let mostPlaces = 4096

    init(_ keeper: HistoryKeeper) { self.keeper = keeper }

    func apply(_ output: IngestOutput) {
        switch output {
        case .event(.location(let place)): places.append(place)
        case .workoutEnded:
            // The workout has them all.
            places = []
            keeper.note(running: nil)
        default: break
        }
    }

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        guard record.offset &- last >= Self.interval || places.count >= Self.mostPlaces else { return }
        last = record.offset
        tell(engine)
    }

    func ended(_ engine: borrowing IngestEngine) {
        (last, places) = (0, [])
        keeper.note(running: nil)
    }

    private func tell(_ engine: borrowing IngestEngine) {
        let clock = engine.clock
        // What nobody knows the day of waits for a clock.
        guard clock.isTrusted else { return }
        if let workout = engine.workoutID {
            keeper.note(running: workout)
            if !places.isEmpty {
                keeper.add(HistoryWork.Places(workout: workout, origin: clock.origin, locations: places))
                places.removeAll(keepingCapacity: true)
            }
        }
        var heard: [HistoryWork.Heard] = []
        for (sensor, moment) in zip(engine.sources, engine.lastHeard) where !isTold(sensor) {
            heard.append(HistoryWork.Heard(sensor: sensor, moment: clock.timestamp(at: moment)))
            told[sensor.identity] = sensor
        }
        if !heard.isEmpty { keeper.add(heard) }
    }

    /// Their numbers differ from capture to capture.
    private func isTold(_ sensor: SampleSource) -> Bool {
        guard var known = told[sensor.identity] else { return false }
        known.id = sensor.id
        return known == sensor
    }
}
