/// Reads TCX of version 2: each activity, or multisport session with its legs, is a recording.
///
/// - SeeAlso: Garmin TrainingCenterDatabase v2, ActivityExtension v2; docs/gpx-tcx-csv.md.
enum TCXReader {
    /// - Returns: what can be used, with the fault that ended the reading before the end of the bytes.
    /// - Throws: that fault, when there is nothing to use.
    static func read(_ bytes: [UInt8]) throws(ActivityFault) -> ActivityContents {
        let handler = TCXHandler()
        var contents = ActivityContents(.tcx)
        contents.fault = XMLReader.read(bytes, handler)
        contents.leftOut = handler.leftOut
        // Without a device's number only the whole file tells one activity from another.
        let isUnnumbered = handler.activities.contains { $0.identity == nil }
        let file = WorkoutIdentity(of: isUnnumbered ? bytes : [])
        var index = 0
        while index < handler.activities.count {
            var end = index + 1
            while end < handler.activities.count, let session = handler.activities[index].session,
                handler.activities[end].session == session
            {
                end += 1
            }
            var assembly = TCXActivity.assembly(of: handler.activities[index..<end])
            if let own = handler.own[index] { assembly.take(own) }
            let own = handler.activities[index].identity.map { WorkoutIdentity(of: Array($0.utf8)).part(0) }
            if let recording = assembly.finish(id: own ?? file.part(index)) { contents.recordings.append(recording) }
            index = end
        }
        return try contents.checked()
    }
}
