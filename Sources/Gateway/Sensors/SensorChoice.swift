import Dialogues

/// Who serves in one role when nobody is paired for it: the strongest, without moving back and forth between two that are alike.
struct SensorChoice {
    /// `nil` until it is settled.
    private(set) var sensor: String?
    /// When the first choice is made: who was heard first may only have been the first to be heard.
    private(set) var settlesAt: Int64

    static let settling: Int64 = 5_000_000
    /// After this long without a word somebody else may serve.
    static let silence: Int64 = 30_000_000
    /// dB; less is how a hand was held.
    static let clearlyStronger = 6.0

    init(at moment: Int64) { settlesAt = moment &+ Self.settling }

    var isSettled: Bool { sensor != nil }

    /// Why somebody serves from now on.
    enum Change { case first, stronger, instead }

    /// - Parameters:
    ///   - candidates: who is there and may serve in this role.
    ///   - chosen: who serves, as long as it is known.
    /// - Returns: what changed.
    mutating func pass(
        to moment: Int64, _ role: SensorRole, candidates: [HeardSensor], chosen: HeardSensor?, isRecording: Bool
    ) -> Change? {
        guard moment >= settlesAt, let best = candidates.max(by: { Self.isBetter($1, than: $0, in: role) }) else { return nil }
        guard let former = sensor else {
            sensor = best.sensor
            return .first
        }
        guard best.sensor != former else { return nil }
        guard let chosen, chosen.isPresent(at: moment, within: Self.silence) else {
            sensor = best.sensor
            return .instead
        }
        guard !isRecording, Self.isClearlyBetter(best, than: chosen, in: role) else { return nil }
        sensor = best.sensor
        return .stronger
    }

    private static let (unknownSignal, linkedSignal) = (-127.0, 0.0)

    /// A link that holds is near enough: nobody is nearer.
    private static func strength(_ sensor: HeardSensor) -> Double? { sensor.isLinked ? linkedSignal : sensor.signal }

    /// A trainer's power comes after that of any power meter, however near.
    private static func isStandIn(_ sensor: HeardSensor, in role: SensorRole) -> Bool {
        role != .trainer && sensor.kinds.contains(.trainer)
    }

    /// Ties are broken, so that the same sensors give the same choice.
    private static func isBetter(_ a: HeardSensor, than b: HeardSensor, in role: SensorRole) -> Bool {
        let (isStandIn, other) = (isStandIn(a, in: role), isStandIn(b, in: role))
        if isStandIn != other { return other }
        let (signal, otherSignal) = (strength(a) ?? unknownSignal, strength(b) ?? unknownSignal)
        if signal != otherSignal { return signal > otherSignal }
        // A notification arrives once and whole.
        if a.isANT != b.isANT { return b.isANT }
        return a.sensor < b.sensor
    }

    private static func isClearlyBetter(_ a: HeardSensor, than b: HeardSensor, in role: SensorRole) -> Bool {
        let (isStandIn, other) = (isStandIn(a, in: role), isStandIn(b, in: role))
        if isStandIn != other { return other }
        // Of one whose signal is not known nobody is clearly stronger; it may have come off its link a moment ago.
        guard let signal = strength(a), let otherSignal = strength(b) else { return false }
        return signal - otherSignal >= clearlyStronger
    }
}
