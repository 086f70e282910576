import Workouts

/// What stands at the end of an activity: `time_in_zone`s, `lap`s, `session`s, `activity`.
struct FITSummaries {
    let workout: Workout
    let note: String?
    let dates: FITDates

    func append(to file: inout FITFile) {
        for (index, lap) in workout.laps.enumerated() {
            appendZones(lap.zoneGroups, scope: .lap, index: index, end: lap.end, to: &file)
        }
        for (index, activity) in workout.activities.enumerated() {
            appendZones(activity.zoneGroups, scope: .session, index: index, end: activity.end, to: &file)
        }
        for (index, lap) in workout.laps.enumerated() { file.append(message(lap, index: index)) }
        for (index, activity) in workout.activities.enumerated() { file.append(message(activity, index: index)) }
        file.append(activityMessage)
    }

    private func appendZones(
        _ groups: [Quantity: ZoneGroup], scope: FITZones.Scope, index: Int, end: Offset, to file: inout FITFile
    ) {
        // Zones that nothing was measured for would read as hours without effort.
        let measured = groups.filter { quantity, _ in workout.series.contains { $0.quantity == quantity } }
        let message = FITZones.message(
            measured, settings: workout.settings, scope: scope, index: index, endSecond: dates.second(end))
        if let message { file.append(message) }
    }

    private func message(_ lap: Lap, index: Int) -> FITMessage {
        let isKnown = workout.activities.indices.contains(lap.activityIndex)
        let type = isKnown ? workout.activities[lap.activityIndex].type : workout.type
        var message = FITMessage(.lap)
        addFrame(to: &message, index: index, event: 9, start: lap.start, end: lap.end)
        message.addSummary(lap.summary, isOnFoot: type.countsStrides, fields: .lap)
        message.addPlaces(workout.route.places(from: lap.start, to: lap.end), fields: .lap)
        message.add(23, .enum, type == .transition ? 1 : 0)  // rest, active
        message.add(24, .enum, lap.trigger.fitNumber)
        message.add(25, .enum, type.fitSport.sport)
        message.add(39, .enum, type.fitSport.subSport)
        if let energy = lap.summary.machineEnergyKilocalories.value { message.addOwn(.machineEnergy, Float(energy)) }
        return message
    }

    private func message(_ activity: WorkoutActivity, index: Int) -> FITMessage {
        let laps = workout.laps.indices.filter { workout.laps[$0].activityIndex == index }
        var message = FITMessage(.session)
        addFrame(to: &message, index: index, event: 8, start: activity.start, end: activity.end)
        message.add(5, .enum, activity.type.fitSport.sport)
        message.add(6, .enum, activity.type.fitSport.subSport)
        message.addSummary(activity.summary, isOnFoot: activity.type.countsStrides, fields: .session)
        message.addPlaces(workout.route.places(from: activity.start, to: activity.end), fields: .session)
        message.add(25, .uint16, laps.first.map(Int64.init))
        message.add(26, .uint16, Int64(laps.count))
        message.add(28, .enum, index < workout.activities.count - 1 ? 2 : 0)  // the next sport began; the activity ended
        if let score = activity.summary.trainingStressScore.value { message.add(35, .uint16, score, scale: 10) }
        if let factor = activity.summary.intensityFactor.value { message.add(36, .uint16, factor, scale: 1000) }
        if let watts = workout.settings.functionalThresholdPowerWatts { message.add(45, .uint16, watts) }
        message.addDeveloper(FITOwnField.workoutID.rawValue, workout.id.bytes)
        if index == 0 { message.addOwn(.note, note, limit: 254) }
        return message
    }

    private var activityMessage: FITMessage {
        let second = dates.second(workout.end)
        var message = FITMessage(.activity)
        message.add(253, .uint32, second)
        message.add(0, .uint32, FITValues.milliseconds(workout.summary.timer))
        message.add(1, .uint16, Int64(workout.activities.count))
        message.add(2, .enum, workout.activities.count > 1 ? 1 : 0)
        message.add(3, .enum, 26)
        message.add(4, .enum, 1)
        message.add(5, .uint32, dates.local(second))
        return message
    }

    /// What a lap and a session begin with.
    private func addFrame(to message: inout FITMessage, index: Int, event: Int64, start: Offset, end: Offset) {
        message.add(254, .uint16, Int64(index))
        message.add(253, .uint32, dates.second(end))
        message.add(0, .enum, event)
        message.add(1, .enum, 1)
        message.add(2, .uint32, dates.second(start))
    }
}

extension LapTrigger {
    fileprivate var fitNumber: Int64 {
        switch self {
        case .manual: 0
        case .time: 1
        case .distance: 2
        case .sessionEnd, .activityChange: 7
        }
    }
}
