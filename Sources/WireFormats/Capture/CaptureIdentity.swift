/// Identities that follow from a capture alone, so that whoever rebuilds a workout from it finds the same.
public enum CaptureIdentity {
    /// A workout's 128 bits: a UUID of version 8 (RFC 9562, §5.8) made of the first bits of the SHA-256 of the line
    /// `IDENTITY workout N`, its line feed included. Settings are left out, so that a replay with another FTP is the same workout.
    ///
    /// - Parameter ordinal: which workout of the capture, from 1.
    public static func workout(_ ordinal: Int, of header: CaptureHeader) -> (high: UInt64, low: UInt64) {
        var lines = Array(header.identity.utf8)
        lines.appendLiteral(" workout ")
        lines.appendNumber(Int64(ordinal))
        lines.append(0x0A)
        let digest = SHA256.digest(of: lines.span)
        let high = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = digest.dropFirst(8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (high & ~0xF000 | 0x8000, low & ~(0b11 << 62) | 0b10 << 62)
    }

    /// The identity of several captures that are read as one.
    ///
    /// - Parameter identities: in an order that does not depend on the order of the files.
    public static func combined(_ identities: [String]) -> String { foreign(Array(identities.joined(separator: "\n").utf8).span) }

    /// The identity of another tool's capture, which states none: the first 128 bits of the SHA-256 of its first bytes.
    static func foreign(_ prefix: Span<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in SHA256.digest(of: prefix).prefix(16) { digits.appendHex(byte) }
        return String(decoding: digits, as: UTF8.self)
    }
}
