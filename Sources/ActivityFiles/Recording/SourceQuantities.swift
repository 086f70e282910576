import Workouts

/// Which source each quantity of a workout came from, as our files say it of each source: `heartRate power places`. Of several that
/// took turns the first.
struct SourceQuantities {
    private var providers: [(quantity: Quantity, source: SourceID)] = []
    private let receiver: SourceID?

    /// What stands for the places.
    static let places = "places"

    init(_ workout: Workout) {
        receiver = workout.route.placeCount > 0 ? workout.route.source : nil
        let origins = Dictionary(workout.sources.map { ($0.id, $0.distanceOrigin) }) { first, _ in first }
        for quantity in Quantity.allCases {
            // A distance is told as the best of its origins, whose sum it is held against.
            let best = quantity == .distance ? workout.summary.distance.value?.origin : nil
            var segments = workout.timeline(of: quantity).makeIterator()
            guard let first = segments.next() else { continue }
            var source = first.source
            if let best, origins[source] != best {
                while let next = segments.next() {
                    guard origins[next.source] == best else { continue }
                    source = next.source
                    break
                }
            }
            providers.append((quantity, source))
        }
    }

    func words(of source: SourceID) -> String {
        let quantities = providers.filter { $0.source == source }.map(\.quantity.rawValue)
        return (quantities + (source == receiver ? [Self.places] : [])).joined(separator: " ")
    }
}

/// A source as one of our files tells it, with what came from it.
struct OwnSource: Equatable {
    var source: SampleSource
    /// Quantities by name, and `places`.
    var quantities: [String]

    init(_ source: SampleSource, quantities: String) {
        self.source = source
        self.quantities = quantities.split(separator: " ").map(String.init)
    }
}

extension ActivityRecording {
    /// Puts the sources that our file names in the place of what was guessed; nothing where it names none.
    mutating func take(_ own: [OwnSource]) {
        guard !own.isEmpty else { return }
        sources = []
        providers = [:]
        receiver = nil
        for (index, entry) in own.enumerated() {
            let id = SourceID(UInt16(clamping: index))
            var source = entry.source
            source.id = id
            sources.append(source)
            for word in entry.quantities {
                if word == SourceQuantities.places {
                    receiver = id
                } else if let quantity = Quantity(rawValue: word) {
                    providers[quantity] = id
                }
            }
        }
        // Places need a source that is known to give them.
        if let receiver { sources[Int(receiver.rawValue)].distanceOrigin = .gps }
    }
}

extension WorkoutSummary {
    /// Kilocalories as files of activities tell them: reckoned from what was measured, else a machine's; the formats have no word for
    /// a guess.
    var toldKilocalories: Double? {
        energy.value.flatMap { $0.method == .estimate ? nil : $0.kilocalories } ?? machineEnergyKilocalories.value
    }
}
