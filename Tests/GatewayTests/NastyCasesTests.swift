import TestSupport
import Testing

/// What people report of systems like this one, as captures: each becomes what the specifications say.
@Suite struct NastyCasesTests {
    @Test(arguments: NastyCase.all())
    func becomesWhatItMust(_ nasty: NastyCase) async throws {
        let replay = try await ReplayedCapture(paths: nasty.capturePaths)
        for difference in try NastyExpectation(nasty).differences(from: replay) {
            Issue.record("\(nasty.name): \(difference)")
        }
    }

    /// A capture without an expectation proves nothing, and an expectation without a capture is never looked at.
    @Test func everyCaptureHasAnExpectation() throws {
        let captures = NastyCase.all().map(\.name)
        #expect(captures.count > 50)
        #expect(captures == NastyCase.all(NastyCase.expectationSuffix).map(\.name))
        for nasty in NastyCase.all() {
            let expectation = try NastyExpectation(nasty)
            #expect(!expectation.must.isEmpty || !expectation.values.isEmpty, "\(nasty.name) expects nothing")
        }
    }

    /// The same bytes give the same workout, whatever order a process gives its dictionaries.
    @Test(arguments: ["ride-then-run", "two-receivers", "same-strap-twice"])
    func replaysAlike(_ name: String) async throws {
        let paths = NastyCase(name: name).capturePaths
        let once = try await ReplayedCapture(paths: paths)
        let again = try await ReplayedCapture(paths: paths)
        #expect(once.workouts == again.workouts)
    }
}
