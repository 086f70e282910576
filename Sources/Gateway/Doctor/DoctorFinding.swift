public import JSONText

/// One line of `wattbeat doctor`.
public struct DoctorFinding: Equatable, Sendable {
    public enum Verdict: String, Comparable, Sendable {
        case ok, warning, fault
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .ok ? 0 : self == .warning ? 1 : 2 }
    }

    /// What was looked at: `bluetoothd`, `ANT stick`.
    public var subject: String
    public var verdict: Verdict
    /// How it stands, without a full stop.
    public var sentence: String
    /// What to type, or to do; `nil` when nothing need be done.
    public var remedy: String?

    init(_ subject: String, _ verdict: Verdict, _ sentence: String, _ remedy: String? = nil) {
        self.subject = subject
        self.verdict = verdict
        self.sentence = sentence
        self.remedy = remedy
    }

    /// `{"subject": …, "verdict": "ok", "sentence": …, "remedy": null}`.
    public var json: JSONValue {
        .object([
            "subject": .string(subject), "verdict": .string(verdict.rawValue), "sentence": .string(sentence),
            "remedy": remedy.map { .string($0) } ?? .null,
        ])
    }
}
