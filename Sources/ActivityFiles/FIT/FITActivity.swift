public import Workouts

/// A workout as a FIT activity file: the same bytes each time, whenever and wherever it is made.
///
/// - SeeAlso: FIT SDK 21.218, "Encoding FIT Activity Files"; docs/fit.md.
public struct FITActivity {
    /// Hundredths: 1.23 is 123.
    public static let softwareVersion: UInt16 = 10

    private let workout: Workout
    private let note: String?
    private let dates: FITDates

    /// - Parameters:
    ///   - workout: any, also one without sensors, without movement or without a true date.
    ///   - note: what its owner noted.
    public init(_ workout: Workout, note: String? = nil) {
        self.workout = workout
        self.note = note
        dates = FITDates(workout)
    }

    /// Whether the workout was moved in time because FIT cannot say when it was (before 1998-07-03 or after 2126-02-06), as the
    /// runs of a machine whose clock stood at 1970. The lengths in the file are true, its date is not.
    public var isRedated: Bool { dates.isRedated }

    /// The whole file.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        let header = withoutActuallyEscaping({ bytes += $0 }) { encode($0) }
        bytes.replaceSubrange(..<header.count, with: header)
        return bytes
    }

    /// The same in parts, so that a long day's file is never held.
    ///
    /// - Parameter take: gets one part after the other, room for the header first.
    /// - Returns: the header, which belongs there: it holds the length of the file.
    public func encode(_ take: @escaping ([UInt8]) -> Void) -> [UInt8] {
        var file = FITFile(take)
        let devices = FITDevices(
            workout: workout, softwareVersion: Self.softwareVersion, startSecond: dates.second(workout.start))
        devices.appendMaker(to: &file)
        FITOwnField.describe(for: workout, note: note, softwareVersion: Self.softwareVersion, in: &file)
        devices.appendSources(to: &file)
        if let name = workout.name {
            var message = FITMessage(.workout)
            message.add(8, name, limit: 254)
            file.append(message)
        }
        var stream = FITStream(workout, dates: dates)
        stream.append(to: &file)
        FITSummaries(workout: workout, note: note, dates: dates).append(to: &file)
        return file.finish()
    }
}
