/// Packets as people type them: hex in the usual spellings, or the text itself where a packet is text.
enum PacketText {
    /// Arguments to packets. A `|`, alone or inside an argument of hex, ends one packet and begins the next.
    ///
    /// - Returns: no packet when there is no argument; an empty argument is an empty packet.
    /// - Throws: a usage error that quotes what is no hex.
    static func packets(in arguments: [String]) throws(CommandError) -> [[UInt8]] {
        guard !arguments.isEmpty else { return [] }
        var packets: [[UInt8]] = [[]]
        for argument in arguments {
            // A line of JSON may hold a | of its own.
            let isJSON = argument.hasPrefix("{")
            let pieces = isJSON ? [argument[...]] : argument.split(separator: "|", omittingEmptySubsequences: false)
            for (index, piece) in pieces.enumerated() {
                if index > 0 { packets.append([]) }
                packets[packets.count - 1] += try bytes(of: piece)
            }
        }
        return packets
    }

    private static func bytes(of piece: Substring) throws(CommandError) -> [UInt8] {
        let piece = piece.drop(while: \.isWhitespace)
        if let first = piece.first, "$!{".contains(first) { return Array(piece.utf8) }
        var bytes: [UInt8] = []
        for token in piece.split(whereSeparator: { $0.isWhitespace || $0 == ":" || $0 == "," }) {
            let isPrefixed = token.hasPrefix("0x") || token.hasPrefix("0X")
            let digits = (isPrefixed ? token.dropFirst(2) : token).utf8.map(nibble)
            guard !digits.isEmpty, !digits.contains(nil) else { throw notHex(token, "is no hex") }
            // 0x5 is a byte; a bare 5 is one that lost a digit.
            let nibbles = (isPrefixed && digits.count == 1 ? [0] : []) + digits.compactMap(\.self)
            guard nibbles.count.isMultiple(of: 2) else { throw notHex(token, "ends in half a byte") }
            bytes += stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
        }
        return bytes
    }

    private static func notHex(_ token: Substring, _ why: String) -> CommandError {
        .usage("\(quoted(String(token))) \(why)", see: Decode.self)
    }

    private static func nibble(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
