import Workouts

/// Takes a TCX document's elements, and keeps the activities.
final class TCXHandler: XMLHandler {
    private(set) var leftOut = ActivityContents.LeftOut()
    private(set) var refusal: ActivityFault.Reason?
    /// In the order of the file, legs of a multisport session among them.
    private(set) var activities: [TCXActivity] = []

    /// Of one of our own files, by its first activity.
    private(set) var own: [Int: OwnDetails] = [:]

    private var parents: [XMLName] = []
    private var sessions = 0
    private var pointCount = 0
    private var lapCount = 0
    /// How many elements are open of what is no activity, the outermost of them counted.
    private var passedOver = 0
    private var point: RecordedPoint?
    private var moment: MomentText?
    private var (latitude, longitude): (Double?, Double?)

    static let mostLaps = 10_000
    static let mostActivities = 256

    func start(_ name: XMLName, _ attributes: XMLAttributes, at place: FilePlace) {
        defer { parents.append(name) }
        guard let parent = parents.last else {
            if name.local != "TrainingCenterDatabase" || name.namespace == .other { refusal = .otherDocument(name.local) }
            return
        }
        if passedOver > 0 { return passedOver += 1 }
        if name.namespace == .own, point == nil, !activities.isEmpty { own[activities.count - 1].take(name.local, attributes) }
        guard name.isTCX, point == nil else { return }
        switch (parent.local, name.local) {
        case ("Courses", "Course"), ("Workouts", "Workout"):
            leftOut.plans += 1
            passedOver = 1
        case (_, "MultiSportSession"): sessions += 1
        case ("Activities", "Activity"), ("FirstSport", "Activity"), ("NextSport", "Activity"):
            begin(TCXActivity(sport: attributes["Sport"]), isLeg: parent.local != "Activities")
        case ("NextSport", "Transition"):
            begin(TCXActivity(type: .transition), isLeg: true)
            beginLap(attributes)
        case ("Activity", "Lap"): beginLap(attributes)
        case ("Lap", "Track"), ("Transition", "Track"): change { $0.beginTrack() }
        case ("Track", "Trackpoint"):
            point = RecordedPoint(offset: .zero)
            (moment, latitude, longitude) = (nil, nil, nil)
        default: break
        }
    }

    func end(_ name: XMLName, text: [UInt8], at place: FilePlace) {
        _ = parents.popLast()
        if passedOver > 0 { return passedOver -= 1 }
        guard let parent = parents.last else { return }
        if point != nil {
            endInPoint(name, parent, text, at: place)
        } else {
            let grandparent = parents.dropLast().last?.local ?? ""
            change { $0.take(name.local, in: parent.local, of: grandparent, text) }
        }
    }

    private func begin(_ activity: TCXActivity, isLeg: Bool) {
        guard activities.count < Self.mostActivities else {
            return refusal = .tooMany(.activities, limit: Self.mostActivities)
        }
        activities.append(activity)
        if isLeg { activities[activities.count - 1].session = sessions }
    }

    private func beginLap(_ attributes: XMLAttributes) {
        guard lapCount < Self.mostLaps else { return refusal = .tooMany(.laps, limit: Self.mostLaps) }
        lapCount += 1
        change { $0.laps.append(TCXLap(start: attributes["StartTime"].flatMap(MomentText.init))) }
    }

    private func change(_ body: (inout TCXActivity) -> Void) {
        if !activities.isEmpty { body(&activities[activities.count - 1]) }
    }

    // MARK: Points

    private func endInPoint(_ name: XMLName, _ parent: XMLName, _ text: [UInt8], at place: FilePlace) {
        guard name.isTCX else { return }
        func number(_ range: ClosedRange<Double>) -> Double? {
            leftOut.values.number(text[...], name.local, in: range, at: place)
        }
        switch (parent.local, name.local) {
        case ("Trackpoint", "Time"): moment = MomentText(text)
        case ("Position", "LatitudeDegrees"): latitude = number(.latitudes)
        case ("Position", "LongitudeDegrees"): longitude = number(.longitudes)
        case ("Trackpoint", "AltitudeMeters"): point?.altitudeMetres = number(Quantity.altitude.plausibleValues)
        case ("Trackpoint", "DistanceMeters"): point?.distanceMetres = number(Quantity.distance.plausibleValues)
        case ("HeartRateBpm", "Value"): point?.beatsPerMinute = number(Quantity.heartRate.plausibleValues)
        case ("Trackpoint", "Cadence"): point?.revolutionsPerMinute = number(Quantity.cadence.plausibleValues)
        // In km/h, as some have it, until it is known better.
        case ("TPX", "Speed"): point?.speedMetresPerSecond = number(0...360)
        // Strides.
        case ("TPX", "RunCadence"): point?.stepsPerMinute = number(0...200).map { $0 * 2 }
        case ("TPX", "Watts"): point?.watts = number(Quantity.power.plausibleValues)
        case (_, "Trackpoint"): endPoint(at: place)
        default: break
        }
    }

    private func endPoint(at place: FilePlace) {
        guard var ended = point else { return }
        point = nil
        guard let moment else { return leftOut.noteUntimed(at: place) }
        guard pointCount < RecordedPoint.mostInFile else {
            return refusal = .tooMany(.points, limit: RecordedPoint.mostInFile)
        }
        pointCount += 1
        ended.offset = Offset(microseconds: moment.moment.microseconds)
        ended.setPlace(latitude, longitude)
        change { $0.append(ended, zone: moment.zone) }
    }
}

extension XMLName {
    /// Files without any namespace are taken for what they mean.
    fileprivate var isTCX: Bool { namespace == .trainingCenter || namespace == .activityExtension || namespace == .none }
}
