public import WireFormats
public import Workouts

/// Dates a log whose stamps say the time of day alone, by its receiver.
///
/// The stamps are those of a machine, in its own time zone. The receiver says which day it was, and which zone: the quarter of an
/// hour that brings the stamps nearest to its time.
public struct LogDate: Sendable {
    /// UTC of the log's first stamp, once a valid position came with a date.
    public private(set) var start: Timestamp?

    private let startOfDay: Int64
    private var moments = LogMoments()
    private var hasPosition = false

    /// Time zones differ by whole quarters of an hour.
    private static let zoneStep: Int64 = 900_000_000

    /// - Parameter startOfDay: the first stamp, microseconds since midnight.
    public init(startOfDay: Int64) { self.startOfDay = startOfDay }

    /// Takes the log's next record, its offset counted from the first stamp.
    public mutating func append(_ record: CaptureRecord) {
        guard start == nil else { return }
        for moment in moments.moments(in: record) {
            hasPosition = hasPosition || moment.isPosition
            guard hasPosition, start == nil, let utc = moment.utc else { continue }
            let told = utc - record.offset
            // What the stamps are ahead or behind, to the nearest quarter of an hour.
            var ahead = (startOfDay - told) % Self.zoneStep
            if ahead > Self.zoneStep / 2 { ahead -= Self.zoneStep } else if ahead < -Self.zoneStep / 2 { ahead += Self.zoneStep }
            start = Timestamp(microseconds: told + ahead)
        }
    }
}
