/// A figure that people are shown, by name (core §6, §8).
public enum Figure: String, CaseIterable, Sendable {
    // times and distances
    case elapsedTime, timerTime, movingTime, distance, averageSpeed, movingSpeed, maximumSpeed, averagePace
    case elevationGain, elevationLoss, averageAltitude, averageTemperature
    // sensors
    case averageHeartRate, minimumHeartRate, maximumHeartRate
    case averagePower, averagePowerWithoutZeros, maximumPower
    case averageCadence, averageCadenceWithoutZeros, maximumCadence, averageStepRate
    // power
    case normalizedPower, intensityFactor, variabilityIndex, efficiencyFactor, trainingStressScore, work, powerCurve,
        wPrimeBalance
    // heart
    case trainingImpulse, heartRateStressScore, decoupling, rrVariability
    // days and periods
    case steps, floors, energy, exerciseDuration, activities, timeInZones
    // load over weeks
    case fitness, fatigue, form, weeklyMood
}

/// What must be said beside a figure so that it is not misread.
public enum FigureNote: String, CaseIterable, Sendable {
    /// hrTSS is computed from TRIMP here.
    case notTrainingPeaks
    /// TRIMP of somebody whose sex is not known.
    case sexNotStated
    /// A threshold or maximum that nobody measured went in.
    case estimatedInputs
    /// Route and recorded distance differ too much to fit one to the other.
    case calibrationRejected
    /// The times in the file went back.
    case clockStepped
    /// The machine's clock was not set.
    case clockNotSet
    case energyFromPower, energyFromHeartRate, energyEstimate
    case loadFromStressScore, loadFromImpulse
    case altitudeFromBarometer, altitudeFromGPS
    case smoothedRoute
    /// Floors and swum distance: no sensor here counts them.
    case importOnly
}

/// A period by its name from today.
public enum NamedPeriod: String, CaseIterable, Sendable {
    case last24Hours, today, yesterday, thisWeek, lastWeek, thisMonth, lastMonth, thisQuarter, lastQuarter, thisYear, lastYear,
        custom
}

/// What a period is compared with (core §8).
public enum ComparedPeriod: String, CaseIterable, Sendable {
    // under way: only what had passed by then
    case byThisTimeYesterday, byThisTimeLastWeek, byThisTimeLastMonth, byThisTimeLastQuarter, byThisTimeLastYear
    case byThisTimeInPreviousPeriod, byThisTimeInSamePeriodLastYear
    // whole
    case previous24Hours, previousDay, previousWeek, previousMonth, previousQuarter, previousYear, previousPeriod,
        samePeriodLastYear
}

/// A sentence or heading that is the same every time.
public enum Notice: String, CaseIterable, Sendable {
    case demo
    // why there is no route
    case routeNotRecorded, routeNotAccessible
    // goals
    case goal, goalReached, ring, streak
    // what a shared card says
    case recordedWith, locationHidden
    case allData, activitiesOnly
}
