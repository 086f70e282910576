import WireFormats

/// The links that are open, with their numbers. A link keeps its number whenever it comes back, so that a capture reads easily; the
/// numbers go on from one capture to the next, since whoever holds a link knows it by its number.
struct LiveLinks {
    struct Link {
        let id: LinkID
        var identity: LinkIdentity
        var gate: FloodGate
        /// What it said last, of what it says only when it changes.
        var standing: [UInt8]?
        /// Not told yet.
        var dropped = 0
        /// When bytes came last, until that is told.
        var lastHeard: Int64?
    }

    private struct Key: Hashable {
        let prefix: String
        let characteristic: UInt16
        let address: String

        /// As devices and sensors are called.
        var name: String { "\(prefix == "gatt" ? "ble" : prefix == "nmea" ? "gps" : prefix):\(address)" }

        init(_ identity: LinkIdentity) {
            address = identity.address
            switch identity.kind {
            case .gatt(let number): (prefix, characteristic) = ("gatt", number)
            case .ant: (prefix, characteristic) = ("ant", 0)
            case .nmea: (prefix, characteristic) = ("nmea", 0)
            case .gpsd: (prefix, characteristic) = ("gpsd", 0)
            }
        }
    }

    /// In the order of their numbers.
    private(set) var open: [Link] = []
    private var numbers: [Key: LinkID] = [:]
    private var lastNumber: UInt16 = 0

    /// More than a room full of sensors; nothing that goes mad opens links without end.
    static let mostOpen = 1024

    /// - Returns: `nil` when there are too many.
    mutating func open(_ identity: LinkIdentity, at now: Int64) -> LinkID? {
        guard open.count < Self.mostOpen else { return nil }
        let key = Key(identity)
        let known = numbers[key].flatMap { isOpen($0) ? nil : $0 }
        guard let id = known ?? freshNumber() else { return nil }
        // Of two links to one thing, the first keeps the number for its return.
        if numbers[key] == nil { numbers[key] = id }
        let link = Link(id: id, identity: identity, gate: FloodGate(identity.kind, now: now))
        open.insert(link, at: open.firstIndex { $0.id > id } ?? open.endIndex)
        return id
    }

    /// - Returns: what was closed; `nil` when it was not open.
    mutating func close(_ id: LinkID) -> Link? {
        open.firstIndex { $0.id == id }.map { open.remove(at: $0) }
    }

    /// Who is, or was, at the other end; `nil` when that is forgotten.
    func name(of id: LinkID) -> String? {
        open.first { $0.id == id }.map { Key($0.identity).name } ?? numbers.first { $0.value == id }?.key.name
    }

    /// The link, to be changed in its place.
    mutating func with<Result>(_ id: LinkID, _ change: (inout Link) -> Result) -> Result? {
        open.firstIndex { $0.id == id }.map { change(&open[$0]) }
    }

    /// Takes what was dropped and not told yet, by link.
    mutating func takeDropped() -> [(LinkID, Int)] {
        open.indices.compactMap { index in
            guard open[index].dropped > 0 else { return nil }
            defer { open[index].dropped = 0 }
            return (open[index].id, open[index].dropped)
        }
    }

    /// Takes who was heard, and when last, since this was last asked.
    mutating func takeHeard() -> [(LinkIdentity, Int64)] {
        open.indices.compactMap { index in open[index].lastHeard.take().map { (open[index].identity, $0) } }
    }

    private func isOpen(_ id: LinkID) -> Bool { open.contains { $0.id == id } }

    private mutating func freshNumber() -> LinkID? {
        if lastNumber < .max {
            lastNumber += 1
            return LinkID(lastNumber)
        }
        // After 65 535 different ones, who is gone loses the number.
        let taken = Set(open.map(\.id))
        numbers = numbers.filter { taken.contains($0.value) }
        return (1...UInt16.max).first { !taken.contains(LinkID($0)) }.map { LinkID($0) }
    }
}
