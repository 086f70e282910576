import WireFormats

extension FuzzTarget {
    /// The input's own bytes say in which order to read them.
    static let byteReader = FuzzTarget("byte-reader", upTo: 256) { bytes in
        var script = ByteReader(bytes)
        var reader = ByteReader(bytes)
        while let step = script.uint8() {
            switch step % 9 {
            case 0: _ = reader.uint8()
            case 1: _ = reader.uint16()
            case 2: _ = reader.uint24()
            case 3: _ = reader.uint32()
            case 4: _ = reader.bigUInt64()
            case 5: _ = reader.int16()
            case 6: _ = reader.skip(Int(step))
            case 7: _ = reader.take(Int(step) - 128)?.count
            default: reader = ByteReader(reader.rest())
            }
            precondition(reader.position + reader.remaining <= bytes.count, "the cursor left its bytes")
        }
    }
}
