import WireFormats
import Workouts

/// What captures are called, in a folder that sorts by time: `2026-11-30T08-00-00Z-01234567.capture`, with `.part` behind it until
/// it is closed and everything made of it is stored; `idle-…` in front when no workout is in it.
struct CaptureName: Equatable {
    static let whole = ".capture"
    static let part = ".capture.part"
    /// Its workout was stopped, which the disk had no room to say: it ends where the file does.
    static let stopped = ".capture.stopped"
    /// Kept for whoever can make something of it.
    static let damaged = ".capture.damaged"
    static let idle = "idle-"
    private static let noClock = "no-clock-"

    /// Without folder, `idle-` and ending.
    let stem: String
    let isIdle: Bool
    let ending: String

    init(stem: String, isIdle: Bool, ending: String) {
        self.stem = stem
        self.isIdle = isIdle
        self.ending = ending
    }

    /// - Returns: `nil` for what is no capture's name.
    init?(_ name: String) {
        let endings = [Self.part, Self.stopped, Self.damaged, Self.whole]
        guard let ending = endings.first(where: { name.hasSuffix($0) }) else { return nil }
        isIdle = name.hasPrefix(Self.idle)
        stem = String(name.dropLast(ending.count).dropFirst(isIdle ? Self.idle.count : 0))
        self.ending = ending
        if stem.isEmpty { return nil }
    }

    /// A new capture's.
    ///
    /// - Parameters:
    ///   - start: when it begins, UTC, where the header does not know: as a capture before has it.
    ///   - names: what the folder holds: without a clock captures are numbered.
    init(_ header: CaptureHeader, start: Int64?, isIdle: Bool, among names: [String]) {
        let moment: String
        if let start = header.isSynchronised ? header.start : start {
            moment = Timestamp(microseconds: start).fileName
        } else {
            let numbers = names.compactMap { CaptureName($0)?.number }
            moment = "\(Self.noClock)\((numbers.max() ?? 0) &+ 1)"
        }
        self.init(stem: "\(moment)-\(Self.key(header.identity))", isIdle: isIdle, ending: Self.part)
    }

    /// Whether a file's name says that there is something left to do for it.
    static func isUnfinished(_ name: String) -> Bool { name.hasSuffix(part) || name.hasSuffix(stopped) }

    var text: String { (isIdle ? Self.idle : "") + stem + ending }

    /// The first digits of an identity, by which its file is found.
    static func key(_ identity: String) -> String { String(identity.prefix(8)) }

    func ending(_ ending: String) -> CaptureName { CaptureName(stem: stem, isIdle: isIdle, ending: ending) }

    /// The same, a workout being in it.
    var withWorkout: CaptureName { CaptureName(stem: stem, isIdle: false, ending: ending) }

    private var number: Int? {
        guard stem.hasPrefix(Self.noClock) else { return nil }
        return Int(stem.dropFirst(Self.noClock.count).prefix { $0.isASCII && $0.isNumber }).flatMap { $0 < 1 << 40 ? $0 : nil }
    }
}

extension Timestamp {
    /// To the second, without the colons that some file systems refuse: `2026-11-30T08-00-00Z`.
    var fileName: String { String(iso8601.prefix { $0 != "." }.map { $0 == ":" ? "-" : $0 }) + "Z" }
}
