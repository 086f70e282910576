import Foundation
import TestSupport
import Testing
import Workouts

/// One capture of `Fixtures/captures/nasty`, and what it must become (made by `Fixtures/make/nasty.py`).
struct NastyCase: Sendable, CustomTestStringConvertible {
    let name: String

    var testDescription: String { name }
    /// The capture, and where the machine was started anew, the one that continues it.
    var capturePaths: [String] {
        [Self.captureSuffix, Self.continuationSuffix].map { Self.folder.appending(path: name + $0).path }
            .filter { FileManager.default.fileExists(atPath: $0) }
    }
    var expectation: URL { Self.folder.appending(path: name + Self.expectationSuffix) }

    static let folder = Fixture("captures/nasty").url
    static let captureSuffix = ".capture"
    static let continuationSuffix = ".capture-2"
    static let expectationSuffix = ".expected.json"

    /// By name; those whose file ends with `suffix`.
    static func all(_ suffix: String = captureSuffix) -> [NastyCase] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(suffix) }.sorted().map { NastyCase(name: String($0.dropLast(suffix.count))) }
    }
}

/// What a case must become.
struct NastyExpectation: Decodable {
    /// What is nasty about it.
    let what: String
    /// Paths into the tree of a replay, and what stands there.
    let must: [String: JSONTree]
    /// What counts at moments.
    let values: [Moment]

    struct Moment: Decodable {
        let workout: Int
        let quantity: String
        let offset: Double
        /// `nil` where nothing counts.
        let value: Double?
    }

    init(_ nasty: NastyCase) throws {
        self = try JSONDecoder().decode(NastyExpectation.self, from: Data(contentsOf: nasty.expectation))
    }

    /// Half of the last decimal that a workout's JSON states, and a little.
    private static let tolerance = 0.0051

    /// Sentences of what differs; none when all is as it must be.
    func differences(from replay: ReplayedCapture) throws -> [String] {
        let tree = try replay.tree()
        let figures = must.sorted { $0.key < $1.key }.compactMap { path, due -> String? in
            let found = tree[path]
            let (value, tolerance) = Self.parts(due)
            return found.agrees(with: value, within: tolerance)
                ? nil : "\(path): expected \(value) within \(tolerance), found \(found)"
        }
        return replay.faults + figures + values.compactMap { moment in difference(moment, replay.workouts) }
    }

    private static func parts(_ due: JSONTree) -> (value: JSONTree, tolerance: Double) {
        if case .number(let within) = due["within"] { (due["value"], within) } else { (due, tolerance) }
    }

    private func difference(_ moment: Moment, _ workouts: [Workout]) -> String? {
        guard workouts.indices.contains(moment.workout), let quantity = Quantity(rawValue: moment.quantity) else {
            return "no workout \(moment.workout), or no quantity \(moment.quantity)"
        }
        let found = workouts[moment.workout].value(of: quantity, at: Offset(seconds: moment.offset))
        let agrees =
            switch (found, moment.value) {
            case (nil, nil): true
            case (let found?, let due?): abs(found - due) < 0.01
            default: false
            }
        let words = [moment.value, found].map { $0.map { "\($0)" } ?? "nothing" }
        return agrees ? nil : "\(quantity) at \(moment.offset) s: expected \(words[0]), found \(words[1])"
    }
}
