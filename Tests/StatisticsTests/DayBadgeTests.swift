import Statistics
import Testing

/// Core §9: 3000, 7000, 10 000 and 15 000 steps, half-open.
@Suite struct DayBadgeTests {
    @Test(
        arguments: [
            (0, nil), (2999.999, nil), (3000, .upAndAbout), (6999.5, .upAndAbout), (7000, .onTheMove), (9999, .onTheMove),
            (10_000, .goingStrong), (14_999, .goingStrong), (15_000, .farAndWide), (1e9, .farAndWide),
        ] as [(Double, DayBadge?)])
    func earned(steps: Double, badge: DayBadge?) {
        #expect(DayBadge(steps: steps) == badge)
    }

    @Test func nothingForWhatIsNoNumber() {
        #expect(DayBadge(steps: .nan) == nil)
        #expect(DayBadge(steps: -.infinity) == nil)
    }

    @Test func inOrder() {
        #expect(DayBadge.allCases == DayBadge.allCases.sorted())
    }
}
