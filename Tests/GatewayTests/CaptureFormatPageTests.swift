import Foundation
import Ingest
import TestSupport
import Testing
import Workouts

/// docs/capture-format.md names every setting and every quantity that a capture may hold, and no other.
@Suite struct CaptureFormatPageTests {
    private let page: String

    init() throws {
        page = try String(contentsOf: Fixture.repository.appending(path: "docs/capture-format.md"), encoding: .utf8)
    }

    private func section(_ heading: String) -> Substring {
        page.split(separator: heading + "\n", maxSplits: 1).last?.split(separator: "\n#", maxSplits: 1).first ?? ""
    }

    private func words(in text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map { String($1) }
    }

    @Test func settings() {
        let rows = section("### Settings").split(separator: "\n").filter { $0.hasPrefix("| `") }
        var names: Set<String> = []
        for row in rows {
            for word in words(in: row.split(separator: "|")[0]) { names.insert(String(word.prefix { $0 != "." })) }
        }
        #expect(names == Set(IngestSettings.names).union(["recorded-by"]))
    }

    @Test func quantities() {
        let text = section("### Sensors and quantities").split(separator: "**quantity**").last ?? ""
        #expect(Set(words(in: text)).subtracting(["priority"]) == Set(Quantity.allCases.map(\.rawValue)))
    }
}
