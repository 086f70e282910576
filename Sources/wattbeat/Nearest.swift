import Gateway

/// Suggestions at the end of a complaint.
enum Nearest {
    /// `; did you mean '--fit'?`, or nothing.
    static func hint(for word: String, among known: [String]) -> String {
        let near = NearestWord.among(known, to: word).map { quoted($0) }
        return near.isEmpty ? "" : "; did you mean \(near.joined(separator: " or "))?"
    }
}
