import WireFormats
import Workouts

/// The open links, in the order of their numbers. A record finds its own without hashing, and a decoder works in its place:
/// none is copied on the way.
struct LinkTable: Sendable {
    private var ids: [LinkID] = []
    private var decoders: [any LinkDecoder] = []

    /// Opens a link that is closed; `nil` leaves it closed.
    mutating func open(_ id: LinkID, _ decoder: (any LinkDecoder)?) {
        let place = place(of: id)
        guard let decoder, !isOpen(id, at: place) else { return }
        ids.insert(id, at: place)
        decoders.insert(decoder, at: place)
    }

    /// Takes a link away; what it had half told is told or forgotten.
    ///
    /// - Returns: the sources that spoke over it.
    mutating func close(_ id: LinkID, at offset: Offset, _ context: inout IngestContext) -> [SourceID] {
        let place = place(of: id)
        guard isOpen(id, at: place) else { return [] }
        decoders[place].flush(at: offset, &context)
        ids.remove(at: place)
        return decoders.remove(at: place).sources
    }

    /// Whether a link speaks for this source.
    func speak(for source: SourceID) -> Bool { decoders.contains { $0.sources.contains(source) } }

    /// - Returns: whether the link is open.
    mutating func take(_ bytes: [UInt8], of id: LinkID, at offset: Offset, _ context: inout IngestContext) -> Bool {
        let place = place(of: id)
        guard isOpen(id, at: place) else { return false }
        decoders[place].take(bytes, at: offset, &context)
        return true
    }

    var wakeAt: Offset? {
        var moment: Offset?
        for place in decoders.indices { moment = earliest(moment, decoders[place].wakeAt) }
        return moment
    }

    mutating func pass(to offset: Offset, _ context: inout IngestContext) {
        for place in decoders.indices { decoders[place].pass(to: offset, &context) }
    }

    mutating func conclude(at offset: Offset, _ context: inout IngestContext) {
        for place in decoders.indices { decoders[place].conclude(at: offset, &context) }
    }

    mutating func flush(at offset: Offset, _ context: inout IngestContext) {
        for place in decoders.indices { decoders[place].flush(at: offset, &context) }
    }

    private func isOpen(_ id: LinkID, at place: Int) -> Bool { place < ids.count && ids[place] == id }

    /// Where the link is, or belongs.
    private func place(of id: LinkID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
