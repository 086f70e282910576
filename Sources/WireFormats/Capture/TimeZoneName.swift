/// The name of a time zone in the IANA database: `Europe/Prague`, `America/Argentina/Ushuaia`, `Etc/GMT+5`, `UTC`.
///
/// - SeeAlso: IANA, "Theory and pragmatics of the tz code and data", names of timezones.
public enum TimeZoneName {
    /// The longest that a capture's header may hold; the longest of the database has 32.
    public static let longest = 64

    /// Whether a text can be such a name: parts of letters, digits and `.`, `-`, `+`, `_`, none of them beginning with a `.` or a
    /// `-`, joined by `/`. So it is never a path out of the database's folder.
    public static func isWellFormed(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (1...longest).contains(bytes.count) else { return false }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
            return part.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        }
    }
}
