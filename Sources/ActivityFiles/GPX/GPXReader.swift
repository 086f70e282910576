/// Reads GPX 1.0 and 1.1, with the extensions for heart rate, cadence, power, temperature and speed.
///
/// Tracks that follow each other are one activity, and between two segments the timer stands. A track that overlaps the one before, or
/// begins more than four hours behind it, is an activity of its own; one of another sport is another leg.
/// - SeeAlso: GPX 1.1; Garmin TrackPointExtension v1 and v2, PowerExtension v1; Cluetrust GPX data 1.0; docs/gpx-tcx-csv.md.
enum GPXReader {
    /// - Returns: what can be used, with the fault that ended the reading before the end of the bytes.
    /// - Throws: that fault, when there is nothing to use.
    static func read(_ bytes: [UInt8]) throws(ActivityFault) -> ActivityContents {
        let handler = GPXHandler(byteCount: bytes.count)
        var contents = ActivityContents(.gpx)
        contents.fault = XMLReader.read(bytes, handler)
        contents.leftOut = handler.leftOut
        // One of our own files is one workout, whatever its pauses.
        var groups = GPXTrack.grouped(handler.takeTracks(), isOne: handler.own != nil)
        if !groups.isEmpty {
            let id = WorkoutIdentity(of: bytes)
            for index in groups.indices {
                var group: [GPXTrack] = []
                swap(&group, &groups[index])
                var assembly = GPXTrack.assembly(of: consume group, creator: handler.creator, title: handler.title)
                assembly.note = handler.note
                if let own = handler.own { assembly.take(own) }
                if let recording = assembly.finish(id: id.part(index)) { contents.recordings.append(recording) }
            }
        }
        return try contents.checked()
    }
}
