public import Workouts

/// The formats in which activities are exchanged: bytes to recordings, a workout to bytes.
public enum ActivityFormat: String, CaseIterable, Sendable {
    case fit, tcx, gpx, csv

    /// As people write it.
    public var name: String { rawValue.uppercased() }
    /// Of a file's name, without the dot.
    public var fileExtension: String { rawValue }

    public var mediaType: String {
        switch self {
        case .fit: "application/vnd.ant.fit"
        case .tcx: "application/vnd.garmin.tcx+xml"
        case .gpx: "application/gpx+xml"
        case .csv: "text/csv"
        }
    }

    /// What bytes are, by their content alone; `nil` for none of these.
    ///
    /// - Parameter bytes: of the file's beginning as many as there are; 64 KiB are always enough.
    public init?(detecting bytes: [UInt8]) {
        let beginning = Array(bytes.prefix(1 << 16))
        switch XMLRoot(of: beginning).name {
        case _ where FITContents.isFIT(beginning): self = .fit
        case "gpx"?: self = .gpx
        case "TrainingCenterDatabase"?: self = .tcx
        case nil where CSVReader.isCSV(beginning): self = .csv
        default: return nil
        }
    }

    /// Reads what any device or program wrote, by its content.
    ///
    /// - Parameter bytes: the whole file, or as much of it as there is.
    /// - Returns: the activities of it that can be used, with the fault that ended the reading early.
    /// - Throws: that fault, when there is nothing to use; why it is none of the four formats, when it is none.
    public static func read(_ bytes: [UInt8]) throws(ActivityFault) -> ActivityContents {
        switch ActivityFormat(detecting: bytes) {
        case .fit?: return try readFIT(bytes)
        case .tcx?: return try TCXReader.read(bytes)
        case .gpx?: return try GPXReader.read(bytes)
        case .csv?: return try CSVReader.read(bytes)
        case nil: throw XMLRoot(of: bytes).fault ?? ActivityFault(.unknownFormat, at: 0)
        }
    }

    private static func readFIT(_ bytes: [UInt8]) throws(ActivityFault) -> ActivityContents {
        var contents = ActivityContents(.fit)
        do throws(FITFault) {
            let file = try FITContents(decoding: bytes, acceptingDamage: true)
            contents.recordings = file.recordings
            let fault = file.parts.lazy.compactMap(\.fault).first
            contents.fault = fault.map { ActivityFault(.fit($0.reason), at: $0.offset) }
            if contents.fault == nil, let cut = file.parts.first(where: \.isTruncated) {
                contents.fault = ActivityFault(.cutShort, at: cut.end)
            }
        } catch {
            throw ActivityFault(.fit(error.reason), at: error.offset)
        }
        return try contents.checked()
    }

    /// Writes a workout: the same bytes each time, whenever and wherever it is made.
    ///
    /// - Parameters:
    ///   - note: what its owner noted.
    ///   - take: gets one part after the other, so that a long day's file is never held.
    /// - Returns: bytes that belong in the place of the file's first ones: FIT's header, which holds the length; nothing for text.
    /// - Throws: before the first part, where the format cannot hold the workout.
    public func encode(
        _ workout: Workout, note: String? = nil, _ take: @escaping ([UInt8]) -> Void
    ) throws(UnwritableWorkout) -> [UInt8] {
        switch self {
        case .fit: return FITActivity(workout, note: note).encode(take)
        case .tcx: TCXDocument(workout, note: note).encode(take)
        case .gpx: try GPXActivity(workout, note: note).encode(take)
        case .csv: CSVSamples(workout, note: note).encode(take)
        }
        return []
    }

    /// The whole file.
    public func encoded(_ workout: Workout, note: String? = nil) throws(UnwritableWorkout) -> [UInt8] {
        var bytes: [UInt8] = []
        var problem: UnwritableWorkout?
        let header = withoutActuallyEscaping({ bytes += $0 }) { take -> [UInt8] in
            do throws(UnwritableWorkout) {
                return try encode(workout, note: note, take)
            } catch {
                problem = error
                return []
            }
        }
        if let problem { throw problem }
        bytes.replaceSubrange(..<header.count, with: header)
        return bytes
    }
}
