import Phrases
import Statistics
import Testing
import Workouts

@testable import ShareCards

/// Whatever the language and however long the names and figures: every text is on the page, readable, and over no other one.
@Suite struct LayoutTests {
    static let names: [String?] = [
        nil, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        String(repeating: "A very long ride with friends ", count: 6), String(repeating: "朝の長いサイクリング", count: 12),
        "שלום לכולם באופניים", "🚴 Sunday",
    ]
    static let metrics = HistoryMetric.allCases

    private func measure(_ language: Language) throws -> Canvas { try Canvas(fonts: FontFamilies(language)) }

    /// One of each name, their sports in turn.
    private static func workouts() throws -> [Workout] {
        let types = [ActivityType.cycling, .crossCountrySkiing, .treadmillRunning]
        return try names.enumerated().map {
            try Examples.fullWorkout(types[$0.offset % types.count], name: $0.element, isDemo: $0.offset % 2 == 0)
        }
    }

    @Test func workoutCards() throws {
        let workouts = try Self.workouts()
        for language in Language.allCases {
            let measure = try measure(language)
            for (number, workout) in workouts.enumerated() {
                for form in [ShareFigures.Form.route(), .locationFree, .route(RouteTrimming(radiusMetres: 100_000))] {
                    let layout = WorkoutCardLayout(
                        workout: workout, form: form, route: nil,
                        place: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
                    let words = Phrasebook(language, number % 2 == 0 ? .metric : .imperial)
                    let drawing = layout.drawing(measure, Palette(.light), words)
                    #expect(drawing.faults(margin: 36, least: 17) == [], "\(language) \(number)")
                    #expect(drawing.width == 1080 && drawing.height == 1350)
                }
            }
        }
    }

    @Test(arguments: Examples.kinds) func periodCards(_ kind: Period.Kind) throws {
        for back in [0, 3] {
            let summary = try Examples.fullSummary(kind, back: back, isDemo: back == 0)
            for (number, language) in Language.allCases.enumerated() {
                let layout = PeriodCardLayout(
                    summary: summary, scope: HistoryScope.allCases[number % 2],
                    metrics: Array(Self.metrics[number...] + Self.metrics[..<number]), rules: Examples.rules)
                let words = Phrasebook(language, back == 3 ? .imperial : .metric)
                let drawing = layout.drawing(try measure(language), Palette(.dark), words)
                #expect(drawing.faults(margin: 36, least: 17) == [], "\(language) \(back)")
                #expect(drawing.width == 1080 && drawing.height == 1350)
            }
        }
    }

    @Test(arguments: Examples.kinds) func widgets(_ kind: Period.Kind) throws {
        for back in [0, 3] {
            let summary = try Examples.fullSummary(kind, back: back)
            for (number, language) in Language.allCases.enumerated() {
                let measure = try measure(language)
                for size in SummaryRequest.Size.allCases {
                    let first = (number + back + size.rawValue) % Self.metrics.count
                    let metrics = Array(Self.metrics[first...] + Self.metrics[..<first])
                    let request = SummaryRequest(summary.plan.query, scope: .activities, metrics: metrics, size: size)
                    let layout = WidgetLayout(summary: summary, request: request, rules: Examples.rules)
                    let drawing = layout.drawing(measure, Palette(.monochrome), Phrasebook(language))
                    #expect(drawing.faults(margin: 20, least: 11) == [], "\(language) \(back) \(size)")
                }
            }
        }
    }

    /// None, and one: a page for them too.
    @Test func fewMetrics() throws {
        let measure = try measure(.english)
        let summary = try Examples.fullSummary(.week)
        for metrics in [[], [HistoryMetric.distance], [.distance, .steps]] {
            for size in SummaryRequest.Size.allCases {
                let request = SummaryRequest(summary.plan.query, scope: .activities, metrics: metrics, size: size)
                let layout = WidgetLayout(summary: summary, request: request, rules: Examples.rules)
                let drawing = layout.drawing(measure, Palette(.light), Phrasebook(.english))
                #expect(drawing.faults(margin: 20, least: 11) == [] && drawing.texts.contains("This week"))
            }
            let card = PeriodCardLayout(summary: summary, scope: .allData, metrics: metrics, rules: Examples.rules)
            #expect(card.drawing(measure, Palette(.light), Phrasebook(.english)).faults(margin: 36, least: 17) == [])
        }
    }
}
