import Workouts

/// What the `record` of one second holds. All records of a file have the same fields, so that one definition serves them.
struct FITRecordValues {
    private let workout: Workout
    private let timer: TimerIntervals
    private let has: Presence
    private var heartRate, power, cadence, stepRate, speed, altitude, temperature: FITHeldValue
    private var distance: Timeline.Cursor
    private var places: Route.Places.Iterator
    private var activityIndex = 0
    private var now = Values()

    /// What the workout has at all.
    private struct Presence {
        var places, accuracy, altitude, distance, speed, heartRate, heartRateZone, cadence, strides, power, temperature: Bool
    }

    private struct Values {
        var place: Location?
        var heartRate, power, cadence, stepRate, speed, altitude, temperature, distance: Double?

        var isEmpty: Bool {
            place == nil && heartRate == nil && power == nil && cadence == nil && stepRate == nil && speed == nil
                && altitude == nil && temperature == nil
        }
    }

    init(_ workout: Workout, timer: TimerIntervals) {
        self.workout = workout
        self.timer = timer
        func held(_ quantity: Quantity) -> FITHeldValue { FITHeldValue(workout.timeline(of: quantity)) }
        heartRate = held(.heartRate)
        power = held(.power)
        cadence = held(.cadence)
        stepRate = held(.stepRate)
        speed = held(.speed)
        altitude = held(.altitude)
        temperature = held(.temperature)
        let distance = workout.timeline(of: .distance)
        self.distance = Timeline.Cursor(distance)
        places = workout.route.places(from: workout.start).makeIterator()
        let isOnFoot = !stepRate.isEmpty && workout.activities.contains { $0.type.countsStrides }
        has = Presence(
            places: workout.route.placeCount > 0,
            accuracy: workout.route.places.contains { $0.horizontalAccuracyMetres != nil },
            altitude: !altitude.isEmpty, distance: !distance.isEmpty, speed: !speed.isEmpty, heartRate: !heartRate.isEmpty,
            heartRateZone: FITZoneIndexField.isUsed(by: workout), cadence: !cadence.isEmpty || isOnFoot, strides: isOnFoot,
            power: !power.isEmpty, temperature: !temperature.isEmpty)
    }

    /// Takes what counted in `[start, end)`.
    ///
    /// - Returns: whether anything did; a distance that stands still is not anything.
    mutating func advance(from start: Offset, to end: Offset) -> Bool {
        while activityIndex + 1 < workout.activities.count, workout.activities[activityIndex + 1].start <= start {
            activityIndex += 1
        }
        now.place = nil
        while let place = places.peek, place.offset < end {
            if timer.contains(place.offset) { now.place = place }
            _ = places.next()
        }
        now.heartRate = heartRate.last(from: start, to: end)
        now.power = power.last(from: start, to: end)
        now.cadence = cadence.last(from: start, to: end)
        now.stepRate = stepRate.last(from: start, to: end)
        now.speed = speed.last(from: start, to: end)
        now.altitude = altitude.last(from: start, to: end)
        now.temperature = temperature.last(from: start, to: end)
        guard !now.isEmpty else { return false }
        // Up to the place that the same record shows, so that the two agree.
        if has.distance { now.distance = distance.amount(before: now.place?.offset ?? end) }
        return true
    }

    /// The first moment from `offset` on, which `advance` reached, that has anything.
    func nextMoment(after offset: Offset) -> Offset {
        var next = places.peek?.offset ?? Offset(microseconds: .max)
        for value in [heartRate, power, cadence, stepRate, speed, altitude, temperature] {
            next = min(next, value.nextMoment(after: offset))
        }
        return next
    }

    /// Adds the second's fields to an empty message.
    func fill(_ message: inout FITMessage, second: Int64) {
        message.add(253, .uint32, second)
        if has.places {
            let place = FITValues.semicircles(now.place)
            message.add(0, .sint32, place.latitude)
            message.add(1, .sint32, place.longitude)
        }
        if has.altitude { message.addAltitude(now.altitude, enhanced: 78, legacy: 2) }
        if has.distance { message.add(5, .uint32, now.distance, scale: 100) }
        if has.speed { message.addSpeed(now.speed, enhanced: 73, legacy: 6) }
        if has.heartRate { message.add(3, .uint8, FITValues.heartRate(now.heartRate)) }
        if has.cadence { addCadence(to: &message) }
        if has.power { message.add(7, .uint16, FITValues.power(now.power)) }
        if has.temperature { message.add(13, .sint8, now.temperature) }
        if has.accuracy { message.add(31, .uint8, now.place?.horizontalAccuracyMetres) }
        if has.heartRateZone { message.addDeveloper(FITZoneIndexField.number, heartRateZone) }
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
