public import WireFormats

extension CaptureHeader {
    /// 128 bits of the system's chance, as 32 hex digits.
    public static func randomIdentity() -> String {
        [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
            .map { half in
                let digits = String(half, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            .joined()
    }
}
