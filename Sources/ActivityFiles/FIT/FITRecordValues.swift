import Workouts

/// What the `record` of one second holds. All records of a file have the same fields, so that one definition serves them.
struct FITRecordValues {
    private let workout: Workout
    private let timer: TimerIntervals
    private let has: Presence
    private var quantities: SampledQuantities
    private var distance: Timeline.Cursor
    private var places: Route.Places.Iterator
    private var activityIndex = 0
    private var now = SampledQuantities.Row()
    private var place: Location?
    /// Metres so far.
    private var metres: Double?

    /// What the workout has at all.
    private struct Presence {
        var places, accuracy, altitude, distance, speed, heartRate, heartRateZone, cadence, strides, power, temperature: Bool
    }

    init(_ workout: Workout, timer: TimerIntervals) {
        self.workout = workout
        self.timer = timer
        quantities = SampledQuantities(workout)
        let distance = workout.timeline(of: .distance)
        self.distance = Timeline.Cursor(distance)
        places = workout.route.places(from: workout.start).makeIterator()
        func isThere(_ quantity: Quantity) -> Bool { !workout.timeline(of: quantity).isEmpty }
        let isOnFoot = isThere(.stepRate) && workout.activities.contains { $0.type.countsStrides }
        has = Presence(
            places: workout.route.placeCount > 0,
            accuracy: workout.route.places.contains { $0.horizontalAccuracyMetres != nil },
            altitude: isThere(.altitude), distance: !distance.isEmpty, speed: isThere(.speed), heartRate: isThere(.heartRate),
            heartRateZone: FITOwnField.hasHeartRateZones(workout), cadence: isThere(.cadence) || isOnFoot, strides: isOnFoot,
            power: isThere(.power), temperature: isThere(.temperature))
    }

    /// Takes what is known in `[start, end)`.
    ///
    /// - Returns: whether anything is; a distance alone is not anything.
    mutating func advance(from start: Offset, to end: Offset) -> Bool {
        place = nil
        while let next = places.peek, next.offset < end {
            if timer.contains(next.offset) { place = next }
            _ = places.next()
        }
        now = quantities.row(from: start, to: end)
        guard !now.isEmpty || place != nil else { return false }
        // The second in which a leg begins is of the one that its values come from.
        enterActivity(at: now.latest ?? place?.offset ?? start)
        // Up to the place that the same record shows, so that the two agree.
        if has.distance { metres = distance.amount(before: place?.offset ?? end) }
        return true
    }

    private mutating func enterActivity(at offset: Offset) {
        while activityIndex + 1 < workout.activities.count, workout.activities[activityIndex + 1].start <= offset {
            activityIndex += 1
        }
    }

    /// Takes the end of the workout, where nothing but the distance is known.
    ///
    /// - Returns: whether there is more of that than the last record said.
    mutating func close(at end: Offset) -> Bool {
        guard has.distance else { return false }
        (now, place) = (SampledQuantities.Row(), nil)
        let told = metres ?? 0
        let all = distance.amount(before: end)
        metres = all
        return FITMessage.stored(all, scale: 100) != FITMessage.stored(told, scale: 100)
    }

    /// The first moment from `offset` on, which `advance` reached, that has anything.
    func nextMoment(after offset: Offset) -> Offset {
        min(places.peek?.offset ?? Offset(microseconds: .max), quantities.nextMoment(after: offset))
    }

    /// Adds the second's fields to an empty message.
    func fill(_ message: inout FITMessage, second: Int64) {
        message.add(253, .uint32, second)
        if has.places {
            let corner = FITValues.semicircles(place)
            message.add(0, .sint32, corner.latitude)
            message.add(1, .sint32, corner.longitude)
        }
        if has.altitude { message.addAltitude(now.altitude, enhanced: 78, legacy: 2) }
        if has.distance { message.add(5, .uint32, metres, scale: 100) }
        if has.speed { message.addSpeed(now.speed, enhanced: 73, legacy: 6) }
        if has.heartRate { message.add(3, .uint8, FITValues.heartRate(now.heartRate)) }
        if has.cadence { addCadence(to: &message) }
        if has.power { message.add(7, .uint16, FITValues.power(now.power)) }
        if has.temperature { message.add(13, .sint8, now.temperature) }
        if has.accuracy { message.add(31, .uint8, place?.horizontalAccuracyMetres) }
        if has.heartRateZone { message.addDeveloper(FITOwnField.heartRateZoneIndex.rawValue, heartRateZone) }
    }

    /// Strides on foot, else revolutions; the fraction is there when any leg is on foot.
    private func addCadence(to message: inout FITMessage) {
        if activity?.type.countsStrides == true, has.strides {
            let strides = FITValues.strides(now.stepRate)
            message.add(4, .uint8, strides.whole)
            message.add(53, .uint8, strides.fraction)
        } else {
            message.add(4, .uint8, now.cadence)
            if has.strides { message.add(53, .uint8, nil as Int64?) }
        }
    }

    private var heartRateZone: UInt8? {
        guard let heartRate = now.heartRate, let group = activity?.zoneGroups[.heartRate] ?? workout.zoneGroups[.heartRate]
        else { return nil }
        return UInt8(clamping: group.configuration.zoneIndex(of: heartRate))
    }

    private var activity: WorkoutActivity? {
        workout.activities.indices.contains(activityIndex) ? workout.activities[activityIndex] : nil
    }
}
