import TestSupport
import Testing

@testable import WireFormats

@Suite struct CaptureIdentityTests {
    /// FIPS 180-4's examples (NIST, "SHA256.pdf" and the two longer messages of its test suite).
    @Test func sha256Vectors() {
        let vectors: [(message: [UInt8], digest: String)] = [
            ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                [UInt8](repeating: 0x61, count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
        for vector in vectors { #expect(SHA256.digest(of: vector.message.span) == [UInt8](hex: vector.digest)) }
    }

    /// The digest of `0123456789abcdef0123456789abcdef workout 1` and a line feed, computed by coreutils' sha256sum.
    @Test func workoutsAreNamedByTheCapture() {
        let id = CaptureIdentity.workout(1, of: WattbeatCaptureTests.expected)
        #expect(id.high == 0xc7c2_68f1_ac82_881e)
        #expect(id.low == 0x9d99_c507_9c1d_3acf)
        let second = CaptureIdentity.workout(2, of: WattbeatCaptureTests.expected)
        #expect(second.high != id.high)
        for id in [id, second] {
            #expect(id.high >> 12 & 0xF == 8)
            #expect(id.low >> 62 == 0b10)
        }
    }
}
