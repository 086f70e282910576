/// What is wrong with one line of a table of places, or with one entry of it.
public struct PlaceTableMistake: Equatable, Sendable {
    /// From 1: of a dump its lines, of JSON its entries.
    public var line: Int
    /// To follow the line's number: "18 columns instead of 19".
    public var problem: String
}

/// Why a file gives no table of places.
public enum PlaceTableError: Error, Equatable, Sendable {
    case cannotRead(path: String, message: String)
    /// A zip file, as GeoNames hands them out.
    case isZipped(path: String)
    /// Neither a dump nor JSON of settlements: more mistakes than settlements, the first of them here.
    case noTable(path: String, first: PlaceTableMistake?)
    case storage(StorageError)
}
