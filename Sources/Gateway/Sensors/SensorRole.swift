import Dialogues

/// What one sensor is wanted for. A sensor for speed and cadence fills two roles, a power meter that is also a trainer two others.
enum SensorRole: String, CaseIterable {
    case heartRate, power, speed, cadence, footPod, trainer

    /// As people call the kind of the same name.
    var words: String { SensorKind(rawValue: rawValue)?.words ?? rawValue }
}

extension SensorKind {
    /// A receiver has none: whom the `gps` setting names serves, and nobody is chosen.
    fileprivate var roles: [SensorRole] {
        switch self {
        case .heartRate: [.heartRate]
        case .power: [.power]
        case .speed: [.speed]
        case .cadence: [.cadence]
        case .speedAndCadence: [.speed, .cadence]
        case .footPod: [.footPod]
        case .trainer: [.trainer]
        case .receiver: []
        }
    }
}

extension Set<SensorKind> {
    /// What a sensor of these kinds can be wanted for.
    var roles: Set<SensorRole> { reduce(into: []) { $0.formUnion($1.roles) } }

    /// The roles in which no stranger is wanted while a sensor of these kinds is paired. Who paired a trainer has power by it; who
    /// paired a power meter may still want a trainer.
    var covered: Set<SensorRole> { contains(.trainer) ? roles.union([.power]) : roles }
}
