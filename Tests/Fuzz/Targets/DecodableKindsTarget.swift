import Ingest
import JSONText
import WireFormats

extension FuzzTarget {
    /// Every kind that `wattbeat decode` knows: the first byte picks it, the second cuts the rest into packets.
    static let decodableKinds = FuzzTarget("decodable-kinds", upTo: 512) { bytes in
        var reader = ByteReader(bytes)
        guard let choice = reader.uint8(), let length = reader.uint8(), !DecodeRegistry.kinds.isEmpty else { return }
        let kind = DecodeRegistry.kinds[Int(choice) % DecodeRegistry.kinds.count]
        var packets: [[UInt8]] = []
        while kind.isSequence, length > 0, let packet = reader.take(Int(length)) { packets.append([UInt8](packet)) }
        packets.append([UInt8](reader.rest()))
        // Any double may be typed as a parameter that is finite; none at all is the usual case.
        let number = Double(bitPattern: UInt64(choice) << 56 | UInt64(length) << 48)
        let names = number.isFinite && length.isMultiple(of: 2) ? kind.parameters : []
        _ = kind.decode(packets, Dictionary(uniqueKeysWithValues: names.map { ($0, number) })).utf8()
    }
}
