import Storage

/// What is said of the store that a gateway writes into.
enum StoreWords {
    /// Why nothing is stored, and what to do. Without a full stop.
    static func trouble(_ error: StorageError) -> String {
        switch error {
        case .diskFull: "\(error); make room, and storing goes on by itself"
        case .notWritable: "\(error) by this user; give it and its folder to the user that wattbeat runs as"
        case .locked: "\(error); it is tried again"
        case .damaged: "\(error); wattbeat store rebuild makes a new one of what can be read and of the captures"
        case .tooNew: "\(error): update this one, or give another --store"
        case .notOurs(let path): "\(error); move \(path) away, or give another --store"
        case .cannotOpen: "\(error); it is tried again"
        case .tooOld, .anchorExpired, .foreignAnchor, .unknown, .refused, .failed: "\(error)"
        }
    }

    static func stops(_ error: StorageError) -> String {
        "not stored: \(trouble(error)). The capture goes on, and what is missing is stored from it later"
    }

    static let goesOn = "the store is written again"

    static func replaced(_ path: String) -> String {
        "\(path) was removed or replaced: what the captures hold is stored in it anew"
    }

    /// All that was recorded before is there.
    static func caughtUp(_ captures: Int, workouts: Int, _ path: String) -> String {
        let what = captures == 1 ? "1 earlier recording is" : "\(captures) earlier recordings are"
        let found = workouts == 0 ? "" : workouts == 1 ? ", with 1 new workout" : ", with \(workouts) new workouts"
        return "\(what) in \(path) now\(found)"
    }

    static func givenUp(_ count: Int, bytes: Int64) -> String {
        let size = bytes < 1_000_000 ? "\(max(1, bytes / 1000)) kB" : "\(bytes / 1_000_000) MB"
        let what = count == 1 ? "1 capture" : "\(count) captures"
        return "\(what) of \(size) given up, by capture-days; the workouts are in the store"
    }

    static func keeps(_ sentence: String) -> String { "a capture that capture-days gives up stays: \(sentence)" }

    static func placesLeftOut(_ count: Int) -> String {
        "\(count) places of the workout that runs are left out of the store for now, which is not written; they come with its end"
    }
}
