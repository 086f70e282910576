import Workouts

/// Reads CSV of workout samples, by the names of its columns in any order: `CSVSamples`' own, and others that name theirs alike.
///
/// - SeeAlso: RFC 4180; docs/gpx-tcx-csv.md.
enum CSVReader {
    /// Without it a line is nowhere in time; with no other column of ours it is another table.
    static let timeColumn = "timestamp_utc"

    /// - Returns: what can be used, with the fault that ended the reading before the end of the bytes.
    /// - Throws: that fault, when there is nothing to use.
    static func read(_ bytes: [UInt8]) throws(ActivityFault) -> ActivityContents {
        var contents = ActivityContents(.csv)
        var rows = try CSVRows(bytes)
        do throws(ActivityFault) {
            try rows.readAll()
        } catch {
            contents.fault = error
        }
        contents.leftOut = rows.leftOut
        var assembly = rows.takeAssembly()
        if let recording = assembly.finish(id: WorkoutIdentity(of: bytes).part(0)) {
            contents.recordings = [recording]
        }
        return try contents.checked()
    }

    /// Whether the first line names the moments' column.
    static func isCSV(_ bytes: [UInt8]) -> Bool { (try? CSVRows(bytes)) != nil }
}

/// What the lines of a file tell, gathered.
private struct CSVRows {
    private var lines: CSVLines
    private let columns: [String: Int]
    private var result = RecordingAssembly(format: "csv")
    private(set) var leftOut = ActivityContents.LeftOut()
    /// When the timer was last told to stand.
    private var standsSince: Offset?
    private var lap: Int?
    private var last: Offset?

    private static let step = TimeSpan(microseconds: 60_000_000)

    init(_ bytes: [UInt8]) throws(ActivityFault) {
        lines = CSVLines(bytes)
        var isCut = false
        let header = try lines.next(isCut: &isCut) ?? []
        let names = header.map { String(decoding: NumberText.trimmed($0), as: UTF8.self) }
        columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        let others = CSVSamples.columns.filter { $0 != CSVReader.timeColumn }
        for column in [CSVReader.timeColumn, others.first { columns[$0] != nil } ?? others[0]] where columns[column] == nil {
            throw ActivityFault(.missingColumn(column), at: lines.lineStart)
        }
        // Its steps have a column of their own.
        result.countsStrides = columns["step_rate_spm"] == nil
    }

    mutating func readAll() throws(ActivityFault) {
        var isCut = false
        while let fields = try lines.next(isCut: &isCut) {
            // Half a line at the end of a cut file could be half a number.
            if isCut { throw ActivityFault(.cutShort, at: lines.offset) }
            try take(fields)
        }
    }

    /// Of one line.
    private struct Fields {
        let fields: [ArraySlice<UInt8>]
        let columns: [String: Int]

        func bytes(_ column: String) -> ArraySlice<UInt8>? {
            guard let index = columns[column], index < fields.count, !fields[index].isEmpty else { return nil }
            return fields[index]
        }

        func number(_ column: String) -> Double? { bytes(column).flatMap { NumberText.number($0) } }

        func text(_ column: String) -> String? {
            bytes(column).flatMap { XMLText.words(Array(Self.unguarded($0))) }
        }

        func word<Word: RawRepresentable<String>>(_ column: String) -> Word? { text(column).flatMap { Word(rawValue: $0) } }

        func amount(_ column: String) -> Double? { number(column).flatMap { $0 >= 0 ? $0 : nil } }

        /// Without the apostrophe that keeps spreadsheets from running what is no formula.
        private static func unguarded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            guard text.first == UInt8(ascii: "'"), let next = text.dropFirst().first, "=+-@\t\r".utf8.contains(next) else {
                return text
            }
            return text.dropFirst()
        }
    }

    private mutating func take(_ cells: [ArraySlice<UInt8>]) throws(ActivityFault) {
        let fields = Fields(fields: cells, columns: columns)
        guard let moment = fields.bytes(CSVReader.timeColumn).flatMap({ MomentText(Array($0)) }) else {
            return leftOut.noteUntimed(at: .line(lines.lineNumber))
        }
        let offset = Offset(microseconds: moment.moment.microseconds)
        if let last, last - offset > Self.step { result.findings.clockStepped = true }
        result.start = min(result.start ?? offset, offset)
        result.end = max(result.end ?? offset, offset)
        last = offset
        takeZone(moment.zone)
        takeOutline(fields, at: offset)
        takeWorkout(fields)
        var point = RecordedPoint(offset: offset)
        func number(_ column: String, _ range: ClosedRange<Double>) -> Double? {
            fields.bytes(column).flatMap { leftOut.values.number($0, column, in: range, at: .line(lines.lineNumber)) }
        }
        point.setPlace(number("lat_deg", .latitudes), number("lon_deg", .longitudes))
        point.altitudeMetres = number("alt_m", Quantity.altitude.plausibleValues)
        point.distanceMetres = number("distance_m", Quantity.distance.plausibleValues)
        point.speedMetresPerSecond = number("speed_mps", Quantity.speed.plausibleValues)
        point.beatsPerMinute = number("heart_rate_bpm", Quantity.heartRate.plausibleValues)
        point.revolutionsPerMinute = number("cadence_rpm", Quantity.cadence.plausibleValues)
        point.watts = number("power_w", Quantity.power.plausibleValues)
        point.temperatureCelsius = number("temperature_c", Quantity.temperature.plausibleValues)
        point.stepsPerMinute = number("step_rate_spm", Quantity.stepRate.plausibleValues)
        guard point != RecordedPoint(offset: offset) else { return }
        guard result.points.count < RecordedPoint.mostInFile else {
            throw ActivityFault(.tooMany(.points, limit: RecordedPoint.mostInFile), at: lines.lineStart)
        }
        result.points.append(point)
        // The sensor that a quantity first came from.
        for (quantity, column) in [(Quantity.heartRate, "source_hr"), (.power, "source_power")]
        where result.sensors[quantity] == nil { result.sensors[quantity] = fields.text(column) }
    }

    private mutating func takeZone(_ zone: MomentText.Zone) {
        if case .offset(let seconds) = zone, seconds != 0 { result.utcOffsetSeconds = result.utcOffsetSeconds ?? seconds }
        if zone == .missing { result.findings.timesWithoutZone += 1 }
    }

    /// Pauses, laps and activities, where a line says something else than the line before.
    private mutating func takeOutline(_ fields: Fields, at offset: Offset) {
        switch (fields.number("paused"), standsSince) {
        case (1?, nil): standsSince = offset
        case (0?, let since?):
            if result.pauses.count < GPXHandler.mostPieces {
                result.pauses.append(Pause(start: since, end: offset, isAutomatic: false))
            }
            standsSince = nil
        default: break
        }
        if let type = fields.text("activity").map({ ActivityType(rawValue: $0) ?? .other }), type != result.legs.last?.type,
            result.legs.count < TCXHandler.mostActivities
        {
            result.legs.append(ActivityRecording.Leg(type: type, start: offset))
        }
        if let number = fields.number("lap").flatMap({ Int(exactly: $0) }), number != lap, result.laps.count < TCXHandler.mostLaps
        {
            lap = number
            var begun = ActivityRecording.Lap(start: offset, end: offset, trigger: fields.word("lap_trigger") ?? .manual)
            begun.machineKilocalories = fields.amount("lap_machine_kcal")
            if let steps = fields.amount("lap_steps") {
                begun.stated = StatedFigures()
                begun.stated?.steps = steps
            }
            result.laps.append(begun)
        }
    }

    /// What a line says of the whole workout: the first that does counts.
    private mutating func takeWorkout(_ fields: Fields) {
        result.writtenOf = result.writtenOf ?? fields.bytes("workout_id").flatMap { WorkoutID(hexDigits: Array($0)) }
        if fields.number("demo") == 1 { result.maker = FITDevices.demoName }
        result.name = result.name ?? fields.text("workout_name")
        result.note = result.note ?? fields.text("workout_note")
        result.distanceOrigin = result.distanceOrigin ?? fields.word("distance_origin")
        result.utcOffsetSeconds =
            result.utcOffsetSeconds
            ?? fields.number("utc_offset_s").flatMap { Int(exactly: $0) }.flatMap { $0.magnitude <= 14 * 3600 ? $0 : nil }
    }

    /// Gives all of it away; a pause that nothing ends lasts to the end.
    mutating func takeAssembly() -> RecordingAssembly {
        var whole = RecordingAssembly(format: result.format)
        swap(&whole, &result)
        if let standsSince, let end = whole.end { whole.pauses.append(Pause(start: standsSince, end: end, isAutomatic: false)) }
        return whole
    }
}
