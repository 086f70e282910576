extension AthleteHistory {
    /// Keeps what differs from what is in force already: a whole state of the settings in place of single facts.
    ///
    /// - Parameters:
    ///   - settings: figures and zones; those of the zones that follow from figures are left out (`ZoneConfiguration.Source.system`).
    ///   - validFrom: not before that of any other entry, since what comes later is not compared.
    ///   - isDated: whether it is so since then, or only told so.
    public mutating func record(_ settings: WorkoutSettings, from validFrom: Timestamp, isDated: Bool = true) {
        let former = recorded(at: validFrom)
        var facts: [Fact] = []
        for figure in Figure.allCases where settings[keyPath: figure.setting] != former[keyPath: figure.setting] {
            facts.append(.figure(figure, settings[keyPath: figure.setting]))
        }
        if settings.ageYears != former.ageYears { facts.append(.ageYears(settings.ageYears)) }
        if settings.sex != former.sex { facts.append(.sex(settings.sex)) }
        for quantity in Quantity.allCases {
            let (now, before) = (settings.zones[quantity]?.stated, former.zones[quantity])
            if !Self.isSame(now, before) { facts.append(.zones(quantity, nil, now)) }
            for activity in ActivityType.allCases {
                let now = settings.zonesByActivity[activity]?[quantity]?.stated
                if !Self.isSame(now, former.zonesByActivity[activity]?[quantity]) {
                    facts.append(.zones(quantity, activity, now))
                }
            }
        }
        // A workout's zones are keyed by their own quantity, so that none is refused.
        for fact in facts { try? record(fact, from: validFrom, isDated: isDated) }
    }

    /// Equal boundaries alone do not say that zones were made in the same way.
    private static func isSame(_ a: ZoneConfiguration?, _ b: ZoneConfiguration?) -> Bool {
        a == b && a?.source == b?.source && a?.modelName == b?.modelName && a?.inputs == b?.inputs
    }
}

extension ZoneConfiguration {
    /// `nil` for what follows from figures, which the history makes anew.
    fileprivate var stated: ZoneConfiguration? { source == .system ? nil : self }
}
