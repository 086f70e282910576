import Testing
import Workouts

/// Core §9: compliance, and how percents and minutes are rounded.
@Suite struct ComplianceTests {
    @Test(arguments: [
        (1512.0, 1800.0, 84), (1799, 1800, 99), (1800, 1800, 100), (1, 1800, 1), (0, 1800, 0), (500, 600, 83),
        (0.000_001, 1e6, 1),
        (1, 200, 1), (3, 200, 2), (125, 1000, 13), (124.999, 1000, 12),
    ])
    func percentsAreHalfUpAndNeitherAllNorNothing(part: Double, whole: Double, percent: Int) {
        #expect(LineFigures.percent(span(part), of: span(whole)) == percent)
    }

    @Test func aPercentOfNothingIsNone() { #expect(LineFigures.percent(.zero, of: .zero) == nil) }

    @Test(arguments: [(1289.0, 21), (0, 0), (29.999_999, 0), (30, 1), (89.999, 1), (90, 2), (3600, 60)])
    func minutesAreHalfUp(seconds: Double, minutes: Int) { #expect(LineFigures.minutes(span(seconds)) == minutes) }

    @Test func easyTwelveMinutes() throws {
        let workout = try ride(hearts([(120, 500), (140, 100)]), end: 600, following: [step(.steady, 600, try zones(0...1))])
        let compliance = try #require(workout.review()?.whole)
        #expect(compliance.inside == span(500))
        #expect(compliance.above == span(100))
        #expect(compliance.percent == 83)
        #expect(compliance.verdict == .met)
    }

    /// The ratio is not rounded before it is judged: 79.95 % reads as 80 % and is partly.
    @Test(arguments: [
        (800.0, 200.0, 0.0, ComplianceVerdict.met), (799.5, 200.5, 0, .partly), (500, 500, 0, .partly),
        (499.999, 500.001, 0, .missed),
        (0, 1000, 0, .missed), (500, 0, 500, .met), (499, 0, 501, .notEnoughData), (0, 0, 1000, .notEnoughData),
        (0, 0, 0, .notEnoughData),
    ])
    func verdicts(inside: Double, above: Double, unattributed: Double, verdict: ComplianceVerdict) {
        var compliance = Compliance()
        compliance.inside = span(inside)
        compliance.above = span(above)
        compliance.unattributed = span(unattributed)
        #expect(compliance.verdict == verdict)
    }

    @Test func aGroupTellsTheSameAsItsSamples() throws {
        let workout = try ride(hearts([(100, 50), (120, 60), (140, 70), (160, 80)]) + pause(90, 120), end: 300, following: [])
        let group = try #require(workout.zoneGroups[.heartRate])
        let target = try zones(1...2)
        let direct = Compliance(
            with: target, of: workout.timeline(of: .heartRate), from: workout.start, to: workout.end,
            timer: workout.timerIntervals)
        #expect(Compliance(with: 1...2, in: group) == direct)
        #expect(direct.timer == workout.summary.timer)
    }

    @Test func rangesAreHalfOpen() {
        let range = PlanTarget.range(.power, lower: 200, upper: 250)
        #expect([199.9, 200, 249.9, 250].map { range.place(of: $0) } == [.below, .inside, .inside, .above])
        #expect(PlanTarget.range(.power, lower: nil, upper: 250).place(of: 0) == .inside)
        #expect(PlanTarget.range(.power, lower: 200, upper: nil).place(of: 3000) == .inside)
    }

    @Test func zonesOfATargetAreThoseOfItsConfiguration() throws {
        let target = try zones(1...2)
        #expect([113.9, 114, 151.9, 152].map { target.place(of: $0) } == [.below, .inside, .inside, .above])
    }
}
