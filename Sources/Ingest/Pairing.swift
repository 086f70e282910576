import Workouts

/// Which sensors may serve. One that the rider put away never does; with nothing paired everybody else may; a sensor that is not
/// paired steps back from every quantity that a paired one has given.
struct Pairing {
    private var paired: Set<String> = []
    private var putAway: Set<String> = []

    /// Whether nobody was paired or put away: everybody may serve.
    var isEmpty: Bool { paired.isEmpty && putAway.isEmpty }

    mutating func set(_ identity: String, isPaired: Bool) {
        if isPaired {
            paired.insert(identity)
            putAway.remove(identity)
        } else {
            paired.remove(identity)
            putAway.insert(identity)
        }
    }

    /// Whether the rider said that this sensor is not to serve at all.
    func isPutAway(_ source: SampleSource) -> Bool { putAway.contains(source.identity) }

    func allows(_ source: SampleSource, _ quantity: Quantity, among sources: [SampleSource]) -> Bool {
        if isPutAway(source) { return false }
        if paired.isEmpty || paired.contains(source.identity) { return true }
        return !sources.contains { paired.contains($0.identity) && $0.priorities[quantity] != nil }
    }
}
