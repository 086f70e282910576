/// Files that people take for recordings, told by their content.
enum FinishedActivity {
    private static let lengthLookedAt = 1024

    /// - Parameter prefix: the file's first bytes.
    /// - Returns: `FIT`, `GPX` or `TCX`; `nil` for anything else.
    static func format(_ prefix: Span<UInt8>) -> String? {
        // Behind a header's length, version and sizes.
        if prefix.count >= 12, prefix[0] == 12 || prefix[0] == 14, holds(prefix, letters: ".FIT", at: 8) { return "FIT" }
        let length = min(prefix.count, lengthLookedAt)
        var start = 0
        // A byte order mark and white space may stand before the first element.
        while start < length, [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains(prefix[start]) { start += 1 }
        guard start < length, prefix[start] == 0x3C else { return nil }
        for index in start..<length {
            if holds(prefix, letters: "<gpx", at: index) { return "GPX" }
            if holds(prefix, letters: "<TrainingCenterDatabase", at: index) { return "TCX" }
        }
        return nil
    }

    private static func holds(_ bytes: Span<UInt8>, letters: StaticString, at start: Int) -> Bool {
        guard start + letters.utf8CodeUnitCount <= bytes.count else { return false }
        return letters.withUTF8Buffer { wanted in
            for index in wanted.indices where bytes[start + index] != wanted[index] { return false }
            return true
        }
    }
}
