public import Ingest
import JSONText
import Storage
import Synchronization
public import WireFormats
import Workouts

/// The workout that runs, for the page's pictures: a row a second of its last hour, and its route, a place a second.
public final class LiveTrace: IngestSink, Sendable {
    struct Row: Sendable {
        /// Of the workout's elapsed time, and UTC.
        var second: Int
        var moment: Timestamp
        var heartRate: Double?
        var power: Double?
        var cadence: Double?
        var speed: Double?
        var isPaused: Bool
    }

    /// A place on the route.
    fileprivate struct Place: Sendable {
        var offset: Offset
        var latitude: Double
        var longitude: Double
        var altitudeMetres: Double?
    }

    private struct State {
        var workout: WorkoutID?
        var rows: [Row] = []
        var places: [Place] = []
    }

    private static let most = 3600
    /// A day and some hours: 4 MB.
    private static let mostPlaces = 100_000
    private static let placeInterval: Int64 = 1_000_000
    private static let batch = 500
    static let usual = 600
    private let state = Mutex(State())

    public init() {}

    public func apply(_ output: IngestOutput) {
        guard case .event(.location(let place)) = output else { return }
        state.withLock { state in
            guard state.places.count < Self.mostPlaces,
                state.places.last.map({ place.offset.microseconds &- $0.offset.microseconds >= Self.placeInterval }) ?? true
            else { return }
            state.places.append(
                Place(
                    offset: place.offset, latitude: place.latitude, longitude: place.longitude,
                    altitudeMetres: place.altitudeMetres))
        }
    }

    public func ended(_ engine: borrowing IngestEngine) { state.withLock { $0 = State() } }

    public func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        guard engine.isRunning, let workout = engine.workoutID else { return }
        // Rows are a second apart; most records are not.
        guard let second = engine.live.map({ Int($0.elapsed.seconds) }), isNew(second, of: workout), let live = engine.live else {
            return
        }
        let value = { (quantity: Quantity) in live.values.first { $0.quantity == quantity }?.news.value }
        let row = Row(
            second: second, moment: engine.clock.timestamp(at: live.now), heartRate: value(.heartRate), power: value(.power),
            cadence: value(.cadence) ?? value(.stepRate), speed: value(.speed),
            isPaused: live.state == .paused || live.state == .autoPaused)
        state.withLock { state in
            if state.rows.count >= Self.most { state.rows.removeFirst(Self.most / 4) }
            state.rows.append(row)
        }
    }

    private func isNew(_ second: Int, of workout: WorkoutID) -> Bool {
        state.withLock { state in
            if state.workout != workout { (state.workout, state.rows) = (workout, []) }
            return state.rows.last.map { $0.second < second } ?? true
        }
    }

    /// - Parameter after: rows of later seconds; `nil`: the last ten minutes.
    func json(after: Int?) -> JSONValue {
        let (workout, all) = state.withLock { ($0.workout, $0.rows) }
        let rows = after.map { after in all.filter { $0.second > after } } ?? Array(all.suffix(Self.usual))
        func column(_ value: (Row) -> Double?, _ decimals: Int) -> JSONValue {
            .array(rows.map { .number(value($0), decimals: decimals) })
        }
        return [
            "workout": .string(workout?.storeText), "from": .integer(rows.first?.second),
            "seconds": .array(rows.map { .integer($0.second) }), "heartRate": column(\.heartRate, 0), "power": column(\.power, 0),
            "cadence": column(\.cadence, 0), "speed": column(\.speed, 3), "isPaused": .array(rows.map { .bool($0.isPaused) }),
        ]
    }

    /// The route as JSON lines.
    ///
    /// - Parameter count: so many places are known already.
    func routeLines(after count: Int) -> [[UInt8]] {
        let places = state.withLock { Array($0.places.dropFirst(count)) }
        var lines: [[UInt8]] = []
        var first = 0
        repeat {
            let batch = places[first..<min(first + Self.batch, places.count)]
            first += batch.count
            let json: JSONValue = ["locations": .array(batch.map(\.json)), "done": .bool(first >= places.count)]
            lines.append(json.utf8())
        } while first < places.count
        return lines
    }

    /// The last ones that were measured, oldest first.
    func heartRates(_ count: Int) -> JSONValue {
        let rows = state.withLock { $0.rows.filter { $0.heartRate != nil }.suffix(count) }
        return .array(
            rows.map { ["time": .string($0.moment.iso8601), "beatsPerMinute": .number($0.heartRate, decimals: 0)] })
    }
}

extension LiveTrace.Place {
    /// Keys as in docs/workout-json.md.
    fileprivate var json: JSONValue {
        [
            "offset": .number(Double(offset.microseconds) / 1_000_000, decimals: 6),
            "latitude": .number(latitude, decimals: 7), "longitude": .number(longitude, decimals: 7),
            "altitude": .number(altitudeMetres, decimals: 2),
        ]
    }
}
