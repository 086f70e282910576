import Phrases
import Workouts

/// Which of a workout's figures a card shows: the first one large. What there is no figure of is left out.
struct WorkoutFigures {
    struct Shown: Equatable, Sendable {
        var figure: Figure
        var text: String
    }

    private(set) var all: [Shown] = []

    init(_ share: ShareFigures, _ words: Phrasebook) {
        let distance = share.distanceMetres.value.flatMap { $0 > 0 ? $0 : nil }
        if let distance { add(.distance, words.distance(distance)) }
        if let moving = share.moving.value, moving > .zero {
            add(.movingTime, words.duration(moving))
        } else {
            add(.timerTime, words.duration(share.timer))
        }
        if let speed = share.averageSpeedMetresPerSecond.value, distance != nil {
            if share.type.isOnFoot {
                // A dash is what nobody's pace is.
                if speed > 0 { add(.averagePace, words.pace(speed)) }
            } else {
                add(.averageSpeed, words.speed(speed))
            }
        }
        if let ascent = share.ascentMetres.value, share.type.isOutdoors { add(.elevationGain, words.elevation(ascent)) }
        if let rate = share.averageBeatsPerMinute.value { add(.averageHeartRate, words.heartRate(rate)) }
        if let power = share.averagePowerWatts.value { add(.averagePower, words.power(power)) }
        if let power = share.normalizedPowerWatts.value { add(.normalizedPower, words.power(power)) }
        if let work = share.workKilojoules.value { add(.work, words.work(kilojoules: work)) }
        if let rate = share.maximumBeatsPerMinute.value { add(.maximumHeartRate, words.heartRate(rate)) }
    }

    private mutating func add(_ figure: Figure, _ text: String) {
        if text != SummaryFigure.dash { all.append(Shown(figure: figure, text: text)) }
    }
}

extension ActivityType {
    var isOnFoot: Bool {
        switch self {
        case .running, .treadmillRunning, .trailRunning, .walking, .hiking: true
        default: false
        }
    }

    fileprivate var isOutdoors: Bool {
        switch self {
        case .indoorCycling, .treadmillRunning, .indoorRowing, .strength, .flexibility, .swimming: false
        default: true
        }
    }
}
