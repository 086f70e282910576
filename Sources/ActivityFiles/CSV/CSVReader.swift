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
        contents.leftOut.untimedPoints = rows.untimed
        if let recording = rows.assembly().finished(id: WorkoutIdentity(of: bytes).part(0)) {
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
    private(set) var untimed = 0
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
        guard let moment = fields.bytes(CSVReader.timeColumn).flatMap({ MomentText(Array($0)) }) else { return untimed += 1 }
        let offset = Offset(microseconds: moment.moment.microseconds)
        if let last, last - offset > Self.step { result.findings.clockStepped = true }
        result.start = min(result.start ?? offset, offset)
        result.end = max(result.end ?? offset, offset)
        last = offset
        takeZone(moment.zone)
        takeOutline(fields, at: offset)
        var point = RecordedPoint(offset: offset)
        point.setPlace(fields.number("lat_deg"), fields.number("lon_deg"))
        point.altitudeMetres = fields.number("alt_m")
        point.distanceMetres = fields.number("distance_m")
        point.speedMetresPerSecond = fields.number("speed_mps")
        point.beatsPerMinute = fields.number("heart_rate_bpm")
        point.revolutionsPerMinute = fields.number("cadence_rpm")
        point.watts = fields.number("power_w")
        point.temperatureCelsius = fields.number("temperature_c")
        point.stepsPerMinute = fields.number("step_rate_spm")
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
            result.laps.append(ActivityRecording.Lap(start: offset, end: offset, trigger: .manual))
        }
    }

    /// - Returns: all of it; a pause that nothing ends lasts to the end.
    func assembly() -> RecordingAssembly {
        var whole = result
        if let standsSince, let end = result.end { whole.pauses.append(Pause(start: standsSince, end: end, isAutomatic: false)) }
        return whole
    }
}
