@testable import Dashboard
import TestSupport
import Testing
import Workouts

@Suite struct AccessTests {
    /// FIPS 180-4's examples as NIST publishes them, the empty message, and lengths around a block, of which Python's hashlib says the same.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
    ])
    func digests(message: String, digest: String) { #expect(SHA256.hexDigest(message) == digest) }

    @Test func tokensAreKeptByTheirDigest() throws {
        var tokens = AccessTokens()
        let scopes = try [#require(Scope("read heartRate")), #require(Scope("read live"))]
        let added = tokens.add(named: "wall", scopes: scopes, at: Timestamp(microseconds: 1_700_000_000_000_000))
        let (token, secret) = try #require(added)
        #expect(secret.utf8.count == 64)
        let kept = tokens.encoded()
        #expect(!String(decoding: kept, as: UTF8.self).contains(secret))
        var read = try #require(AccessTokens(decoding: kept))
        #expect(read == tokens)
        #expect(read.token(of: secret) == token)
        #expect(read.token(of: String(secret.dropLast()) + "x") == nil)
        #expect(read.token(of: token.digest) == nil, "the digest is no secret")
        let (first, second) = (read.remove(token.id), read.remove(token.id))
        #expect(first && !second && read.token(of: secret) == nil)
    }

    @Test func noHalfFileLetsAnybodyIn() throws {
        var tokens = AccessTokens()
        _ = tokens.add(named: "wall", scopes: Scope.all, at: Timestamp(microseconds: 0))
        let kept = tokens.encoded()
        for length in 0..<kept.count - 1 {
            let read = AccessTokens(decoding: Array(kept.prefix(length)))
            #expect(read == nil || read == tokens)
        }
    }

    @Test func scopeWords() {
        for scope in Scope.all { #expect(Scope(scope.description) == scope) }
        for text in ["", "read", "read  live", "write heartRate", "read everything", "READ live"] { #expect(Scope(text) == nil) }
    }

    @Test func joinOnce() throws {
        var code = try #require(JoinCode(scopes: Scope.all, at: 100))
        let typed = String(code.code.lowercased().prefix(4) + "-" + code.code.lowercased().dropFirst(4))
        let outcomes = [code.redeem(typed, at: 101), code.redeem(code.code, at: 102)]
        #expect(outcomes == [.joined(Scope.all), .spent])
    }

    @Test func joinInTime() throws {
        var code = try #require(JoinCode(scopes: Scope.all, at: 100))
        let outcome = code.redeem(code.code, at: 100 + JoinCode.validSeconds)
        #expect(outcome == .spent)
    }

    @Test func guesses() throws {
        var code = try #require(JoinCode(scopes: Scope.all, at: 100))
        for attempt in 1...JoinCode.mostAttempts {
            let outcome = code.redeem("11111111", at: 101)
            #expect(outcome == (attempt < JoinCode.mostAttempts ? .wrong : .spent))
        }
        let late = code.redeem(code.code, at: 102)
        #expect(late == .spent)
    }

    @Test func whatIsNotGrantedIsAbsent() {
        let document = Array(
            #"""
            {"live":{"values":[{"quantity":"heartRate","value":142},{"quantity":"power","value":250}],"location":{"latitude":49.3}},
            "averageHeartRateBPM":140,"averagePowerWatts": 200, "title":"Ride around Brtnice","note":"a \"heartRate\" , }","n":[1,2]}
            """#.utf8)
        let filtered = DocumentFilter(hidden: [.heartRate, .location]).filtered(document)
        #expect(
            String(decoding: filtered, as: UTF8.self)
                == #"{"live":{"values":[{"quantity":"power","value":250}]},"averagePowerWatts":200,"note":"a \"heartRate\" , }","n":[1,2]}"#
        )
        #expect(DocumentFilter(hidden: []).filtered(document) == document)
        for broken in ["{", "[1,", #"{"a"}"#, #"{"heartRate":1"#, "", "1 2"] {
            #expect(DocumentFilter(hidden: [.heartRate]).filtered(Array(broken.utf8)) == Array("null".utf8))
        }
    }
}
