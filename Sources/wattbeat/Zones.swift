import Gateway
import Ingest
import Statistics
import Workouts

/// `wattbeat zones [PATH…]`.
enum Zones: Command {
    static let name = "zones"
    static let summary = "your training zones, and how long you were in each"
    static let operands = Operands("[PATH…]", 0...4096)
    static let options: [any CommandOption] = [recorded, history, model, quantity, above, by] + ArchiveOptions.all
    static let discussion = """
        Alone it shows the zones in force today, for every quantity and sport that has some: what they come from, since when.
        With a PATH (files and folders of captures, FIT, TCX, GPX, CSV), or with --recorded (where workouts are kept), it shows
        the time in them: each workout and leg in the zones that were frozen into it, and all of them together with their
        samples cut anew by the zones of today, since zones of different limits cannot be added. Percents are of the time
        that has data.
        --model looks at other zones without changing anything; --zones and --ftp also replace what workouts hold.

        examples:
          wattbeat zones
          wattbeat zones --model seiler3 --ftp 280
          wattbeat zones ride.fit
          wattbeat zones --recorded --quantity heart-rate --above 150 --by month
        """

    static let recorded = Flag("recorded", "the time in zones of everything that was recorded, as with PATH")
    static let history = Flag("history", "all zones that were ever in force, or will be, with their dates")
    static let model = Option<ReplayOptions.ZoneRequest>(
        "model", "[QUANTITY=]ZONES", "zones to look at in place of today's: a model, or boundaries", isRepeatable: true,
        expecting: ReplayOptions.zones.expectation, read: ReplayOptions.ZoneRequest.init)
    static let quantity = Option<ZoneQuantity>(
        "quantity", "NAME", "only this: " + ZoneQuantity.words, isRepeatable: true, expecting: "one of " + ZoneQuantity.words,
        read: { ZoneQuantity(rawValue: $0) })
    static let above = Option.number(
        "above", "VALUE", 0.1...5000, "also the time above this value: bpm, W, 1/min, and km/h of --quantity speed")
    static let by = Option<ZoneStep>.choice(
        "by", "also each week, month or workout; else each of up to five workouts, or weeks, or months")

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        let isRecorded = !arguments.operands.isEmpty || arguments[recorded] || arguments[ArchiveOptions.demo]
        if !isRecorded, let option = ([above, by] as [any CommandOption]).first(where: { arguments.has($0) }) {
            throw .usage("--\(option.name) is for what was recorded: give a PATH, or --recorded", see: self)
        }
        if isRecorded, arguments[history] { throw .usage("--history is of the settings: give it no PATH", see: self) }
        let quantities = Set(arguments.values(of: quantity))
        if arguments[above] != nil, quantities.count != 1 {
            throw .usage("--above needs one --quantity, to say of what it is a value", see: self)
        }
        let session = try ArchiveSession(arguments, of: self)
        let chosen = ZoneQuantity.allCases.filter { quantities.isEmpty || quantities.contains($0) }
        let sports = ActivityType.allCases.filter(arguments.values(of: ArchiveOptions.sport).contains)
        let settings = try previewed(session.athlete.settings(at: session.now).undated(session.now), arguments)
        if isRecorded {
            return try await showRecorded(arguments, session, settings, chosen, output)
        }
        let text = ZonesText(session: session, terminal: output.terminal)
        if arguments[history] {
            let history = ZoneChange.all(of: session.athlete, sports) { chosen.contains($0) }
            if arguments[ArchiveOptions.json] { return try output.json(ZonesJSON.history(history, session.calendar)) }
            return try output.lines(text.history(history))
        }
        let rows = ZonesInForce.rows(of: settings, sports).filter { chosen.contains($0.quantity) }
        if arguments[ArchiveOptions.json] { return try output.json(ZonesJSON.inForce(rows, at: session.now, session.calendar)) }
        try output.lines(text.inForce(rows, lacking: quantities.isEmpty ? [.heartRate, .power] : chosen))
    }

    private static func showRecorded(
        _ arguments: Arguments, _ session: ArchiveSession, _ settings: WorkoutSettings, _ quantities: [ZoneQuantity],
        _ output: Output
    ) async throws(CommandError) {
        var recorded = RecordedZones(
            quantities, above: arguments[above], zones: settings, isOfToday: !arguments.has(model))
        let wish = OutlineWish(quantities: Set(quantities.map(\.quantity)), hasZones: true)
        recorded.isDemo = try await session.forEachOutline(wish) { found throws(CommandError) in
            try recorded.add(found, called: session.naming.title(of: found), session.calendar)
        }.isDemo
        let step = recorded.step(arguments[by])
        if arguments[ArchiveOptions.json] { return try output.json(ZonesJSON.recorded(recorded, by: step, session.calendar)) }
        try output.lines(RecordedZonesText(recorded: recorded, step: step, session: session, terminal: output.terminal).lines)
    }

    /// With the zones of `--model` in place of those in force.
    private static func previewed(
        _ settings: WorkoutSettings, _ arguments: Arguments
    ) throws(CommandError) -> WorkoutSettings {
        var settings = settings
        for request in arguments.values(of: model) {
            guard let quantity = ZoneQuantity(rawValue: request.quantity)?.quantity else { continue }
            func zones(_ activity: ActivityType?) throws(CommandError) -> ZoneConfiguration {
                switch ZoneSetting.configuration(
                    from: request.zones, quantity: quantity, settings: settings, activity: activity)
                {
                case .success(let zones): return zones
                case .failure(.missing(let names)):
                    throw .usage(
                        "--model \(quoted(request.zones)): this model needs \(names.joined(separator: " and ")): "
                            + "give \(ReplayOptions.advice(lacking: names)), or set it with wattbeat settings set", see: self)
                case .failure(let problem): throw .usage("--model \(quoted(request.zones)): \(problem.sentence)", see: self)
                }
            }
            let (general, running) = (try zones(nil), try zones(.running))
            for activity in ActivityType.allCases { settings.zonesByActivity[activity]?[quantity] = nil }
            settings.zones[quantity] = general
            if quantity == .heartRate, running != general { settings.setRunZones(running) }
        }
        return settings
    }
}
