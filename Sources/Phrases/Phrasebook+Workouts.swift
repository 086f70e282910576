internal import Statistics
public import Workouts

extension Phrasebook {
    // MARK: What it is called

    /// "Your morning walk around Brtnice" (core §9).
    ///
    /// - Parameters:
    ///   - time: `nil` when the local time is not known: none is claimed then.
    ///   - place: the settlement; `nil` or empty without one.
    public func title(of type: ActivityType, _ time: TimeOfDay?, place: String? = nil) -> String {
        let place = place?.isEmpty == true ? nil : place
        let title =
            switch (time, place) {
            case (let time?, let place?): say(.titleAtPlace(time, type, place: place))
            case (let time?, nil): say(.title(time, type))
            case (nil, let place?): say(.untimedTitleAtPlace(type, place: place))
            case (nil, nil): say(.untimedTitle(type))
            }
        return title.capitalisedFirst
    }

    /// A workout's title by what it was, when and where; several sports in one are a workout. Its own name is not looked at.
    ///
    /// The time of day is that of the workout's own zone, and is left out when the zone is not known or the clock was not set.
    public func title(of workout: Workout, place: String? = nil) -> String {
        title(
            of: workout.activities.map(\.type), workout.type, at: workout.startTimestamp, by: workout.clock, place: place)
    }

    /// - Parameters:
    ///   - legs: what was done, in order.
    ///   - type: of a workout without legs.
    public func title(
        of legs: [ActivityType], _ type: ActivityType, at start: Timestamp, by clock: WallClock, place: String? = nil
    ) -> String {
        let sports = Set(legs.filter { $0 != .transition })
        let type = sports.count > 1 ? .other : sports.first ?? type
        return title(of: type, TimeOfDay(at: start, by: clock), place: place)
    }

    /// The sport, for lists: "Indoor cycling".
    public func name(of type: ActivityType) -> String { phrase(ActivityForm.sport.key(type), []) }
    public func name(of time: TimeOfDay) -> String { word(time) }
    public func name(of quantity: Quantity) -> String { word(quantity) }
    public func name(of kind: PlanStep.Kind) -> String { word(kind) }
    public func name(of origin: SampleSource.DistanceOrigin) -> String { word(origin) }
    public func name(of kind: MoodCheckIn.Kind) -> String { word(kind) }
    public func name(of label: MoodCheckIn.Label) -> String { word(label) }
    public func name(of association: MoodCheckIn.Association) -> String { word(association) }

    /// The zones' model in words; what no model here is called, as it is.
    public func name(of configuration: ZoneConfiguration) -> String {
        ZoneModelName(rawValue: configuration.modelName).map(word) ?? configuration.modelName
    }

    // MARK: What a coach says

    public func text(_ verdict: ComplianceVerdict) -> String { word(verdict) }

    /// The line, with the zones' model behind it where it is not the athlete's preferred one (core §9).
    public func text(_ remark: CoachingRemark) -> String {
        let line = text(remark.line, of: remark.configuration)
        guard let configuration = remark.configuration, !remark.isPreferredConfiguration else { return line }
        return say(.remark(line: line, configuration: name(of: configuration)))
    }

    /// - Parameter configuration: whose zones the line speaks of; `nil`: zones are told by their numbers.
    public func text(_ line: CoachingLine, of configuration: ZoneConfiguration? = nil) -> String {
        func shown(_ index: Int) -> String { label(index, configuration) }
        return switch line {
        case .easy(let percent, let zone, let type): say(.easy(percent: percent, zone: shown(zone), type))
        case .tempo(let minutes, let zones) where zones.count == 1:
            say(.tempoInZone(minutes: minutes, zone: shown(zones.lowerBound)))
        case .tempo(let minutes, let zones):
            say(.tempoInZones(minutes: minutes, first: shown(zones.lowerBound), last: shown(zones.upperBound)))
        case .recovery(let share, let spikes, let type): say(.recovery(share, zone: shown(0), spikes: spikes, type))
        case .intervals(let reached, let planned, let zone, nil):
            say(.intervals(reached: reached, planned: planned, zone: shown(zone)))
        case .intervals(let reached, let planned, let zone, true?):
            say(.intervalsCameDown(reached: reached, planned: planned, zone: shown(zone)))
        case .intervals(let reached, let planned, let zone, false?):
            say(.intervalsStayedElevated(reached: reached, planned: planned, zone: shown(zone)))
        case .mostlyEasy(let type): say(.mostlyEasy(type))
        case .mostlySteady(let type): say(.mostlySteady(type))
        case .mostlyHard(let type): say(.mostlyHard(type))
        }
    }

    /// - Parameter configuration: of heart rate, whose zones the cue speaks of; `nil`: zones are told by their numbers.
    public func text(_ cue: LiveCue, of configuration: ZoneConfiguration? = nil) -> String {
        switch cue {
        case .aboveTarget(let quantity): say(.aboveTarget(quantity))
        case .belowTarget(let quantity): say(.belowTarget(quantity))
        case .workAhead(let seconds): say(.workAhead(seconds: seconds))
        case .recovered(let zone): say(.recovered(zone: label(zone, configuration)))
        case .stepBegins(let kind): say(.stepBegins(kind))
        case .planDone: say(.planDone)
        }
    }

    // MARK: Zones

    /// "Zone 3" of the zone with index 2; "Zone 5a" of Friel's with index 4.
    public func zone(index: Int, of configuration: ZoneConfiguration? = nil) -> String { say(.zone(label(index, configuration))) }

    /// "Zones 3–4"; one zone by itself where the range holds no more.
    public func zones(_ indices: ClosedRange<Int>, of configuration: ZoneConfiguration? = nil) -> String {
        indices.lowerBound == indices.upperBound
            ? zone(index: indices.lowerBound, of: configuration)
            : say(.zones(first: label(indices.lowerBound, configuration), last: label(indices.upperBound, configuration)))
    }

    /// "below 114 bpm", "114–133 bpm", "from 171 bpm": half-open, whole beats, watts and revolutions.
    public func range(of zone: Zone, _ quantity: Quantity) -> String {
        switch (zone.minimum, zone.maximum) {
        case (let lower?, let upper?): say(.between(lower: bare(lower, quantity), upper: value(upper, quantity)))
        case (nil, let upper?): say(.below(value(upper, quantity)))
        case (let lower?, nil): say(.from(value(lower, quantity)))
        case (nil, nil): self.zone(index: zone.index)
        }
    }

    /// "Time above 150 bpm".
    public func timeAbove(_ value: Double, _ quantity: Quantity) -> String { say(.timeAbove(self.value(value, quantity))) }

    /// How many workouts could not be put into the chosen zones; `nil` when all could.
    public func withoutSamples(_ count: Int) -> String? { count > 0 ? say(.withoutSamples(count)) : nil }

    /// From 0 in figures, from 1 before people, or as the zones' model has it.
    private func label(_ index: Int, _ configuration: ZoneConfiguration?) -> String {
        configuration?.label(of: index) ?? number(index == .max ? index : index + 1)
    }
}

extension TimeOfDay {
    /// By the workout's own zone; `nil` when the zone is not known or the machine's clock was not set. What another program's file
    /// says of its time is taken at its word.
    init?(at start: Timestamp, by clock: WallClock) {
        let isToldByFile = clock.source == .file && start >= Self.firstDateOfFiles
        guard clock.isTrusted || isToldByFile, let offset = clock.utcOffsetSeconds else { return nil }
        let seconds = start.microseconds.dividedDown(by: 1_000_000).addingReportingOverflow(Int64(offset))
        guard !seconds.overflow else { return nil }
        let secondOfDay = seconds.partialValue - seconds.partialValue.dividedDown(by: 86_400) * 86_400
        self.init(hour: Int(secondOfDay / 3600))
    }

    /// A FIT file's times before this one count from when the device was switched on, not from its epoch (FIT SDK, `date_time`,
    /// below 0x10000000: 1998-07-03).
    private static let firstDateOfFiles = Timestamp(microseconds: (631_065_600 + 0x1000_0000) * 1_000_000)
}

extension Int64 {
    /// The quotient rounded down, so that moments before 1970 fall into their own second and day.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension String {
    /// Titles begin with a capital letter whatever stands first in them.
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
