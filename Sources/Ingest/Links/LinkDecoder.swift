import WireFormats
import Workouts

/// One link's decoding state: bytes in, findings told to the context.
protocol LinkDecoder: Sendable {
    /// The sources that spoke over it, to be marked as lost when it closes.
    var sources: [SourceID] { get }
    /// When `pass` has something to tell, unless bytes come first; `nil` when silence changes nothing.
    var wakeAt: Offset? { get }
    mutating func take(_ bytes: [UInt8], at offset: Offset, _ context: inout IngestContext)
    /// Time passed.
    mutating func pass(to offset: Offset, _ context: inout IngestContext)
    /// A workout ends and the link goes on: what is complete but not told yet is told now.
    mutating func conclude(at offset: Offset, _ context: inout IngestContext)
    /// The link or the input ends: what is half told is told now, or forgotten.
    mutating func flush(at offset: Offset, _ context: inout IngestContext)
}

extension LinkDecoder {
    var wakeAt: Offset? { nil }
    mutating func conclude(at offset: Offset, _ context: inout IngestContext) {}
}

extension LinkIdentity {
    /// The decoder of such a link's bytes; `nil` when there can be no more sources.
    func decoder(_ link: LinkID, at offset: Offset, _ context: inout IngestContext) -> (any LinkDecoder)? {
        switch kind {
        case .gatt(let characteristic):
            return GATTLink(link, GATTUUID(rawValue: characteristic), self, at: offset, &context)
        case .ant: return ANTLink(link, self)
        case .nmea: return GNSSLink<NMEAReceiver>(NMEAReceiver(), link, self, at: offset, &context)
        case .gpsd: return GNSSLink<GPSDLines>(GPSDLines(), link, self, at: offset, &context)
        }
    }

    /// The stable name of the sensor at the other end.
    func sourceIdentity(_ prefix: String) -> String { "\(prefix):\(address)" }
}

extension IngestContext {
    /// Takes over what a link says of its sensor.
    mutating func take(_ identity: LinkIdentity, for id: SourceID) {
        update(id) { source in
            source.name = identity.name ?? source.name
            for fact in identity.facts {
                switch fact.name {
                case "manufacturer": source.manufacturer = fact.value
                case "model": source.model = fact.value
                case "serial": source.serialNumber = fact.value
                case "firmware": source.firmware = fact.value
                default: break
                }
            }
        }
    }
}
