import Glibc

/// The process's variables, as they were when it began.
enum Environment {
    static let all: [String: String] = {
        var all: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let sign = text.firstIndex(of: "=") { all[String(text[..<sign])] = String(text[text.index(after: sign)...]) }
            next += 1
        }
        return all
    }()

    /// A path as it is for everybody, wherever they stand.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }

    /// Whether the service manager keeps its things, for all of its group.
    static let isService = all["STATE_DIRECTORY"] != nil

    /// Whether what is written goes into systemd's journal, which stamps each line itself.
    static let isJournal = all["JOURNAL_STREAM"] != nil
}
