import Gateway
import JSONText
import Statistics
import Storage
import Transports
import Workouts

/// `wattbeat store prune`.
enum StorePrune: Command {
    private static let days = Option.integer(
        "older-than", "DAYS", 0...36500, "only captures of workouts that ended so many days ago; else as capture-days says")
    private static let yes = Flag("yes", "do not ask")
    private static let json = Flag("json", "print as JSON what is there, or with --yes what was done (docs/store.md)")

    static let name = "store prune"
    static let summary = "give up raw captures whose workouts are in the store"
    static let operands = Operands.none
    static let options: [any CommandOption] = [
        days, yes, StoreAccess.store, GatewayOptions.settings, ControlAccess.socket, json,
    ]
    static let discussion = """
        Says first what there is and what is lost, and asks. It looks at every capture that the store knows, wherever it
        lies. Before one goes, all that is in it is derived again and compared with the store, byte for byte. A capture that goes on with another one stays, and so does one whose
        workout was deleted. Without this command captures are kept for ever; the setting capture-days has the gateway
        do it by the same rules.

        example:
          wattbeat store prune --older-than 365
        """

    private static let lost = [
        "What is lost with a capture: its workout cannot be derived again by better rules",
        "of a later version, nor replayed byte by byte. All of its samples, routes and",
        "figures stay in the store: back it up.",
    ]

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let (places, settings) = try ArchivePlaces.inUse(arguments)
        let now = Timestamp(microseconds: SystemClock().read().wall)
        let days = arguments[days] ?? settings.captureDays
        let limit = days > 0 ? Timestamp(microseconds: now.microseconds &- Int64(days) &* 86_400_000_000) : nil
        let pruning = try storing { () throws(StorageError) in
            try CapturePruning(folders: places.paths, isAnywhere: true, store: store, endedBefore: limit)
        }
        let isJSON = arguments[json]
        if isJSON, !arguments[yes] { return try output.json(.object(json(of: pruning, store))) }
        guard let oldest = pruning.captures.first else {
            if isJSON { return try output.json(.object(json(of: pruning, store))) }
            try output.line("no capture can be given up")
            return try output.lines(others(pruning))
        }
        if !isJSON {
            let count = Count.text(pruning.captures.count, "capture of a stored workout", "captures of stored workouts")
            try output.line("\(count): \(ByteText.size(pruning.bytes)), the oldest of \(oldest.end.iso8601.prefix(10))")
            try output.lines(others(pruning) + lost)
        }
        if !arguments[yes] {
            try output.flush()
            try Question.needsSomebody("gives them up", self)
            guard Question.ask("Give \(pruning.captures.count == 1 ? "it" : "them") up?") else {
                throw CommandError(.refused, "nothing is given up")
            }
        }
        var (gone, bytes, kept) = ([String](), Int64(0), [String]())
        for capture in pruning.captures where !Task.isCancelled {
            switch try storing({ () throws(StorageError) in try CapturePruning.prune(capture, store: store) }) {
            case .pruned:
                gone.append(capture.path)
                bytes &+= capture.bytes
            case .kept(let sentence): kept.append(sentence)
            }
        }
        if isJSON {
            var object = json(of: pruning, store)
            object["pruned"] = .array(gone.map { .string($0) })
            object["kept"] = .array(kept.map { .string($0) })
            return try output.json(.object(object))
        }
        for sentence in kept { Output.complain("wattbeat: \(sentence)") }
        try output.line(
            "\(Count.text(gone.count, "capture is", "captures are")) given up, \(ByteText.size(bytes))"
                + (kept.isEmpty ? "" : "; \(kept.count) stay"))
    }

    private static func others(_ pruning: CapturePruning) -> [String] {
        let (count, bytes) = pruning.others
        let what = "\(Count.text(count, "other stays", "others stay")), \(ByteText.size(bytes))"
        return count == 0 ? [] : [what + ": not ended, idle, younger, or of no stored workout"]
    }

    private static func json(of pruning: CapturePruning, _ store: HistoryStore) -> JSONObject {
        [
            "store": .string(store.path), "bytes": .integer(Int(clamping: pruning.bytes)),
            "captures": .array(
                pruning.captures.map {
                    [
                        "path": .string($0.path), "bytes": .integer(Int(clamping: $0.bytes)),
                        "workout": .string($0.workout.storeText), "endedAt": .string($0.end.iso8601),
                    ]
                }),
            "others": ["count": .integer(pruning.others.count), "bytes": .integer(Int(clamping: pruning.others.bytes))],
        ]
    }
}
