import Foundation
import Gateway
import JSONText
import TestSupport
import Testing

/// docs/control.md names what goes over the socket, all of it and nothing else.
@Suite struct ControlPageTests {
    private let page: [String]

    init() throws {
        let url = Fixture.repository.appending(path: "docs/control.md")
        page = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    /// Rows of the first table below a heading, the table's head left out.
    private func rows(_ heading: String) -> [[Substring]] {
        let section = page.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("#") }
        return section.filter { $0.hasPrefix("|") }.dropFirst(2).map { $0.split(separator: "|", omittingEmptySubsequences: true) }
    }

    private static func words(_ cell: Substring?) -> [String] {
        (cell ?? "").split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    private func keys(_ heading: String) -> [String] { rows(heading).flatMap { Self.words($0.first) } }

    @Test func everyRequest() {
        #expect(
            keys("## Requests")
                == ControlCodecTests.requests.map { name(of: $0.1) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
        for row in rows("## Requests") {
            let name = Self.words(row.first).first ?? ""
            let known = Set(
                ControlCodecTests.requests.filter { self.name(of: $0.1) == name }.flatMap { parsed($0.1).map(\.name) })
            let told = Set(Self.words(row.dropFirst().first).filter { known.contains($0) })
            #expect(told == known.subtracting(["request"]), "\(name)")
        }
    }

    private func parsed(_ line: String) -> [PlacedJSON.Member] { (try? JSONReader.read(line))?.members ?? [] }
    private func name(of line: String) -> String { parsed(line).first { $0.name == "request" }?.value.string ?? "" }

    @Test(arguments: [
        ("## `status`", []), ("### `live`", ["live"]), ("### One of `live.values`", ["live", "values"]),
        ("### `timeInZones`", ["live", "values", "timeInZones"]), ("### `live.lap`", ["live", "lap"]),
        ("### One of `live.sensors`, and of `idle`", ["live", "sensors"]), ("### One of `live.sensors`, and of `idle`", ["idle"]),
        ("### `live.location`", ["live", "location"]), ("### `live.coaching`", ["live", "coaching"]),
        ("### `live.coaching.progress`", ["live", "coaching", "progress"]),
        ("### `live.coaching.progress.step`", ["live", "coaching", "progress", "step"]), ("### One of `sources`", ["sources"]),
        ("### One of `sensors`", ["sensors"]), ("### One of `devices`", ["devices"]), ("### One of `losses`", ["losses"]),
        ("## `workout`", ["lastWorkout"]),
        ("### `capture`", ["capture"]), ("### `store`", ["store"]),
    ]) func everyKeyInOrder(heading: String, path: [String]) throws {
        var found: Set<[String]> = []
        for seed in 0..<40 {
            var any = AnyStatus(seed: UInt64(seed))
            for object in any.status().json.objects(at: path[...]) { found.insert(object) }
        }
        // A capture's state decides which keys it has.
        let fullest = try #require(found.max { $0.count < $1.count })
        #expect(fullest == keys(heading))
        for names in found { #expect(names == fullest.filter(names.contains)) }
    }

    @Test func sizesAreThoseOfTheCode() {
        let text = page.joined(separator: " ")
        #expect(
            text.contains("\(ControlServer.longestRequest) bytes")
                && text.contains("at most \(ControlServer.mostClients) clients"))
        #expect(text.contains("`seconds`: \(ControlRequest.scanSeconds.lowerBound) to \(ControlRequest.scanSeconds.upperBound)"))
        #expect(text.contains("`rank`: \(ControlRequest.ranks.lowerBound) to \(ControlRequest.ranks.upperBound)"))
    }
}

extension JSONValue {
    /// The names of each object that the path leads to, through lists too.
    fileprivate func objects(at path: ArraySlice<String>) -> [[String]] {
        switch self {
        case .array(let elements): return elements.flatMap { $0.objects(at: path) }
        case .object(let object):
            guard let name = path.first else { return [object.members.map(\.name)] }
            return object[name]?.objects(at: path.dropFirst()) ?? []
        default: return []
        }
    }
}
