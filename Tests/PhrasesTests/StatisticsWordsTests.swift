import Statistics
import Testing

@testable import Phrases

/// What `Statistics` speaks of, by the words of the catalogs.
@Suite struct StatisticsWordsTests {
    @Test func everyMetricHasAFigureOfItsOwn() {
        let figures = HistoryMetric.allCases.map { Figure($0) }
        #expect(Set(figures).count == HistoryMetric.allCases.count)
        // Those that are called otherwise where days are summed up.
        for (metric, figure) in zip(HistoryMetric.allCases, figures) where "\(metric)" != figure.rawValue {
            #expect(metric == .activityCount && figure == .activities)
        }
    }

    @Test(
        arguments: [
            (.rolling24Hours, 0, "Last 24 hours"), (.day, 0, "Today"), (.day, 1, "Yesterday"), (.week, 0, "This week"),
            (.week, 1, "Last week"), (.month, 0, "This month"), (.month, 1, "Last month"), (.quarter, 0, "This quarter"),
            (.quarter, 1, "Last quarter"), (.year, 0, "This year"), (.year, 1, "Last year"),
            (.rolling24Hours, 1, nil), (.day, 2, nil), (.week, -1, nil), (.year, 30, nil),
        ] as [(Period.Kind, Int, String?)])
    func periodsByName(kind: Period.Kind, back: Int, name: String?) {
        #expect(NamedPeriod(kind, back: back).map { Phrasebook(.english).name(of: $0) } == name)
    }

    @Test func aPersonsOwnPeriodIsOneHoweverFarBack() {
        let own = Period.Kind.custom(
            first: CalendarDay(year: 2026, month: 5, day: 1), last: CalendarDay(year: 2026, month: 5, day: 9))
        #expect(NamedPeriod(own, back: 0) == .custom)
        #expect(NamedPeriod(own, back: 3) == .custom)
        #expect(ComparedPeriod(own, with: .previous, isUnderWay: true) == .byThisTimeInPreviousPeriod)
        #expect(ComparedPeriod(own, with: .previous, isUnderWay: false) == .previousPeriod)
        #expect(ComparedPeriod(own, with: .sameLastYear, isUnderWay: false) == .samePeriodLastYear)
    }

    /// Core §8: a period under way is compared with what had passed by then, a whole one with the whole of the other.
    @Test(
        arguments: [
            (.day, "byThisTimeYesterday", "previousDay"), (.week, "byThisTimeLastWeek", "previousWeek"),
            (.month, "byThisTimeLastMonth", "previousMonth"), (.quarter, "byThisTimeLastQuarter", "previousQuarter"),
            (.year, "byThisTimeLastYear", "previousYear"), (.rolling24Hours, "previous24Hours", "previous24Hours"),
        ] as [(Period.Kind, String, String)])
    func baselines(kind: Period.Kind, underWay: String, whole: String) {
        #expect(ComparedPeriod(kind, with: .previous, isUnderWay: true).rawValue == underWay)
        #expect(ComparedPeriod(kind, with: .previous, isUnderWay: false).rawValue == whole)
        // The same of last year is last year itself where it is a year that is compared.
        let isYear = kind == .year
        #expect(
            ComparedPeriod(kind, with: .sameLastYear, isUnderWay: true)
                == (isYear ? .byThisTimeLastYear : .byThisTimeInSamePeriodLastYear))
        #expect(
            ComparedPeriod(kind, with: .sameLastYear, isUnderWay: false) == (isYear ? .previousYear : .samePeriodLastYear))
    }
}
