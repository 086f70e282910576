/// How somebody felt, when, in their own words' categories (core §2).
public struct MoodCheckIn: Equatable, Sendable {
    public var timestamp: Timestamp
    public var kind: Kind
    /// −1 very unpleasant ... 1 very pleasant.
    public let valence: Double
    public var labels: [Label]
    public var associations: [Association]
    /// The workout that it belongs to, when it does.
    public var workout: WorkoutID?

    public enum Kind: String, CaseIterable, Sendable {
        /// An emotion at this moment.
        case momentary
        /// The mood of the whole day.
        case daily
    }

    public enum Label: String, CaseIterable, Sendable {
        case calm, content, happy, energized, proud, focused, indifferent, tired, stressed, anxious, sad, frustrated
    }

    public enum Association: String, CaseIterable, Sendable {
        case fitness, health, sleep, work, family, friends, weather, travel
    }

    /// - Throws: `MoodError.valenceOutOfRange`, for what is not in −1...1, NaN included: it is never clamped.
    public init(
        at timestamp: Timestamp, _ kind: Kind, valence: Double, labels: [Label] = [], associations: [Association] = [],
        workout: WorkoutID? = nil
    ) throws(MoodError) {
        guard valence >= -1, valence <= 1 else { throw .valenceOutOfRange(valence) }
        self.timestamp = timestamp
        self.kind = kind
        self.valence = valence
        self.labels = labels
        self.associations = associations
        self.workout = workout
    }
}

public enum MoodError: Error, Equatable, Sendable { case valenceOutOfRange(Double) }
