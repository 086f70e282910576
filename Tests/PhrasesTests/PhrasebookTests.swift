import Statistics
import Testing
import Workouts

@testable import Phrases

/// The examples of core §9, and what each language makes of them.
@Suite struct PhrasebookTests {
    private let english = Phrasebook(.english)
    private let czech = Phrasebook(.czech)

    // MARK: Titles

    @Test func titlesOfTheReference() {
        #expect(english.title(of: .walking, TimeOfDay(hour: 7), place: "Brtnice") == "Your morning walk around Brtnice")
        #expect(english.title(of: .strength, TimeOfDay(hour: 18)) == "Your evening strength workout")
    }

    @Test func whatIsNotKnownIsNotClaimed() {
        #expect(english.title(of: .walking, nil, place: "Brtnice") == "Your walk around Brtnice")
        #expect(english.title(of: .walking, nil, place: "") == "Your walk")
        #expect(english.title(of: .walking, nil) == "Your walk")
    }

    @Test(
        arguments: [
            (.english, "Your morning walk around Brtnice", "Your evening strength workout"),
            (.czech, "Ranní procházka – Brtnice", "Večerní posilování"),
            (.german, "Spaziergang am Morgen – Brtnice", "Krafttraining am Abend"),
            (.spanish, "Paseo a pie por la mañana – Brtnice", "Sesión de fuerza al final del día"),
            (.french, "Marche du matin – Brtnice", "Séance de musculation du soir"),
            (.italian, "Camminata del mattino – Brtnice", "Sessione di forza della sera"),
            (.portuguese, "Caminhada de manhã – Brtnice", "Sessão de musculação no fim do dia"),
            (.japanese, "朝のウォーキング（Brtnice周辺）", "夜の筋力トレーニング"),
            (.korean, "아침 걷기 – Brtnice 주변", "저녁 근력 운동"),
            (.simplifiedChinese, "晨间步行 · Brtnice附近", "晚间力量训练"),
        ] as [(Language, String, String)])
    func titles(language: Language, walk: String, strength: String) {
        let book = Phrasebook(language)
        #expect(book.title(of: .walking, .morning, place: "Brtnice") == walk)
        #expect(book.title(of: .strength, .evening) == strength)
    }

    @Test func placesMayHoldBraces() {
        #expect(english.title(of: .running, .night, place: "{outing}") == "Your night run around {outing}")
    }

    // MARK: Coaching lines

    @Test func linesOfTheReference() {
        let cases: [(CoachingLine, String)] = [
            (.easy(percent: 84, belowZone: 2, activity: .cycling), "You stayed below Zone 3 for 84% of the ride."),
            (.tempo(minutes: 21, zones: 2...3), "You accumulated 21 minutes in Zones 3–4."),
            (.tempo(minutes: 1, zones: 2...2), "You accumulated 1 minute in Zone 3."),
            (.recovery(.all, spikes: 0, activity: .walking), "All of the walk stayed in Zone 1, with no spikes."),
            (.recovery(.most, spikes: 1, activity: .walking), "Most of the walk stayed in Zone 1, with 1 short spike."),
            (
                .recovery(.lessThanHalf, spikes: 3, activity: .walking),
                "Less than half of the walk stayed in Zone 1, with 3 short spikes."
            ),
            (
                .intervals(reached: 4, planned: 5, zone: 3, recoveriesCameDown: true),
                "4 of 5 hard repeats reached Zone 4; recoveries came down."
            ),
            (
                .intervals(reached: 4, planned: 5, zone: 3, recoveriesCameDown: false),
                "4 of 5 hard repeats reached Zone 4; recoveries stayed elevated."
            ),
            (.intervals(reached: 1, planned: 1, zone: 3, recoveriesCameDown: nil), "1 of 1 hard repeat reached Zone 4."),
            (.mostlyEasy(activity: .running), "Most of the run was easy."),
        ]
        for (line, text) in cases { #expect(english.text(line) == text) }
    }

    @Test func czechFormsAgree() {
        #expect(czech.text(.tempo(minutes: 1, zones: 2...2)) == "V zóně 3 máš za sebou 1 minutu.")
        #expect(czech.text(.tempo(minutes: 3, zones: 2...3)) == "V zónách 3–4 máš za sebou 3 minuty.")
        #expect(czech.text(.tempo(minutes: 21, zones: 2...3)) == "V zónách 3–4 máš za sebou 21 minut.")
        let spikes = [0, 1, 2, 5].map { czech.text(.recovery(.most, spikes: $0, activity: .walking)) }
        #expect(
            spikes
                == ["bez výkyvů", "1 krátký výkyv", "2 krátké výkyvy", "5 krátkých výkyvů"].map {
                    "Většina procházky proběhla v zóně 1 (\($0))."
                })
        // The verb goes with the repeats that reached the zone, not with those planned.
        #expect(
            czech.text(.intervals(reached: 1, planned: 5, zone: 3, recoveriesCameDown: nil))
                == "Zóny 4 dosáhl 1 z celkem 5 náročných úseků.")
        #expect(
            czech.text(.intervals(reached: 3, planned: 5, zone: 3, recoveriesCameDown: nil))
                == "Zóny 4 dosáhly 3 z celkem 5 náročných úseků.")
    }

    @Test func theNumberThatChoosesIsTheCatalogs() {
        func text(_ language: Language, _ reached: Int, _ planned: Int) -> String {
            Phrasebook(language).text(.intervals(reached: reached, planned: planned, zone: 3, recoveriesCameDown: nil))
        }
        #expect(text(.english, 1, 5) == "1 of 5 hard repeats reached Zone 4.")
        #expect(text(.french, 1, 5) == "Zone 4 atteinte lors de 1 répétition intense sur 5.")
        #expect(text(.french, 2, 5) == "Zone 4 atteinte lors de 2 répétitions intenses sur 5.")
    }

    /// Friel's seven are 1, 2, 3, 4, 5a, 5b, 5c (core §3), whatever is said of them and in which language.
    @Test func zonesAreCalledAsTheirModelDoes() throws {
        let friel = try ZoneModel.friel7Run(thresholdBeatsPerMinute: 168).configuration()
        func text(_ line: CoachingLine, _ book: Phrasebook) -> String {
            book.text(CoachingRemark(line, configuration: friel, isPreferredConfiguration: true))
        }
        #expect(text(.tempo(minutes: 21, zones: 2...6), english) == "You accumulated 21 minutes in Zones 3–5c.")
        #expect(text(.tempo(minutes: 3, zones: 2...5), czech) == "V zónách 3–5b máš za sebou 3 minuty.")
        #expect(
            text(.easy(percent: 84, belowZone: 4, activity: .cycling), english) == "You stayed below Zone 5a for 84% of the ride."
        )
        #expect(
            text(.intervals(reached: 4, planned: 5, zone: 5, recoveriesCameDown: nil), english)
                == "4 of 5 hard repeats reached Zone 5b.")
        #expect(english.text(.recovered(belowZone: 4), of: friel) == "Heart rate is back below Zone 5a")
        for language in Language.allCases {
            #expect(text(.tempo(minutes: 21, zones: 2...6), Phrasebook(language)).contains("5c"), "\(language)")
        }
        let five = try ZoneModel.percentHRmax5(maximumBeatsPerMinute: 190).configuration()
        #expect(english.text(.recovered(belowZone: 4), of: five) == "Heart rate is back below Zone 5")
    }

    @Test func foreignZonesAreNamed() throws {
        let line = CoachingLine.tempo(minutes: 21, zones: 2...3)
        let zones = try ZoneModel.friel7Bike(thresholdBeatsPerMinute: 165).configuration()
        let preferred = CoachingRemark(line, configuration: zones, isPreferredConfiguration: true)
        let other = CoachingRemark(line, configuration: zones, isPreferredConfiguration: false)
        let none = CoachingRemark(.mostlyEasy(activity: .running), configuration: nil, isPreferredConfiguration: false)
        #expect(english.text(preferred) == "You accumulated 21 minutes in Zones 3–4.")
        #expect(english.text(other) == "You accumulated 21 minutes in Zones 3–4. (zones: Friel, by threshold heart rate)")
        #expect(english.text(none) == "Most of the run was easy.")
        let own = try ZoneConfiguration(.power, boundaries: [100, 200], modelName: "Club 2026")
        #expect(english.name(of: own) == "Club 2026")
        #expect(english.name(of: try ZoneConfiguration(.power, boundaries: [100, 200])) == "own boundaries")
    }

    @Test func cues() {
        #expect(english.text(.aboveTarget(.heartRate)) == "Heart rate above target")
        #expect(english.text(.workAhead(seconds: 10)) == "Work begins in 10 seconds")
        #expect(english.text(.recovered(belowZone: 1)) == "Heart rate is back below Zone 2")
        #expect(english.text(.stepBegins(.coolDown)) == "Now: Cool-down")
        #expect(czech.text(.workAhead(seconds: 2)) == "Za 2 sekundy začíná zátěž")
    }

    // MARK: Comparisons

    @Test func comparisons() {
        #expect(english.comparison(112, with: 100, .byThisTimeLastWeek) == "12% more than by this time last week")
        #expect(english.comparison(88, with: 100, .previousMonth) == "12% less than the month before")
        #expect(english.comparison(100.4, with: 100, .previousDay) == "about as much as the day before")
        #expect(english.comparison(5, with: 0, .byThisTimeYesterday) == "new: nothing by this time yesterday")
        #expect(english.comparison(0, with: 0, .previousDay) == "about as much as the day before")
        #expect(english.comparison(1e300, with: 1e-300, .previousDay) == "1,000,000,000% more than the day before")
        #expect(english.comparison(.nan, with: 1, .previousDay) == "–")
        #expect(czech.comparison(112, with: 100, .byThisTimeLastWeek) == "o 12\u{A0}% víc než minulý týden touto dobou")
        #expect(Phrasebook(.german).comparison(112, with: 100, .previousWeek) == "12\u{A0}% mehr als in der Woche davor")
        #expect(
            Phrasebook(.italian).comparison(88, with: 100, .previousWeek) == "12% in meno rispetto alla settimana precedente")
    }

    @Test func streaks() {
        #expect(english.streak(days: 1) == "1 day in a row")
        #expect([1, 2, 5].map { czech.streak(days: $0) } == ["1 den v řadě", "2 dny v řadě", "5 dní v řadě"])
        #expect(czech.count(1.5, .days, decimals: 1) == "1,5 dne")
        #expect(Phrasebook(.french).count(1.5, .days, decimals: 1) == "1,5 jour")
        #expect(Phrasebook(.french).streak(days: 0) == "0 jour d’affilée")
    }

    // MARK: Zones

    @Test func zones() throws {
        let zones = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171]).zones
        #expect(zones.map { english.range(of: $0, .heartRate) }.first == "below 114\u{A0}bpm")
        #expect(english.range(of: zones[1], .heartRate) == "114–133\u{A0}bpm")
        #expect(english.range(of: zones[4], .heartRate) == "from 171\u{A0}bpm")
        #expect(english.zones(1...1) == "Zone 2")
        #expect(english.zones(1...3) == "Zones 2–4")
        #expect(english.zones(3...6, of: try ZoneModel.friel7Bike(thresholdBeatsPerMinute: 165).configuration()) == "Zones 4–5c")
        #expect(english.timeAbove(150, .heartRate) == "Time above 150\u{A0}bpm")
        #expect(english.withoutSamples(0) == nil)
    }
}

/// A workout's own clock decides what time of day is claimed.
@Suite struct WorkoutTitleTests {
    /// 2026-07-01T00:00:00Z.
    private static let midnight: Int64 = 1_782_864_000

    private func title(
        _ hours: Double, offset: Int?, source: WallClock.Source = .system, isTrusted: Bool = true,
        legs: [ActivityType] = [.walking], day: Int64 = midnight
    ) -> String {
        let start = Timestamp(microseconds: day * 1_000_000) + TimeSpan(seconds: hours * 3600)
        let clock = WallClock(origin: start, source: source, isTrusted: isTrusted, utcOffsetSeconds: offset)
        let end = Offset(seconds: 600)
        let summary = WorkoutSummary(elapsed: TimeSpan(seconds: 600), timer: TimeSpan(seconds: 600))
        let id = WorkoutID(high: 0, low: 1)
        let workout = Workout(
            id: id, type: legs[0], clock: clock, start: .zero, end: end,
            activities: legs.map { WorkoutActivity(type: $0, start: .zero, end: end, summary: summary) }, laps: [],
            route: Route(syncID: id), summary: summary)
        return Phrasebook(.english).title(of: workout)
    }

    /// Morning begins at 5:00:00, evening at 17, night at 22 (core §9).
    @Test func localTime() {
        #expect(title(5, offset: 7200) == "Your morning walk")
        #expect(title(2.9999, offset: 7200) == "Your night walk")
        #expect(title(3, offset: 7200) == "Your morning walk")
        #expect(title(1, offset: -18_000) == "Your evening walk")
        #expect(title(-0.5, offset: -19_800, day: 0) == "Your evening walk")
        #expect(title(12, offset: 0) == "Your afternoon walk")
    }

    @Test func noTimeIsClaimedWithoutAZoneOrAClock() {
        #expect(title(5, offset: nil) == "Your walk")
        #expect(title(5, offset: 7200, source: .system, isTrusted: false) == "Your walk")
        #expect(title(5, offset: 7200, source: .file, isTrusted: false) == "Your morning walk")
        // From 1989-12-31 on FIT counts: a device that was never told the time counts from when it was switched on, below 0x10000000 s.
        #expect(title(5, offset: 7200, source: .file, isTrusted: false, day: 631_065_600) == "Your walk")
        #expect(title(0, offset: 7200, source: .file, isTrusted: false, day: 899_501_055) == "Your walk")
        // 1998-07-03T23:24:16 there.
        #expect(title(0, offset: 7200, source: .file, isTrusted: false, day: 899_501_056) == "Your night walk")
    }

    @Test func severalSportsAreAWorkout() {
        #expect(title(5, offset: 0, legs: [.cycling, .transition, .running]) == "Your morning workout")
        #expect(title(5, offset: 0, legs: [.running, .transition, .running]) == "Your morning run")
    }

    /// Friel's limits at a threshold of 165 are 81, 90, 94, 100, 103 and 106 percent of it: 169.95 is told as 170.
    @Test func limitsOfZonesToATenth() throws {
        let zones = try ZoneConfiguration(.heartRate, boundaries: [133.65, 148.5, 155.1, 165, 169.95, 174.9])
        let (english, czech) = (Phrasebook(.english), Phrasebook(.czech))
        #expect(english.exactRange(0, of: zones) == "below 133.7 bpm")
        #expect(english.exactRange(1, of: zones) == "133.7–148.5 bpm")
        #expect(english.exactRange(4, of: zones) == "165–170 bpm" && english.exactRange(6, of: zones) == "from 174.9 bpm")
        #expect(czech.exactRange(5, of: zones) == "170–174,9 bpm")
        #expect(czech.exactRange(5, of: zones, hasUnit: false) == "170–174,9")
        #expect(english.exactRange(7, of: zones).isEmpty && english.exactRange(-1, of: zones).isEmpty)
    }
}
