extension Double {
    /// A decimal number as people write one: digits, sign, point, exponent; no `nan`, `inf` or hexadecimal.
    public init?(decimal text: String) {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }), let value = Double(text),
            value.isFinite
        else { return nil }
        self = value
    }
}
