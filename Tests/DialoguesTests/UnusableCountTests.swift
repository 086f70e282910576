import Dialogues
import Testing

struct UnusableCountTests {
    @Test(arguments: [
        (2, 2), (4, 2), (5, 5), (9, 5), (10, 10), (19, 10), (20, 20), (99, 50), (100, 100), (12_345, 10_000),
        (Int.max, 5_000_000_000_000_000_000),
    ])
    func aFloodTellsAFewStatuses(count: Int, told: Int) {
        #expect(UnusableCount.words(count, "packet") == "at least \(told) unusable packets")
    }

    @Test func besideASentence() {
        let words = UnusableCount.words(3, "line")
        #expect(UnusableCount.words(1, "line") == "an unusable line")
        #expect(UnusableCount.words(0, "line") == nil && UnusableCount.words(-1, "line") == nil)
        #expect(UnusableCount.sentence("silent", words) == "silent; at least 2 unusable lines")
        #expect(UnusableCount.sentence(nil, words) == "at least 2 unusable lines")
        #expect(UnusableCount.sentence("silent", nil) == "silent")
        #expect(UnusableCount.sentence(nil, nil) == nil)
    }
}
