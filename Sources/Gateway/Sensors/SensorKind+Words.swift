public import Dialogues

extension SensorKind {
    /// As people call it.
    public var words: String {
        switch self {
        case .heartRate: "heart rate"
        case .power: "power"
        case .speed: "speed"
        case .cadence: "cadence"
        case .speedAndCadence: "speed and cadence"
        case .footPod: "foot pod"
        case .trainer: "trainer"
        case .receiver: "receiver"
        }
    }
}
