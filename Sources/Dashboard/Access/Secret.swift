internal import CMicroHTTPD

/// Random words that nobody guesses.
public enum Secret {
    /// - Returns: `nil` when the kernel gives no random bytes.
    public static func bytes(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return getrandom(&bytes, count, 0) == count ? bytes : nil
    }

    /// 64 hexadecimal digits.
    public static func token() -> String? { bytes(32).map(hex) }

    /// Eight letters and digits that are not taken for one another, as people type them.
    public static func code() -> String? {
        let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
        // 32 letters: each has the same share of a byte.
        return bytes(8).map { String($0.map { letters[Int($0) % letters.count] }) }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// In a time that does not tell where they differ.
    static func areSame(_ a: String, _ b: String) -> Bool {
        guard a.utf8.count == b.utf8.count else { return false }
        // Both operators bind alike.
        return zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
