public import Workouts

/// A workout as TCX: the same bytes each time, whenever and wherever it is made. Several activities are a multisport session.
///
/// - SeeAlso: Garmin TrainingCenterDatabase v2, ActivityExtension v2; docs/gpx-tcx-csv.md.
public struct TCXDocument {
    private let workout: Workout
    private let note: String?

    /// - Parameters:
    ///   - workout: any, also one without sensors or without movement.
    ///   - note: what its owner noted.
    public init(_ workout: Workout, note: String? = nil) {
        self.workout = workout
        self.note = note
    }

    /// - Parameter take: gets one part of the file after the other.
    public func encode(_ take: @escaping ([UInt8]) -> Void) {
        var xml = XMLWriter(take)
        xml.begin(
            "TrainingCenterDatabase",
            [
                ("xmlns", "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"),
                ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"), ("xmlns:ns3", Self.extensions),
                (
                    "xsi:schemaLocation",
                    "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 "
                        + "http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd \(Self.extensions) "
                        + "http://www.garmin.com/xmlschemas/ActivityExtensionv2.xsd"
                ),
            ])
        xml.begin("Activities")
        var track = TCXTrackWriter(workout)
        let legs = TCXLeg.all(of: workout)
        if legs.count > 1 {
            xml.begin("MultiSportSession")
            xml.element("Id", text: workout.startTimestamp.iso8601)
        }
        for (index, leg) in legs.enumerated() {
            let isFirst = index == 0
            if legs.count > 1 { xml.begin(isFirst ? "FirstSport" : "NextSport") }
            if let transition = leg.transition { track.append(transition, as: "Transition", to: &xml) }
            append(leg, isFirst: isFirst, &track, to: &xml)
            if legs.count > 1 { xml.end() }
        }
        xml.finish()
    }

    private static let extensions = "http://www.garmin.com/xmlschemas/ActivityExtension/v2"

    private func append(_ leg: TCXLeg, isFirst: Bool, _ track: inout TCXTrackWriter, to xml: inout XMLWriter) {
        xml.begin("Activity", [("Sport", leg.type.tcxSport)])
        xml.element("Id", text: workout.clock.timestamp(at: leg.laps.first?.start ?? workout.start).iso8601)
        for lap in leg.laps { track.append(lap, as: "Lap", to: &xml) }
        if isFirst, let note { xml.element("Notes", text: note) }
        xml.begin("Creator", [("xsi:type", "Device_t")])
        xml.element("Name", text: workout.isDemo ? FITDevices.demoName : "wattbeat")
        xml.element("UnitId", text: "\(workout.fileSerialNumber)")
        xml.element("ProductID", text: "1")
        xml.begin("Version")
        xml.element("VersionMajor", text: "\(FITActivity.softwareVersion / 100)")
        xml.element("VersionMinor", text: "\(FITActivity.softwareVersion % 100)")
        xml.end()
        xml.end()
        if isFirst {
            xml.begin("Extensions")
            OwnDetails.append(workout, to: &xml)
            xml.end()
        }
        xml.end()
    }
}

/// One `Activity`, with the transition that leads to it.
struct TCXLeg {
    var type: ActivityType
    var transition: Lap?
    var laps: [Lap]

    /// At least one. A transition that leads nowhere is an activity.
    static func all(of workout: Workout) -> [TCXLeg] {
        var legs: [TCXLeg] = []
        var transition: Lap?
        for (index, activity) in workout.activities.enumerated() {
            let whole = Lap(
                start: activity.start, end: activity.end, trigger: .activityChange, activityIndex: index,
                summary: activity.summary)
            let leadsOn = index + 1 < workout.activities.count && workout.activities[index + 1].type != .transition
            if activity.type == .transition, !legs.isEmpty, leadsOn {
                transition = whole
                continue
            }
            let laps = workout.laps.filter { $0.activityIndex == index }
            legs.append(TCXLeg(type: activity.type, transition: transition, laps: laps.isEmpty ? [whole] : laps))
            transition = nil
        }
        let whole = Lap(
            start: workout.start, end: workout.end, trigger: .sessionEnd, activityIndex: 0, summary: workout.summary)
        return legs.isEmpty ? [TCXLeg(type: workout.type, transition: nil, laps: [whole])] : legs
    }
}

extension ActivityType {
    /// The schema has no fourth sport.
    fileprivate var tcxSport: String {
        switch self {
        case .cycling, .indoorCycling: "Biking"
        case .running, .treadmillRunning, .trailRunning: "Running"
        case .walking, .hiking, .rowing, .indoorRowing, .swimming, .crossCountrySkiing, .alpineSkiing, .strength, .flexibility,
            .transition, .other:
            "Other"
        }
    }
}
