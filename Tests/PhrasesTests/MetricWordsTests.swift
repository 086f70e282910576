import Phrases
import Statistics
import Testing
import Workouts

@Suite struct MetricWordsTests {
    private let english = Phrasebook(.english)

    @Test(arguments: [
        (12_345.0, HistoryMetric.distance, "12.35\u{A0}km"), (12_345, .steps, "12,345"), (0, .activityCount, "0"),
        (3661, .exerciseDuration, "1\u{A0}h 1\u{A0}min"), (449.5, .elevationGain, "450\u{A0}m"),
        (717.02, .energy, "717\u{A0}kcal"),
        (720, .work, "720\u{A0}kJ"), (128.5, .averageHeartRate, "129\u{A0}bpm"), (188, .maximumHeartRate, "188\u{A0}bpm"),
        (88.4, .trainingImpulse, "88"), (64, .trainingStressScore, "64"),
    ])
    func aMetricInItsUnit(_ value: Double, _ metric: HistoryMetric, _ text: String) {
        #expect(english.text(value, metric) == text)
    }

    @Test func whatNoNumberIs() {
        for metric in HistoryMetric.allCases {
            for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] { #expect(!english.text(value, metric).isEmpty) }
        }
        #expect(english.text(.nan, .exerciseDuration) == "–" && english.trend(.ratio(.nan)) == "–")
    }

    @Test(arguments: [
        (Change.ratio(0.124), "+12%"), (.ratio(-0.085), "−9%"), (.ratio(0.004), "±0%"), (.ratio(-0.004), "±0%"), (.new, "new"),
        (.unavailable, "–"),
    ])
    func trends(_ change: Change, _ text: String) { #expect(english.trend(change) == text) }

    @Test func meansOfWhatIsCountedWhole() {
        #expect(english.average(0.07, .activityCount) == "0.07" && english.average(1.25, .activityCount) == "1.3")
        #expect(english.average(12.4, .activityCount) == "12" && english.average(1250, .distance) == "1.25\u{A0}km")
    }

    @Test func namesOfDaysAndMonths() {
        #expect(english.shortName(of: .thursday) == "Thu" && english.shortNameOfMonth(11) == "Nov")
        #expect(english.shortNameOfMonth(0) == "Jan" && english.shortNameOfMonth(99) == "Dec")
    }
}
