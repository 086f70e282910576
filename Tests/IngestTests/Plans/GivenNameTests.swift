import Ingest
import Testing

struct GivenNameTests {
    @Test(arguments: ["4 × 4 min", "x", " Tuesday ", "Žluťoučký kůň", "朝のインターバル", String(repeating: "é", count: 100), "👩‍👩‍👧‍👦"])
    func names(text: String) { #expect(GivenName.isOne(text)) }

    /// Nothing, blanks, two lines, a story, and what turns the text around it.
    @Test(
        arguments: [
            "", "  ", "\u{3000}", "a\nb", "a\tb", "a\u{1B}[31m", "a\u{2028}b", "a\u{202E}b", "a\u{2066}b", "a\u{2069}",
            String(repeating: "a", count: 101), String(repeating: "👩‍👩‍👧‍👦", count: 20),
        ])
    func others(text: String) { #expect(!GivenName.isOne(text)) }
}
