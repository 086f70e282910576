import Statistics
import Testing

@Suite struct CalendarDayTextTests {
    @Test(arguments: ["2026-03-01", "2024-02-29", "0001-01-01", "9999-12-31"])
    func thereAndBack(text: String) { #expect(CalendarDay(text)?.description == text) }

    @Test func fields() { #expect(CalendarDay("2026-03-01") == CalendarDay(year: 2026, month: 3, day: 1)) }

    @Test(arguments: [
        "", "2026", "2026-3-1", "26-03-01", "2026-02-29", "2026-13-01", "2026-00-10", "2026-03-00", "2026-03-01 ", "+026-03-01",
        "2026-03--1", "2026/03/01", "2026-03-01T00:00", "٢٠٢٦-٠٣-٠١", "20260301",
    ])
    func isNone(text: String) { #expect(CalendarDay(text) == nil) }
}
