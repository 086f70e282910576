import JSONText
import WireFormats

extension FuzzTarget {
    /// Numbers from any bit pattern and strings from any bytes.
    static let jsonText = FuzzTarget("json-text", upTo: 256) { bytes in
        var reader = ByteReader(bytes)
        let decimals = Int((reader.uint8() ?? 0) % 10)
        let number = Double(bitPattern: reader.uint64() ?? 0)
        let string = String(decoding: [UInt8](reader.rest()), as: UTF8.self)
        let value: JSONValue = [["number": .number(number, decimals: decimals), "string": .string(string)], .string(string)]
        for byte in value.utf8(.compact) { precondition(byte >= 0x20 && byte != 0x7F, "a control character left as it is") }
        _ = value.utf8(.indented)
    }
}
