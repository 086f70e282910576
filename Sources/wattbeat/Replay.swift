import ActivityFiles
import Gateway
import Ingest
import JSONText
import Transports
import WireFormats
import Workouts

/// `wattbeat replay FILE…`: recorded bytes become a workout again.
enum Replay: Command {
    static let name = "replay"
    static let summary = "turn recorded sensor bytes into a workout, and show it"
    static let operands = Operands("FILE…", 1...64)
    static let options = ReplayOptions.all
    static let discussion = """
        A FILE is a capture of wattbeat's own, a btsnoop log (btmon, Android), a usbmon trace of an ANT stick (pcap, pcapng), a
        receiver's NMEA log or gpsd's JSON; what it is is told by its content. Several files of one ride are put on one time line
        by their clocks, a log without times of reception by the time in its sentences; --shift corrects a clock.
        A capture of wattbeat's own holds the rider's commands: workouts last from start to stop, and one without a start holds
        none. Where no file is such a capture, the whole recording is the workout, if anything was measured in it.
        Zones that a capture holds stay as they are when --ftp or --lthr say something new; --zones sets them anew.
        The same files give the same bytes of JSON, FIT, GPX, TCX and CSV every time.

        examples:
          wattbeat replay ride.btsnoop stick.pcap gps.nmea --fit ride.fit
          wattbeat replay run.capture --json --zones 120,140,155,170
          wattbeat replay ride.btsnoop gps.nmea --shift gps.nmea=-1.5 --speed 10
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        if arguments[ReplayOptions.route], !arguments[ReplayOptions.json] { throw .usage("--route needs --json", see: self) }
        if arguments[ReplayOptions.json], let option = WorkoutNaming.options.first(where: arguments.has) {
            throw .usage("--\(option.name) is for the text that people read; --json is the same with it and without", see: self)
        }
        let naming = try WorkoutNaming(arguments)
        let settings = try ReplayOptions.settings(arguments) + ReplayOptions.plannedSettings(arguments)
        let plan = try open(try ReplayOptions.files(arguments), settings)
        var inUse = Set(arguments.operands.compactMap(FileIdentity.init))
        // Told before a long replay rather than after it.
        let outputs = ReplayOptions.outputs(arguments)
        for (format, path) in outputs { try FileOutput.check(path, as: format, sparing: inUse) }
        if arguments.has(StoreAccess.store), !arguments[ReplayOptions.save] {
            throw .usage("--store is where --save stores, which is not given", see: self)
        }
        let intake = arguments[ReplayOptions.save] ? try StoreIntake(arguments) : nil
        if let intake { inUse.formUnion(CollectionOfOne(intake.path).compactMap(FileIdentity.init)) }
        let writer = try arguments[ReplayOptions.capture].map { path throws(CommandError) in try create(path, plan.header) }
        if let writer { inUse.formUnion(CollectionOfOne(writer.path).compactMap(FileIdentity.init)) }
        let collector = ReplayCollector(isCommanded: plan.isCommanded)
        let isLive = !arguments[ReplayOptions.json]
        let pace: ReplayRecords.Pace =
            switch arguments[ReplayOptions.speed] {
            case .one?: .times(1)
            case .ten?: .times(10)
            case .max?, nil: .immediate
            }
        var sinks: [any IngestSink] = [collector]
        let progress = ReplayProgress(plan)
        let view = isLive && pace != .immediate ? LiveView(output, naming.measures) : nil
        if let view { sinks.append(view) } else { sinks.append(progress) }

        var loop = IngestLoop(engine: IngestEngine(header: plan.header), capture: writer, sinks: sinks)
        Interruption.watch()
        await loop.run(ReplayRecords(plan, pace: pace))
        progress.finish()
        try view?.finish()
        if Task.isCancelled { try conclude(interrupted: collector, isLive, naming, output) }
        try report(collector, plan, loop.engine, arguments, naming, output)
        var files = WorkoutOutput(inUse: inUse, isQuiet: !isLive)
        for (format, path) in outputs {
            // One file a workout: a second one gets its number before the extension.
            for (index, workout) in collector.workouts.enumerated() {
                try files.write(workout, as: format, to: index == 0 ? path : path.numbered(index + 1), output)
            }
        }
        if let intake { try save(collector.workouts, of: plan, with: intake, arguments, isQuiet: !isLive, output) }
        let refusal = files.concluded()
        try conclude(collector, plan, writer)
        if let refusal { throw refusal }
    }

    private static func open(
        _ files: [ReplayPlan.File], _ settings: [CaptureHeader.Setting]
    ) throws(CommandError) -> ReplayPlan {
        do throws(TransportError) {
            return try ReplayPlan(files, settings: settings)
        } catch {
            if case .cannotKeep = error { throw CommandError(.inputOutput, "\(error)") }
            throw CommandError(.noInput, "\(error)")
        }
    }

    private static func create(_ path: String, _ header: CaptureHeader) throws(CommandError) -> CaptureWriter {
        do throws(TransportError) {
            return try CaptureWriter(path: path, header: header)
        } catch {
            throw CommandError(.cannotCreate, "\(error)")
        }
    }

    private static func report(
        _ collector: ReplayCollector, _ plan: ReplayPlan, _ engine: IngestEngine, _ arguments: Arguments, _ naming: WorkoutNaming,
        _ output: Output
    ) throws(CommandError) {
        for sentence in plan.notes + collector.sentences + ReplayWords.findings(plan) { Output.complain("wattbeat: \(sentence)") }
        if arguments[ReplayOptions.json] {
            let detail: RouteDetail = arguments[ReplayOptions.route] ? .full : .summary
            let documents = collector.kept.map { workoutJSON($0.workout, route: detail, report: $0.report) }
            if let document = documents.count > 1 ? .array(documents) : documents.first {
                try output.write(document.utf8(.indented))
                try output.line()
            }
        } else {
            for workout in collector.workouts {
                try output.write(WorkoutText(workout: workout, style: output.terminal, naming: naming))
            }
            // Where there is nothing to show, the complaint says it all.
            if !collector.workouts.isEmpty { try output.line(output.terminal.dim(ReplayWords.counters(engine))) }
        }
    }

    /// Into the store, unless they are there.
    private static func save(
        _ workouts: [Workout], of plan: ReplayPlan, with intake: StoreIntake, _ arguments: Arguments, isQuiet: Bool,
        _ output: Output
    ) throws(CommandError) {
        let place = arguments[ReplayOptions.capture] ?? plan.recording ?? ""
        for workout in workouts { try intake.take(ArchivedWorkout(workout: workout, path: place, format: .capture)) }
        try intake.finish()
        let report = ImportReport(outcomes: intake.outcomes, skipped: [], store: intake.path)
        for sentence in report.complaints { Output.complain("wattbeat: \(sentence)") }
        if !isQuiet, !workouts.isEmpty { try output.line(report.sentence) }
    }

    /// What was replayed so far is shown; files are only written of whole recordings.
    private static func conclude(
        interrupted collector: ReplayCollector, _ isLive: Bool, _ naming: WorkoutNaming, _ output: Output
    ) throws(CommandError) {
        if isLive {
            for workout in collector.workouts {
                try output.write(WorkoutText(workout: workout, style: output.terminal, naming: naming))
            }
        }
        guard !collector.workouts.isEmpty else { throw CommandError(Interruption.exit, "interrupted before there was a workout") }
        throw CommandError(Interruption.exit, "interrupted: the workout ends where the replay was, and no file is written")
    }

    /// What was used is used; what ended early is told, and shows in the exit status.
    private static func conclude(
        _ collector: ReplayCollector, _ plan: ReplayPlan, _ writer: CaptureWriter?
    ) throws(CommandError) {
        let faults = plan.faults
        if let writer, let shortfall = writer.shortfall {
            for fault in faults { Output.complain("wattbeat: \(fault.sentence)") }
            throw .system(.inputOutput, "\(writer.path) is not complete: it cannot be written to its end", errno: shortfall.code)
        }
        for fault in faults.dropLast() { Output.complain("wattbeat: \(fault.sentence)") }
        if let last = faults.last {
            throw CommandError(faults.allSatisfy(\.isUnreadable) ? .noInput : .badData, last.sentence)
        }
        if collector.workouts.isEmpty {
            let reason = plan.isCommanded ? "no start command is in it" : "nothing in it was measured"
            throw CommandError(.badData, "the recording holds no workout: \(reason)")
        }
    }
}

extension Output {
    fileprivate func write(_ text: WorkoutText) throws(CommandError) {
        try page(text.lines)
    }
}

extension String {
    /// `ride.fit` becomes `ride-2.fit`.
    func numbered(_ number: Int) -> String {
        let name = split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(self)-\(number)" }
        let suffix = name[dot...]
        return "\(dropLast(suffix.count))-\(number)\(suffix)"
    }
}
