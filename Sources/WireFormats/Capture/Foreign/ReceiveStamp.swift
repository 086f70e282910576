/// The time of reception that a logger wrote in front of a sentence or report.
///
/// `2026-11-30T08:00:00.123Z $GP…`, `2026-11-30 08:00:00,123 $GP…`, `[08:00:00.123] $GP…`, `1764489600.123: {"class"…`.
struct ReceiveStamp: Equatable, Sendable {
    enum Scale: Sendable { case since1970, sinceMidnight }

    var scale: Scale
    var microseconds: Int64
    /// Where the sentence begins.
    var length: Int

    /// - Returns: `nil` when the line does not begin with a stamp that a sentence (`$`, `!`) or a report (`{`) follows.
    init?(_ line: Span<UInt8>) {
        var start = 0
        while start < line.count, Self.opening.contains(line[start]) { start += 1 }
        let text = line.extracting(start..<line.count)
        var date = StampReader(text)
        var seconds = StampReader(text)
        var time = StampReader(text)
        if let moment = date.date() {
            (scale, microseconds, length) = (.since1970, moment, start + date.cursor)
        } else if let moment = time.timeOfDay() {
            (scale, microseconds, length) = (.sinceMidnight, moment, start + time.cursor)
        } else if let moment = seconds.secondsSince1970() {
            (scale, microseconds, length) = (.since1970, moment, start + seconds.cursor)
        } else {
            return nil
        }
        while length < line.count, Self.separators.contains(line[length]) { length += 1 }
        guard length < line.count, Self.beginnings.contains(line[length]) else { return nil }
    }

    private static let opening = [UInt8](" \t[(".utf8)
    private static let separators = [UInt8](" \t,;:])>|".utf8)
    static let beginnings = [UInt8]("$!{".utf8)
}
