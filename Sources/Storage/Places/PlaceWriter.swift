import Glibc

/// Makes a new table of settlements beside the old one, and puts it in its place when it is whole.
public final class PlaceWriter {
    private let path: String
    private let draft: String
    private let connection: Connection
    private var settlements: Statement
    private var boxes: Statement
    /// How many were added.
    public private(set) var count = 0
    private var isFinished = false

    /// - Parameter path: where the table is to be; its folder must be there.
    public init(path: String) throws(StorageError) {
        self.path = path
        draft = path + ".part"
        // What an earlier attempt left behind, which ended with the machine.
        unlink(draft)
        do throws(StorageError) {
            connection = try Connection(draft, for: .building, .places)
            try connection.execute("BEGIN IMMEDIATE")
            settlements = try connection.prepare("INSERT OR REPLACE INTO settlements VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            boxes = try connection.prepare("INSERT OR REPLACE INTO settlement_boxes VALUES (?, ?, ?, ?, ?)")
        } catch {
            unlink(draft)
            throw error
        }
    }

    deinit { if !isFinished { unlink(draft) } }

    /// Of two with one number the later stays.
    public func add(_ settlement: Settlement) throws(StorageError) {
        try settlements.bind([
            .integer(settlement.id), .text(settlement.name), settlement.asciiName.map { .text($0) } ?? .null,
            .text(settlement.countryCode), .text(settlement.adminArea), .real(settlement.latitude), .real(settlement.longitude),
            .integer(settlement.population),
        ])
        while try settlements.step() {}
        let (latitude, longitude) = (SQLValue.real(settlement.latitude), SQLValue.real(settlement.longitude))
        try boxes.bind([.integer(settlement.id), latitude, latitude, longitude, longitude])
        while try boxes.step() {}
        count += 1
    }

    /// Puts the table where it is to be. Who reads the old one goes on reading it.
    public func finish() throws(StorageError) {
        try connection.execute("COMMIT")
        try FileMove.replace(path, with: draft)
        isFinished = true
    }
}
