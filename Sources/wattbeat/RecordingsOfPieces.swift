import Gateway
import Storage
import Workouts

/// Recordings that are read again for the workouts that people made of them by cutting and joining: each is held until all of those that
/// it belongs to are folded.
struct RecordingsOfPieces {
    /// Not folded yet, each with the recordings that it needs.
    private var waiting: [(id: WorkoutID, needs: Set<WorkoutID>)] = []
    private var held: [WorkoutID: ArchivedWorkout] = [:]
    /// Where they came from.
    private(set) var places: [String] = []

    init(of listings: [WorkoutListing], _ store: HistoryStore) throws(CommandError) {
        for listing in listings where listing.origin.kind == .derived {
            let needs = try storing { () throws(StorageError) in Set(try store.pieces(of: listing.id).map(\.recording)) }
            if !needs.isEmpty { waiting.append((listing.id, needs)) }
        }
        for recording in Set(waiting.flatMap(\.needs)).sorted() {
            let origin = try storing { () throws(StorageError) in try store.origin(of: recording) }
            if let place = origin?.place { places.append(place) }
        }
    }

    /// - Returns: workouts that can be folded now that a recording is there, oldest first.
    mutating func take(_ found: ArchivedWorkout, _ store: HistoryStore) throws(StorageError) -> [ArchivedWorkout] {
        guard waiting.contains(where: { $0.needs.contains(found.workout.id) }) else { return [] }
        held[found.workout.id] = found
        var made: [ArchivedWorkout] = []
        for (id, needs) in waiting where needs.allSatisfy({ held[$0] != nil }) {
            do throws(StorageError) {
                let workout = try store.workout(id) { held[$0]?.workout }
                made.append(ArchivedWorkout(workout: workout, path: found.path, format: found.format))
            } catch {
                // Derived with other settings its cut may lie outside: it does not count, and is told of.
                switch error {
                case .unknown, .refused: continue
                default: throw error
                }
            }
        }
        waiting.removeAll { $0.needs.allSatisfy { held[$0] != nil } }
        let needed = waiting.reduce(into: Set<WorkoutID>()) { $0.formUnion($1.needs) }
        held = held.filter { needed.contains($0.key) }
        return made.sorted { ($0.workout.startTimestamp, $0.workout.id) < ($1.workout.startTimestamp, $1.workout.id) }
    }
}
