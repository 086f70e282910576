import Dialogues
import Foundation
import Gateway
import Ingest
import JSONText
import TestSupport
import Testing
import WireFormats

/// docs/settings.md names every key with its default and its range, and no other.
@Suite struct SettingsPageTests {
    private let page: String

    init() throws {
        page = try String(contentsOf: Fixture.repository.appending(path: "docs/settings.md"), encoding: .utf8)
    }

    private func section(_ heading: String) -> Substring {
        page.split(separator: heading + "\n", maxSplits: 1).last?.split(separator: "\n## ", maxSplits: 1).first ?? ""
    }

    private func rows(_ heading: String) -> [[String]] {
        section(heading).split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private func code(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map { String($1) }
    }

    private func isAccepted(_ key: SettingsKey, _ value: String) -> Bool {
        let parts = key.name.split(separator: ".")
        let text = parts.count == 2 ? "{\"\(parts[0])\":{\"\(parts[1])\":\(value)}}" : "{\"\(key.name)\":\(value)}"
        return (try? SettingsDocument(reading: Array(text.utf8), path: "")) != nil
    }

    @Test func keysInOrderWithTheirDefaults() throws {
        let rows = rows("## Keys")
        #expect(rows.map { code($0[0]) } == SettingsKey.all.map { [$0.name] })
        for (row, key) in zip(rows, SettingsKey.all) {
            let standard = key.standard.map { "`\($0.text().replacing("\",\"", with: "\", \""))`" } ?? ""
            #expect((row.count > 2 ? row[2] : "") == standard, "\(key.name)")
        }
    }

    /// What the page says of a default is what settings are without a file.
    @Test func defaultsAreThoseInForce() throws {
        let nothing = GatewaySettings()
        for key in SettingsKey.all {
            guard let standard = key.standard else { continue }
            let path = key.name.split(separator: ".")
            let text = path.count == 1 ? "{\"\(key.name)\":\(standard.text())}" : "{}"
            var settings = try SettingsDocument(reading: Array(text.utf8), path: "").settings
            var ingest = IngestSettings()
            for setting in settings.engine { #expect(ingest.apply(name: setting.name, value: setting.value) == nil) }
            ingest.activity = nil
            settings.engine = []
            #expect(ingest == IngestSettings(), "\(key.name)")
            #expect(settings == nothing, "\(key.name)")
        }
    }

    /// The bounds on the page are taken, and what lies beyond them is not.
    @Test func ranges() throws {
        var count = 0
        for (row, key) in zip(rows("## Keys"), SettingsKey.all) {
            guard let match = row[1].firstMatch(of: /([0-9.]+) to ([0-9.]+)/), let low = Double(match.1),
                let high = Double(match.2)
            else {
                #expect(key.form != .number, "\(key.name)")
                continue
            }
            count += 1
            #expect(isAccepted(key, "\(match.1)") && isAccepted(key, "\(match.2)"), "\(key.name)")
            #expect(!isAccepted(key, "\(low - 0.01)") && !isAccepted(key, "\(high + 0.01)"), "\(key.name)")
            #expect(isAccepted(key, "1.5") == false || !row[1].contains("whole"), "\(key.name)")
        }
        #expect(count == 13)
    }

    /// Every word in quotes that the page gives for a choice is one, and none is left out.
    @Test func choices() throws {
        let words = [
            "bluetooth": GatewaySettings.Bluetooth.allCases.map(\.rawValue), "ant": GatewaySettings.ANT.allCases.map(\.rawValue),
            "start": GatewaySettings.Start.allCases.map(\.rawValue), "rider.sex": ["male", "female"],
        ]
        for row in rows("## Keys") {
            guard let name = code(row[0]).first, let known = words[name], let key = SettingsKey(named: name) else { continue }
            let said = code(row[1]).filter { $0.hasPrefix("\"") }
            #expect(Set(said) == Set(known.map { "\"\($0)\"" }))
            for word in said { #expect(isAccepted(key, word)) }
        }
        let models = section("## Zones").split(separator: "Boundaries are")[0]
        #expect(
            Set(code(String(models)).filter { $0.hasPrefix("\"") })
                == Set((ZoneSetting.modelNames + ["none"]).map { "\"\($0)\"" }))
    }

    @Test func aSensorsKeys() throws {
        let rows = rows("## Sensors")
        #expect(rows.map { code($0[0]) } == [["sensor"], ["name"], ["kinds"], ["priority"], ["strides"]])
        #expect(code(rows[2][1]) == SensorKind.allCases.map { "\"\($0.rawValue)\"" })
        for row in rows {
            let known = #"{"sensors":[{"sensor":"ant:124:7","\#(code(row[0])[0])x":null}]}"#
            let error = #expect(throws: SettingsError.self) { try SettingsDocument(reading: Array(known.utf8), path: "") }
            #expect(error?.description.contains("did you mean \"\(code(row[0])[0])\"") == true)
        }
    }

    /// The example is read, and is laid out as this program would.
    @Test func example() throws {
        let text = try #require(section("## Example").split(separator: "```json\n").last?.split(separator: "```").first)
        let document = try SettingsDocument(reading: Array(text.utf8), path: "settings.json")
        #expect(String(decoding: document.utf8, as: UTF8.self) == String(text))
    }
}
