public import Statistics
public import Transports

internal import WireFormats

/// The time zones of the machine, from the files of its tz database.
public struct TimeZoneDatabase: Sendable {
    private let tree: SystemTree
    private let folder: String

    /// - Parameters:
    ///   - tree: the machine's files; a folder that stands for them in a test.
    ///   - folder: where the database is, as `TZDIR` may say.
    public init(tree: SystemTree = .machine, folder: String? = nil) {
        self.tree = tree
        self.folder = folder ?? "/usr/share/zoneinfo"
    }

    /// Why a name leads to no zone.
    public struct Refusal: Error, Equatable, Sendable {
        /// To stand behind the name, without a full stop.
        public let reason: String
    }

    /// A zone by its name, as `Europe/Prague`.
    ///
    /// - Throws: what is wrong with the name, and what may have been meant.
    public func zone(named name: String) throws(Refusal) -> TimeZoneRules {
        guard TimeZoneName.isWellFormed(name) else { throw Refusal(reason: "is no name of a time zone, such as Europe/Prague") }
        if let rules = rules(name, in: "\(folder)/\(name)") { return rules }
        let known = names
        guard !known.isEmpty else {
            throw Refusal(reason: "cannot be looked up: there is no time zone database in \(folder) (the package tzdata)")
        }
        let meant = known.filter { Self.isPlace(name, of: $0) }
        let near = meant.isEmpty ? NearestWord.among(known, to: name) : Array(meant.prefix(3))
        throw Refusal(
            reason: "is not in the time zone database" + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?")
        )
    }

    /// What the machine's clocks follow.
    public struct Local: Equatable, Sendable {
        public let rules: TimeZoneRules
        /// Why these are not the zone's own rules, and what follows from that; `nil` when they are.
        public let sentence: String?
    }

    /// The zone of the machine's local time, found as the C library does.
    ///
    /// - Parameters:
    ///   - variable: the value of `TZ`: a name or a path, perhaps behind a colon, or rules as POSIX writes them; `nil`: not set.
    ///   - utcOffsetSeconds: what local time differs by now: all that is known where the rules cannot be read.
    /// - SeeAlso: tzset(3), localtime(5).
    public func local(variable: String?, utcOffsetSeconds: Int) -> Local {
        guard let variable else { return system(utcOffsetSeconds) }
        let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if text.isEmpty { return Local(rules: .utc, sentence: nil) }
        let isPath = text.hasPrefix("/")
        let name = isPath ? LocalTimeZone.name(ofFile: text) ?? text : text
        if isPath || TimeZoneName.isWellFormed(text), let rules = rules(name, in: isPath ? text : "\(folder)/\(text)") {
            return Local(rules: rules, sentence: nil)
        }
        if let rules = TimeZoneRules(name: text, posix: Array(text.utf8)) { return Local(rules: rules, sentence: nil) }
        return unread("TZ is '\(text)', and the rules of that are not known", utcOffsetSeconds)
    }

    /// What `/etc/localtime` says; without it the C library takes UTC.
    private func system(_ utcOffsetSeconds: Int) -> Local {
        let path = "/etc/localtime"
        let target = tree.link(path)
        let name = target.flatMap(LocalTimeZone.name(ofFile:))
        // A link by its whole path would leave a tree that stands for the machine.
        let place = target.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? path
        if let rules = rules(name ?? "local time", in: place) { return Local(rules: rules, sentence: nil) }
        guard let target else {
            return tree.exists(path) ? unread("\(path) cannot be read", utcOffsetSeconds) : Local(rules: .utc, sentence: nil)
        }
        return unread("the rules of \(name ?? target) are not on this machine (the package tzdata)", utcOffsetSeconds)
    }

    private func unread(_ reason: String, _ utcOffsetSeconds: Int) -> Local {
        let minutes = utcOffsetSeconds.magnitude / 60
        let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let name = "UTC\(utcOffsetSeconds < 0 ? "-" : "+")\(digits[0]):\(digits[1])"
        return Local(
            rules: TimeZoneRules(name: name, utcOffsetSeconds: utcOffsetSeconds),
            sentence: "\(reason): days are cut in \(name), the whole year alike; --time-zone NAME says whose days count")
    }

    private func rules(_ name: String, in path: String) -> TimeZoneRules? {
        let place = tree.place(path)
        guard Folder.isFile(place), let bytes = try? RecordedFile(path: place).prefix(Self.longestFile) else { return nil }
        return try? TimeZoneRules(name: name, tzif: bytes)
    }

    /// The longest of the database has 4 KB.
    private static let longestFile = 1 << 16

    /// Every name in the database, in order.
    private var names: [String] {
        var (names, waiting) = ([String](), [""])
        while let prefix = waiting.popLast() {
            for name in tree.names(in: "\(folder)/\(prefix)") where TimeZoneName.isWellFormed(name) && names.count < 10_000 {
                let path = tree.place("\(folder)/\(prefix)\(name)")
                // Zones begin with a capital; the rest are tables, and other sets of the same.
                guard name.first?.isUppercase ?? false else { continue }
                if Folder.isFile(path) {
                    names.append(prefix + name)
                } else if prefix.count < 32 {
                    waiting.append("\(prefix)\(name)/")
                }
            }
        }
        return names.sorted()
    }

    /// Whether somebody who says `prague` or `new york` means a zone.
    private static func isPlace(_ word: String, of zone: String) -> Bool {
        func plain(_ text: some StringProtocol) -> String { text.lowercased().replacing(" ", with: "_") }
        return plain(zone) == plain(word) || zone.split(separator: "/").last.map { plain($0) == plain(word) } ?? false
    }
}
