import Dashboard
import TestSupport
import Testing

@Suite struct RequestTargetTests {
    @Test func pathAndQuery() throws {
        let target = try #require(RequestTarget("/api/v1/sensors/ble%3AC0%3A11/rename?a=1&b=x%20y+z&c"))
        #expect(target.segments == ["api", "v1", "sensors", "ble:C0:11", "rename"])
        #expect(target.query == [.init("a", "1"), .init("b", "x y z"), .init("c", "")])
        #expect(RequestTarget("/")?.segments == [])
    }

    @Test(arguments: [
        "", "*", "http://x/", "/..", "/../etc/passwd", "/app/%2e%2e/x", "/app/..%2f..%2fetc", "/a//b", "/a/", "/%00", "/%zz",
        "/%4",
        "/a%5cb", "/%ff", "/\u{7f}", "/a b", "/ü", "/./a", "/x?a=%ff",
    ])
    func refused(_ text: String) { #expect(RequestTarget(text) == nil) }

    @Test func tooLong() {
        #expect(RequestTarget("/" + String(repeating: "a", count: RequestTarget.longest)) == nil)
        #expect(RequestTarget("/" + String(repeating: "a", count: RequestTarget.longest - 1)) != nil)
        #expect(RequestTarget(String(repeating: "/a", count: 17)) == nil)
    }

    /// No target, however it is written, has a segment that leads elsewhere.
    @Test func noneLeadsOut() {
        var generator = SeededGenerator(seed: 61)
        let alphabet = Array("/.%2eEfF5cC?&=a+\\".utf8)
        for _ in 0..<20_000 {
            let bytes =
                [UInt8(ascii: "/")]
                + (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? 0
                }
            guard let target = RequestTarget(bytes) else { continue }
            for segment in target.segments {
                #expect(
                    !segment.isEmpty && segment != "." && segment != ".." && !segment.contains("/") && !segment.contains("\\"))
            }
        }
    }
}
