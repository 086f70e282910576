import ActivityFiles
import Gateway
import Ingest
import JSONText
import WireFormats
import Workouts

/// What a person may say of a replay, and how it becomes the settings of the capture.
enum ReplayOptions {
    enum Speed: String, CaseIterable { case one = "1", ten = "10", max }

    static let speed = Option<Speed>.choice("speed", "as recorded, ten times as fast, or as fast as it can be read (the default)")
    static let json = Flag(
        "json", "print the whole summary as JSON, an array where there are several workouts (docs/workout-json.md)")
    static let route = Flag("route", "with --json: every location of the route as well")
    static let fit = Option.text("fit", "PATH", "write the workout as a FIT file")
    static let gpx = Option.text("gpx", "PATH", "write the workout as a GPX file, if it has places (docs/gpx-tcx-csv.md)")
    static let tcx = Option.text("tcx", "PATH", "write the workout as a TCX file")
    static let csv = Option.text("csv", "PATH", "write the workout's samples as a CSV file")
    static let capture = Option.text("capture", "PATH", "write all files together as one capture (docs/capture-format.md)")
    static let save = Flag("save", "keep the workout in the store (docs/store.md)")
    static let zones = Option<ZoneRequest>(
        "zones", "[QUANTITY=]ZONES", "a model, or boundaries such as 114,133,152,171", isRepeatable: true,
        expecting: "a model (\(ZoneSetting.modelNames.joined(separator: ", "))) or boundaries such as 114,133,152,171",
        read: ZoneRequest.init)
    static let ftp = Option.number("ftp", "WATTS", 30...700, "functional threshold power")
    static let lthr = Option.number("lthr", "BPM", 60...230, "lactate threshold heart rate")
    static let activity = Option<ActivityType>.choice("activity", as: "TYPE", "what it was, where the files do not say")
    static let plan = Option.text(
        "plan", "PLAN", "the plan that workouts follow, above that of the files: a file (docs/plans.md), or a name")
    static let set = Option<Assignment>(
        "set", "NAME=VALUE", "any setting of the capture format, such as hr-max=190 or utc-offset=3600", isRepeatable: true,
        expecting: "NAME=VALUE", read: Assignment.init)
    static let shift = Option<Assignment>(
        "shift", "FILE=SECONDS", "correct a file's clock", isRepeatable: true, expecting: "FILE=SECONDS, such as gps.nmea=-2.5",
        read: Assignment.init)

    /// Seconds: as far apart as files are aligned by their clocks.
    private static let longestShift: Double = 48 * 3600

    static let all: [any CommandOption] =
        [
            speed, json, route, fit, gpx, tcx, csv, capture, save, StoreAccess.store, zones, ftp, lthr, activity, plan,
            set, shift,
        ] + WorkoutNaming.options

    /// What is to be written, and where.
    static func outputs(_ arguments: Arguments) -> [(format: ActivityFormat, path: String)] {
        [(ActivityFormat.fit, fit), (.gpx, gpx), (.tcx, tcx), (.csv, csv)].compactMap { format, option in
            arguments[option].map { (format, $0) }
        }
    }

    /// `NAME=VALUE`.
    struct Assignment: Sendable {
        let name: String
        let value: String

        init?(_ text: String) {
            // A file's name may hold an equals sign, a value holds none.
            guard let sign = text.lastIndex(of: "="), sign != text.startIndex, text.index(after: sign) != text.endIndex else {
                return nil
            }
            name = String(text[..<sign])
            value = String(text[text.index(after: sign)...])
        }
    }

    /// `heart-rate=karvonen5`, `coggan7`, `114,133,152,171`.
    struct ZoneRequest: Sendable {
        let quantity: String
        let zones: String

        init?(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard let last = parts.last, !last.contains(" ") else { return nil }
            zones = last
            // Only power has these models; a list of boundaries alone is heart rate's.
            quantity = parts.count == 2 ? parts[0] : ZoneSetting.quantity(ofModel: last) == .power ? "power" : "heart-rate"
            guard ["heart-rate", "power", "cadence", "speed"].contains(quantity) else { return nil }
            guard ZoneSetting.modelNames.contains(last) || last.allSatisfy({ $0.isNumber || ".,".contains($0) }) else {
                return nil
            }
        }
    }

    /// How to give the settings that a model of zones needs, where a reason names such.
    static func advice(on reason: String) -> String {
        let needs = "this model needs "
        guard reason.hasPrefix(needs) else { return "" }
        let names = reason.dropFirst(needs.count).split(separator: " ").filter { $0 != "and" }.map(String.init)
        return ": give " + advice(lacking: names)
    }

    /// - Parameter names: of settings.
    static func advice(lacking names: [String]) -> String {
        names.map { name in
            switch name {
            case ftp.name: "--\(name) WATTS"
            case lthr.name: "--\(name) BPM"
            default: "--set \(name)=NUMBER"
            }
        }.joined(separator: " and ")
    }

    /// The files with their shifts.
    static func files(_ arguments: Arguments) throws(CommandError) -> [ReplayPlan.File] {
        var files = arguments.operands.map { ReplayPlan.File(path: $0) }
        for correction in arguments.values(of: shift) {
            guard let seconds = Double(decimal: correction.value), seconds.isFinite else {
                throw .usage(
                    "--shift \(quoted(correction.name)): \(quoted(correction.value)) is no number of seconds", see: Replay.self)
            }
            guard seconds.magnitude <= longestShift else {
                throw .usage(
                    "--shift \(quoted(correction.name)): \(quoted(correction.value)) seconds are more than two days, "
                        + "which no clock of the same ride is wrong by", see: Replay.self)
            }
            // The name as typed, or the file's own name.
            let matches = files.indices.filter {
                files[$0].path == correction.name || files[$0].path.hasSuffix("/" + correction.name)
            }
            guard let index = matches.first, matches.count == 1 else {
                let problem = matches.isEmpty ? "is none of the files" : "names several of the files"
                throw .usage("--shift \(quoted(correction.name)) \(problem)", see: Replay.self)
            }
            files[index].shift = Int64((seconds * 1e6).rounded())
        }
        return files
    }

    /// The plan that stands above those of the files; none where none is named.
    static func plannedSettings(_ arguments: Arguments) throws(CommandError) -> [CaptureHeader.Setting] {
        try CoachPlan.wanted(arguments[plan], arguments).map { [PlanFile.setting($0.outline)] } ?? []
    }

    /// Settings other than the plan that stand above those of the files, checked as far as they can be without them.
    static func settings(
        _ arguments: Arguments, of command: any Command.Type = Replay.self
    ) throws(CommandError) -> [CaptureHeader.Setting] {
        var list: [CaptureHeader.Setting] = []
        if let watts = arguments[ftp] { list.append(.init(name: "ftp", value: Decimals.text(watts, decimals: 3))) }
        if let rate = arguments[lthr] { list.append(.init(name: "lthr", value: Decimals.text(rate, decimals: 3))) }
        if let type = arguments[activity] { list.append(.init(name: "activity", value: type.rawValue)) }
        for assignment in arguments.values(of: set) { list.append(.init(name: assignment.name, value: assignment.value)) }
        if let offset = list.last(where: { $0.name == ReplayPlan.utcOffset })?.value,
            !(Int(offset).map { abs($0) <= 50_400 } ?? false)
        {
            throw .usage("utc-offset \(quoted(offset)): seconds from -50400 to 50400 are expected", see: command)
        }
        var settings = IngestSettings()
        for setting in list where setting.name != ReplayPlan.utcOffset {
            guard IngestSettings.names.contains(where: { setting.name == $0 || setting.name.hasPrefix($0 + ".") }) else {
                let hint = Nearest.hint(for: setting.name, among: IngestSettings.names + [ReplayPlan.utcOffset])
                throw .usage("there is no setting \(quoted(setting.name))\(hint)", see: command)
            }
            if let problem = settings.apply(name: setting.name, value: setting.value) {
                throw .usage("\(setting.name) \(quoted(setting.value)): \(problem)", see: command)
            }
        }
        for request in arguments.values(of: zones) {
            let setting = CaptureHeader.Setting(name: "zones.\(request.quantity)", value: request.zones)
            // A model may need what only the files know; boundaries need nothing.
            if let own = ZoneSetting.quantity(ofModel: request.zones) {
                let name = own == .power ? "power" : "heart-rate"
                guard name == request.quantity else {
                    throw .usage("--zones \(quoted(request.zones)): makes zones of \(name) only", see: command)
                }
            } else if let problem = settings.apply(name: setting.name, value: setting.value) {
                throw .usage("--zones \(quoted(request.zones)): \(problem)", see: command)
            }
            list.append(setting)
        }
        return list
    }
}
