import Dialogues
import TestSupport
import Testing

struct ReceiverLineTests {
    private let second: Int64 = 1_000_000

    @Test func aFixedSpeedIsTheLinksFromTheFirstByte() {
        var line = ReceiverLine(.fixed(4800), at: 0)
        #expect(line.begin() == [.setSpeed(4800), .open])
        #expect(line.take([1, 2], at: 1) == [.deliver([1, 2])])
        #expect(line.take(ReceiverText.first, at: 2) == [.deliver(ReceiverText.first), .become(.well)])
        #expect(line.take(ReceiverText.second, at: 3) == [.deliver(ReceiverText.second)])
    }

    @Test func whatWasReadAtTheRightSpeedIsDelivered() {
        var line = ReceiverLine(.unknown(lastGood: nil), at: 0)
        #expect(line.begin() == [.setSpeed(9600)])
        #expect(line.take(ReceiverText.noise(80), at: second) == [])
        #expect(line.wakeAt == 3 * second)
        #expect(line.wake(at: 3 * second) == [.setSpeed(115_200)])
        #expect(line.take(ReceiverText.first, at: 4 * second) == [])
        #expect(
            line.take(ReceiverText.second, at: 4 * second)
                == [.open, .deliver(ReceiverText.first + ReceiverText.second), .become(.well)])
        #expect(!line.isSearching)
    }

    @Test func silenceIsToldOnceAndEnds() {
        var line = ReceiverLine(.meaningless, at: 0)
        #expect(line.wakeAt == 10 * second)
        #expect(line.wake(at: 10 * second) == [.become(.silent)])
        #expect(line.wakeAt == nil, "nothing changes by itself any more")
        let tail = Array("*5B\r\n".utf8)
        #expect(line.take(tail, at: 60 * second) == [.deliver(tail), .become(.listening)])
        #expect(line.take(ReceiverText.first, at: 61 * second) == [.deliver(ReceiverText.first), .become(.well)])
    }

    @Test func silenceWhileTheSpeedIsSought() {
        var line = ReceiverLine(.unknown(lastGood: nil), at: 0)
        #expect(line.wake(at: 10 * second) == [.become(.silent)])
        #expect(line.speed == 9600)
        #expect(line.take(ReceiverText.first, at: 90 * second) == [.become(.listening)])
        #expect(line.take(ReceiverText.second, at: 90 * second).last == .become(.well))
    }

    @Test func aWrongSpeedByAPersonsWordIsTold() {
        var line = ReceiverLine(.fixed(9600), at: 0)
        for moment in 1...9 as ClosedRange<Int64> {
            #expect(line.take(ReceiverText.noise(50), at: moment * second) == [.deliver(ReceiverText.noise(50))])
        }
        #expect(line.take([0x80], at: 10 * second) == [.deliver([0x80]), .become(.garbled)])
        #expect(line.refuseSpeed(at: 10 * second) == [])
    }

    @Test func aReceiverThatChangesItsSpeedIsFoundAgain() {
        var line = ReceiverLine(.unknown(lastGood: 9600), at: 0)
        _ = line.take(ReceiverText.first + ReceiverText.second, at: second)
        for moment in 2...10 as ClosedRange<Int64> { _ = line.take(ReceiverText.noise(50), at: moment * second) }
        #expect(
            line.take(ReceiverText.noise(1), at: 11 * second)
                == [.deliver(ReceiverText.noise(1)), .close, .become(.listening), .setSpeed(9600)])
        _ = line.take(ReceiverText.noise(50), at: 12 * second)
        #expect(line.wake(at: 14 * second) == [.setSpeed(115_200)])
        _ = line.take(ReceiverText.first, at: 15 * second)
        #expect(line.take(ReceiverText.second, at: 15 * second).first == .open)
    }

    @Test func binaryAtEverySpeedIsTold() {
        var line = ReceiverLine(.unknown(lastGood: nil), at: 0)
        var now: Int64 = 0
        var told: [ReceiverLine.Action] = []
        for _ in 0..<8 {
            now += second
            told += line.take(ReceiverText.noise(50), at: now)
            now += 2 * second
            told += line.wake(at: now)
        }
        #expect(told.last == .become(.garbled))
        #expect(told.filter { $0 == .become(.garbled) }.count == 1)
    }

    /// Whatever comes whenever, the next wake lies ahead, and nothing is delivered that did not come.
    @Test func anyBytesAtAnyTime() {
        var generator = SeededGenerator(seed: 20)
        for known in [.fixed(9600), .meaningless, .unknown(lastGood: nil)] as [ReceiverLine.Speed] {
            var line = ReceiverLine(known, at: 0)
            var now: Int64 = 0
            var (came, delivered) = (0, 0)
            for _ in 0..<3000 {
                now += Int64.random(in: 0...3_000_000, using: &generator)
                var actions: [ReceiverLine.Action]
                if Bool.random(using: &generator) {
                    let bytes =
                        Bool.random(using: &generator)
                        ? ReceiverText.first
                        : (0..<Int.random(in: 0...99, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
                    came += bytes.count
                    actions = line.take(bytes, at: now)
                } else {
                    actions = line.wake(at: now)
                }
                if actions.contains(where: { if case .setSpeed = $0 { true } else { false } }) {
                    actions += line.refuseSpeed(at: now)
                }
                for case .deliver(let bytes) in actions { delivered += bytes.count }
                if let wakeAt = line.wakeAt { #expect(wakeAt > now) }
            }
            #expect(delivered <= came)
        }
    }
}
