import Dialogues
import Testing

struct BackoffTests {
    /// 1, 2, 4, 8 s and so on up to the longest, each with less than a quarter more.
    @Test func doublesToTheLongest() {
        var backoff = Backoff(first: 1_000_000, longest: 30_000_000, seed: 7)
        for seconds: Int64 in [1, 2, 4, 8, 16, 30, 30, 30] {
            let wait = backoff.fail()
            #expect((seconds * 1_000_000..<seconds * 1_250_000).contains(wait))
        }
        backoff.succeed()
        #expect(backoff.fail() < 1_250_000)
    }

    @Test func twoLinksPart() {
        var (a, b) = (Backoff(seed: 1), Backoff(seed: 2))
        #expect((0..<5).contains { _ in a.fail() != b.fail() })
    }

    @Test func neverOverflows() {
        var backoff = Backoff(first: .max / 2, longest: .max / 2, seed: 1)
        for _ in 0..<100 { #expect(backoff.fail() > 0) }
    }
}
