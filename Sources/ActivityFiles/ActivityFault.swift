/// Why bytes are no activity, or where reading them ended before their end.
public struct ActivityFault: Error, Equatable, Sendable {
    /// Of the first byte that is not as it should be, from the beginning of all bytes.
    public var offset: Int
    public var reason: Reason

    public enum Reason: Equatable, Sendable {
        /// Neither FIT nor TCX nor GPX nor CSV.
        case unknownFormat
        case fit(FITFault.Reason)
        /// The bytes end before the document does.
        case cutShort
        /// Not well-formed; expat's words for it.
        case malformed(String)
        /// A document type declaration with declarations of its own, such as entities: neither format has any, and none is read.
        case documentType
        case nestedTooDeep(limit: Int)
        /// One tag, comment or field is longer than that many bytes.
        case tooLong(limit: Int)
        /// The outermost element is another one.
        case otherDocument(String)
        /// More than this program keeps of one file.
        case tooMany(Part, limit: Int)
        /// The first line does not name this column.
        case missingColumn(String)

        public enum Part: String, Sendable { case points, laps, activities, columns }
    }

    init(_ reason: Reason, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }

    /// With its place, without a full stop.
    public var sentence: String {
        switch reason {
        case .unknownFormat: "the bytes are neither FIT nor TCX nor GPX nor CSV of workout samples"
        case .fit(let reason): FITFault(reason, at: offset).sentence
        case .cutShort: "the file ends at byte \(offset), before what it holds is complete"
        case .malformed(let words): "the XML is damaged at byte \(offset): \(words)"
        case .documentType:
            "its document type declaration, at byte \(offset), may let a few letters stand for gigabytes, so the file is not read; "
                + "no GPX or TCX needs one"
        case .nestedTooDeep(let limit): "elements lie more than \(limit) deep in each other at byte \(offset)"
        case .tooLong(let limit): "what begins before byte \(offset) is longer than \(limit) bytes"
        case .otherDocument(let name): "the document's outermost element, at byte \(offset), is \(name)"
        case .tooMany(let part, let limit): "there are more than \(limit) \(part.rawValue), up to byte \(offset)"
        case .missingColumn(let name): "the first line names no column \(name)"
        }
    }
}
