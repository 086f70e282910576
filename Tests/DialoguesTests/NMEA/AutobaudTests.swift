import Dialogues
import TestSupport
import Testing

/// Sentences whose checksums were worked out by hand-written XOR, one a line as a receiver says them.
enum ReceiverText {
    static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0, ^)
        let digits = Array("0123456789ABCDEF".utf8)
        return Array("$\(body)*".utf8) + [digits[Int(sum >> 4)], digits[Int(sum & 15)], 13, 10]
    }

    static let first = sentence("GPRMC,101500,A,5230.000,N,01324.000,E,5.0,90.0,010625,,")
    static let second = sentence("GPGGA,101500,5230.000,N,01324.000,E,1,08,1.0,34.0,M,44.0,M,,")
    /// What a line at the wrong speed gives.
    static func noise(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
    }
}

struct AutobaudTests {
    private let second: Int64 = 1_000_000

    @Test func takesASpeedAtTwoSentences() {
        var autobaud = Autobaud(at: 0)
        #expect(autobaud.speed == 9600)
        let fragment = Array("34.0,M,44.0,M,,*5B\r\n".utf8)
        #expect(autobaud.take(fragment + ReceiverText.first, at: second) == .listen)
        #expect(
            autobaud.take(ReceiverText.second, at: second + 1) == .accept(fragment + ReceiverText.first + ReceiverText.second))
    }

    @Test func noiseLeadsThroughEverySpeedInOrder() {
        var autobaud = Autobaud(at: 0)
        var now: Int64 = 0
        var tried = [autobaud.speed]
        for _ in 1..<9 {
            now += 100_000
            #expect(autobaud.take(ReceiverText.noise(200), at: now) == .listen)
            #expect(autobaud.wake(at: now + 2 * second - 1) == .listen)
            now += 2 * second
            #expect(autobaud.wake(at: now) == .change)
            tried.append(autobaud.speed)
        }
        #expect(tried == [9600, 115_200, 38_400, 4800, 57_600, 19_200, 230_400, 460_800, 9600])
        #expect(autobaud.rounds == 1)
    }

    @Test func silenceIsNoEvidence() {
        var autobaud = Autobaud(at: 0)
        #expect(autobaud.wakeAt == nil)
        #expect(autobaud.wake(at: 3600 * second) == .listen)
        // The two seconds begin with the first byte.
        #expect(autobaud.take(ReceiverText.noise(1), at: 3600 * second) == .listen)
        #expect(autobaud.wakeAt == 3602 * second)
    }

    @Test func beginsWithTheSpeedThatWasRight() {
        var autobaud = Autobaud(lastGood: 38_400, at: 0)
        #expect(autobaud.speed == 38_400)
        _ = autobaud.take(ReceiverText.noise(99), at: second)
        #expect(autobaud.wake(at: 3 * second) == .change)
        #expect(autobaud.speed == 9600)
        autobaud.refuse(at: 3 * second)
        #expect(autobaud.speed == 115_200)
        autobaud.refuse(at: 3 * second)
        #expect(autobaud.speed == 4800, "38400 was tried already")
    }

    @Test func oneSentenceASecondAmongLeftoversIsWaitedFor() {
        var autobaud = Autobaud(at: 0)
        _ = autobaud.take(ReceiverText.noise(3), at: 60_000)
        _ = autobaud.take(ReceiverText.first, at: 1_900_000)
        #expect(autobaud.wake(at: 2_060_000) == .listen)
        guard case .accept = autobaud.take(ReceiverText.first, at: 2_900_000) else {
            Issue.record("not taken")
            return
        }
    }

    @Test func bytesOfTheSpeedBeforeAreNotHeldAgainstTheNext() {
        var autobaud = Autobaud(at: 0)
        _ = autobaud.take(ReceiverText.noise(300), at: 100_000)
        #expect(autobaud.wake(at: 2_100_000) == .change)
        #expect(autobaud.take(ReceiverText.noise(60), at: 2_110_000) == .listen)
        #expect(autobaud.wakeAt == nil)
    }

    @Test func startUpTextIsGivenTenSeconds() {
        var autobaud = Autobaud(at: 0)
        _ = autobaud.take(Array("receiver 7.03 starts\r\n".utf8), at: second)
        for end in [3, 5, 7, 9] as [Int64] { #expect(autobaud.wake(at: end * second) == .listen) }
        #expect(autobaud.wake(at: 11 * second) == .change)
    }

    @Test func whatIsKeptIsBounded() {
        var autobaud = Autobaud(at: 0)
        var now: Int64 = 100_000
        for _ in 0..<100 {
            now += 1
            _ = autobaud.take([UInt8](repeating: UInt8(ascii: "x"), count: 4096), at: now)
        }
        _ = autobaud.take(ReceiverText.first, at: now)
        guard case .accept(let bytes) = autobaud.take(ReceiverText.second, at: now) else {
            Issue.record("not taken")
            return
        }
        #expect(bytes.count == 16 << 10)
        #expect(bytes.suffix(ReceiverText.second.count) == ReceiverText.second[...])
    }
}
