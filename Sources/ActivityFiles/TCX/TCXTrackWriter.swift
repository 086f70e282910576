import Workouts

/// Writes laps with the points that lie in them; laps come in order of time.
struct TCXTrackWriter {
    private let workout: Workout
    private var rows: WorkoutRows
    private var waiting: WorkoutRows.Row?
    /// Of all laps, in order.
    private let starts: [Offset]

    init(_ workout: Workout) {
        self.workout = workout
        rows = WorkoutRows(workout)
        waiting = rows.next()
        starts = (workout.laps.map(\.start) + workout.activities.map(\.start)).sorted()
    }

    /// - Parameter name: `Lap` or `Transition`.
    mutating func append(_ lap: Lap, as name: String, to xml: inout XMLWriter) {
        let summary = lap.summary
        let isOnFoot = workout.activityType(lap.activityIndex).isOnFoot
        xml.begin(name, [("StartTime", workout.clock.timestamp(at: lap.start).iso8601)])
        xml.element("TotalTimeSeconds", min(summary.timer, summary.elapsed).seconds, decimals: 3)
        // Required, as are the calories.
        xml.element("DistanceMeters", summary.distance.value?.metres ?? 0, decimals: 2)
        xml.element("MaximumSpeed", summary.maximumSpeedMetresPerSecond.value, decimals: 3)
        xml.element("Calories", whole: summary.toldKilocalories ?? 0, in: 0...65_535)
        if let heartRate = summary.heartRate.value {
            append("AverageHeartRateBpm", heartRate.average, to: &xml)
            append("MaximumHeartRateBpm", heartRate.maximum, to: &xml)
        }
        xml.element("Intensity", text: "Active")
        if !isOnFoot {
            xml.element("Cadence", whole: summary.cadence.value?.averageWithoutZeros, in: 0...254)
        }
        xml.element("TriggerMethod", text: "\(lap.trigger.tcxMethod)")
        appendTracks(from: lap.start, to: end(of: lap), isOnFoot: isOnFoot, to: &xml)
        appendExtension(summary, isOnFoot: isOnFoot, to: &xml)
        xml.end()
    }

    /// Where the next lap begins: what lies between two belongs to the one before.
    private func end(of lap: Lap) -> Offset {
        starts.first { $0 > lap.start && $0 >= lap.end } ?? Offset(microseconds: .max)
    }

    /// One `Track` for each stretch in which the timer ran; readers refuse a lap without any point.
    private mutating func appendTracks(from start: Offset, to end: Offset, isOnFoot: Bool, to xml: inout XMLWriter) {
        var interval: Int?
        while let row = waiting, row.offset < end {
            defer { waiting = rows.next() }
            guard !row.isTemperature else { continue }
            if row.interval != interval {
                if interval != nil { xml.end() }
                xml.begin("Track")
                interval = row.interval
            }
            append(row, isOnFoot: isOnFoot, to: &xml)
        }
        if interval == nil {
            xml.begin("Track")
            append(WorkoutRows.Row(offset: start, told: start), isOnFoot: isOnFoot, to: &xml)
        }
        xml.end()
    }

    private func append(_ row: WorkoutRows.Row, isOnFoot: Bool, to xml: inout XMLWriter) {
        xml.begin("Trackpoint")
        xml.element("Time", text: workout.clock.timestamp(at: row.told).iso8601)
        if let place = row.place {
            xml.begin("Position")
            xml.element("LatitudeDegrees", place.latitude, decimals: 7)
            xml.element("LongitudeDegrees", place.longitude, decimals: 7)
            xml.end()
        }
        xml.element("AltitudeMeters", row.values.altitude, decimals: 2)
        xml.element("DistanceMeters", row.distance, decimals: 2)
        append("HeartRateBpm", row.values.heartRate, to: &xml)
        if !isOnFoot { xml.element("Cadence", whole: row.values.cadence, in: 0...254) }
        // Strides, half of the steps of both feet.
        let strides = isOnFoot ? row.values.stepRate.map { $0 / 2 } : nil
        if row.values.speed != nil || strides != nil || row.values.power != nil {
            xml.begin("Extensions")
            xml.begin("ns3:TPX")
            xml.element("ns3:Speed", row.values.speed, decimals: 3)
            xml.element("ns3:RunCadence", whole: strides, in: 0...254)
            xml.element("ns3:Watts", whole: row.values.power, in: 0...65_535)
            xml.end()
            xml.end()
        }
        xml.end()
    }

    private func append(_ name: String, _ heartRate: Double?, to xml: inout XMLWriter) {
        guard let heartRate else { return }
        xml.begin(name)
        xml.element("Value", whole: heartRate, in: 1...255)
        xml.end()
    }

    private func appendExtension(_ summary: WorkoutSummary, isOnFoot: Bool, to xml: inout XMLWriter) {
        let cadence = isOnFoot ? nil : summary.cadence.value
        let strides = isOnFoot ? summary.stepRate.value : nil
        let power = summary.power.value
        guard
            summary.averageSpeedMetresPerSecond.value != nil || cadence != nil || strides != nil || power != nil
                || summary.steps.value != nil
        else { return }
        xml.begin("Extensions")
        xml.begin("ns3:LX")
        xml.element("ns3:AvgSpeed", summary.averageSpeedMetresPerSecond.value, decimals: 3)
        xml.element("ns3:MaxBikeCadence", whole: cadence?.maximum, in: 0...254)
        // Without zeros, as people read cadence (core §6.2).
        xml.element("ns3:AvgRunCadence", whole: strides?.averageWithoutZeros.map { $0 / 2 }, in: 0...254)
        xml.element("ns3:MaxRunCadence", whole: strides.map { $0.maximum / 2 }, in: 0...254)
        xml.element("ns3:Steps", whole: summary.steps.value, in: 0...65_535)
        xml.element("ns3:AvgWatts", whole: power?.average, in: 0...65_535)
        xml.element("ns3:MaxWatts", whole: power?.maximum, in: 0...65_535)
        xml.end()
        xml.end()
    }
}

extension WorkoutRows.Row {
    /// Whether it tells nothing that the format has a word for.
    var isTemperature: Bool {
        var others = values
        others.temperature = nil
        return place == nil && others.isEmpty
    }
}
