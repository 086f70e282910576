public import Workouts

/// A workout as a FIT activity file: the same bytes each time, whenever and wherever it is made.
///
/// - SeeAlso: FIT SDK 21.218, "Encoding FIT Activity Files"; docs/fit.md.
public struct FITActivity {
    /// Hundredths: 1.23 is 123.
    public static let softwareVersion: UInt16 = 10

    private let workout: Workout
    private let dates: FITDates

    /// - Parameter workout: any, also one without sensors, without movement or without a true date.
    public init(_ workout: Workout) {
        self.workout = workout
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
        FITDevices(workout: workout, softwareVersion: Self.softwareVersion, startSecond: dates.second(workout.start))
            .append(to: &file)
        if FITZoneIndexField.isUsed(by: workout) {
            FITZoneIndexField.describe(in: &file, softwareVersion: Self.softwareVersion)
        }
        var stream = FITStream(workout, dates: dates)
        stream.append(to: &file)
        FITSummaries(workout: workout, dates: dates).append(to: &file)
        return file.finish()
    }
}
