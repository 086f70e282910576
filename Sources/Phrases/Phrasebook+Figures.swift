internal import Glibc  // rounding is a libm call on processors without the instruction
public import Workouts

/// Figures with their units. Each is rounded here and nowhere before, half away from zero (core §1).
extension Phrasebook {
    // MARK: Numbers

    /// - Parameter decimals: 0...9, all of them written.
    public func number(_ value: Double, decimals: Int = 0) -> String {
        guard value.isFinite else { return Self.dash }
        guard let digits = DecimalDigits(value, decimals: min(max(decimals, 0), 9), keepsZeros: true) else { return "\(value)" }
        return symbols.text(digits)
    }

    public func number(_ value: Int) -> String { symbols.text(DecimalDigits(value)) }

    /// "84 %", by the language's rule for the space.
    public func percent(_ percent: Int) -> String { measure(number(percent), .percent) }

    /// "2 days", the number with at most `decimals` places: "1,5 dne".
    public func count(_ value: Double, _ what: Countable, decimals: Int = 0) -> String {
        guard let digits = DecimalDigits(value, decimals: min(max(decimals, 0), 9), keepsZeros: false) else {
            return value.isFinite ? "\(value)" : Self.dash
        }
        return phrase(what.key, [("count", .number(digits))])
    }

    // MARK: Lengths and speeds

    /// "12.35 km"; two places below 100, one from there. Below one kilometre in metres, in miles always.
    public func distance(_ metres: Double) -> String {
        switch units.system {
        case .metric:
            // What rounds to 1000 m is a kilometre.
            metres.magnitude < 999.5 ? measure(number(metres), .metres) : long(metres / 1000, .kilometres)
        case .imperial: long(metres / Units.metresPerMile, .miles)
        }
    }

    private func long(_ value: Double, _ unit: UnitPattern) -> String {
        measure(number(value, decimals: value.magnitude < 99.995 ? 2 : 1), unit)
    }

    /// Climbed, descended or above the sea: whole metres or feet.
    public func elevation(_ metres: Double) -> String {
        switch units.system {
        case .metric: measure(number(metres), .metres)
        case .imperial: measure(number(metres / Units.metresPerFoot), .feet)
        }
    }

    /// "31.2 km/h", from metres per second.
    public func speed(_ metresPerSecond: Double) -> String {
        switch units.system {
        case .metric: measure(number(metresPerSecond * 3.6, decimals: 1), .kilometresPerHour)
        case .imperial: measure(number(metresPerSecond * 3600 / Units.metresPerMile, decimals: 1), .milesPerHour)
        }
    }

    /// "5:30 min/km", from metres per second; a dash where one unit takes longer than an hour, as standing still does.
    public func pace(_ metresPerSecond: Double) -> String { paceText(secondsPerMetre: 1 / metresPerSecond) }

    /// The pace of a stretch, from its unrounded time and length (core §6.8).
    public func pace(_ time: TimeSpan, overMetres metres: Double) -> String { paceText(secondsPerMetre: time.seconds / metres) }

    private func paceText(secondsPerMetre: Double) -> String {
        let (length, unit): (Double, UnitPattern) =
            switch units.system {
            case .metric: (1000, .minutesPerKilometre)
            case .imperial: (Units.metresPerMile, .minutesPerMile)
            }
        let seconds = secondsPerMetre * length
        guard seconds > 0, seconds < 3599.5 else { return Self.dash }
        return measure(duration(TimeSpan(seconds: seconds)), unit)
    }

    // MARK: Sensors

    public func heartRate(_ beatsPerMinute: Double) -> String { measure(number(beatsPerMinute), .beatsPerMinute) }
    public func power(_ watts: Double) -> String { measure(number(watts), .watts) }
    public func cadence(_ revolutionsPerMinute: Double) -> String { measure(number(revolutionsPerMinute), .revolutionsPerMinute) }
    public func stepRate(_ stepsPerMinute: Double) -> String { measure(number(stepsPerMinute), .stepsPerMinute) }
    public func rrVariability(_ milliseconds: Double) -> String { measure(number(milliseconds), .milliseconds) }

    public func temperature(_ celsius: Double) -> String {
        switch units.system {
        case .metric: measure(number(celsius), .celsius)
        case .imperial: measure(number(celsius * 9 / 5 + 32), .fahrenheit)
        }
    }

    /// What the body burned, in the energy unit chosen.
    public func energy(kilocalories: Double) -> String {
        switch units.energy {
        case .kilocalories: measure(number(kilocalories), .kilocalories)
        case .kilojoules: measure(number(kilocalories * Units.kilojoulesPerKilocalorie), .kilojoules)
        }
    }

    /// What went into the pedals: kilojoules everywhere, as riders have it.
    public func work(kilojoules: Double) -> String { measure(number(kilojoules), .kilojoules) }

    /// A value of a quantity in its unit.
    public func value(_ value: Double, _ quantity: Quantity) -> String {
        switch quantity {
        case .heartRate: heartRate(value)
        case .power: power(value)
        case .cadence: cadence(value)
        case .stepRate: stepRate(value)
        case .speed: speed(value)
        case .altitude: elevation(value)
        case .temperature: temperature(value)
        case .distance: distance(value)
        case .steps: count(value, .steps)
        case .energy: energy(kilocalories: value)
        }
    }

    /// The lower end of a range, whose unit is told at the upper one; with its own where the units may differ.
    func bare(_ value: Double, _ quantity: Quantity) -> String {
        switch quantity {
        case .heartRate, .power, .cadence, .stepRate: number(value)
        case .speed, .altitude, .temperature, .distance, .steps, .energy: self.value(value, quantity)
        }
    }

    // MARK: Durations

    /// "1:02:03", "2:03"; whole seconds.
    public func duration(_ span: TimeSpan) -> String {
        let total = span.microseconds.magnitude.roundedQuotient(1_000_000)
        let (minutes, seconds) = total.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        let sign = span.microseconds < 0 && total > 0 ? "-" : ""
        guard hours > 0 else { return "\(sign)\(minute):\(seconds.twoDigits)" }
        return "\(sign)\(hours):\(minute.twoDigits):\(seconds.twoDigits)"
    }

    /// "1 h 2 min", "45 min", "30 s": whole minutes from one minute on; what is negative, as `duration`.
    public func roughDuration(_ span: TimeSpan) -> String {
        guard span.microseconds >= 0 else { return duration(span) }
        let seconds = span.microseconds.magnitude.roundedQuotient(1_000_000)
        guard seconds >= 60 else { return measure(number(Int(seconds)), .seconds) }
        let (hours, minutes) = span.microseconds.magnitude.roundedQuotient(60_000_000).quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return measure(number(Int(minutes)), .minutes) }
        if minutes == 0 { return measure(number(Int(hours)), .hours) }
        return say(.hoursAndMinutes(hours: Int(hours), minutes: Int(minutes)))
    }

    private func measure(_ number: String, _ unit: UnitPattern) -> String {
        number == Self.dash ? number : phrase(unit.key, [("value", .text(number))])
    }
}

extension UInt64 {
    /// Half up, without a sum that could be too large.
    fileprivate func roundedQuotient(_ divisor: UInt64) -> UInt64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return quotient + (remainder >= divisor / 2 ? 1 : 0)
    }

    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
