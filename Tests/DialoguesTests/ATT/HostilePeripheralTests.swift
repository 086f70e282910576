import Dialogues
import TestSupport
import Testing
import WireFormats

/// A peripheral may say anything: it is counted, bounded and survived.
struct HostilePeripheralTests {
    private static let limit = 30_000_000 as Int64

    @Test func anUnansweredRequestEndsTheLink() throws {
        var client = ATTClient(wants: .sensor)
        #expect(client.start(now: 5).count == 1)
        #expect(client.nextWake == 5 + Self.limit)
        #expect(client.wake(now: 4 + Self.limit) == [])
        #expect(client.wake(now: 5 + Self.limit) == [.event(.dead(.unanswered))])
        #expect(client.nextWake == nil)
        #expect(client.receive([0x03, 0x17, 0x00], now: 6 + Self.limit) == [])
    }

    /// Only one question is out; what answers another is counted, and the right answer still counts.
    @Test func answersOutOfTurn() {
        var client = ATTClient(wants: .sensor)
        _ = client.start(now: 0)
        for unit in ["01 10 01 00 0A", "11 06 01 00 05 00 0D 18", "0B 00", "13", "05 01 01 00 00 28"] {
            #expect(client.receive([UInt8](hex: unit), now: 1) == [])
        }
        #expect(client.unusable == 5)
        #expect(client.receive([0x03, 0xF7, 0x00], now: 2).count == 1)
        #expect(client.mtu == 247)
    }

    /// An MTU below 23 is none.
    @Test func absurdMTU() {
        var client = ATTClient(wants: .sensor)
        _ = client.start(now: 0)
        _ = client.receive([0x03, 0x01, 0x00], now: 1)
        #expect(client.mtu == 23)
    }

    @Test func aServiceListThatLoops() {
        var client = ATTClient(wants: .sensor)
        _ = client.start(now: 0)
        _ = client.receive([0x01, 0x02, 0, 0, 0x06], now: 1)
        var outputs = client.receive([UInt8](hex: "11 06 01 00 05 00 0D 18"), now: 1)
        #expect(outputs == [.send([UInt8](hex: "10 06 00 FF FF 00 28"))])
        // The same again: it is asked no further, and what was found is looked into.
        outputs = client.receive([UInt8](hex: "11 06 01 00 05 00 0D 18"), now: 1)
        #expect(outputs == [.send([UInt8](hex: "08 01 00 05 00 03 28"))])
        // A characteristic before the place asked for.
        outputs = client.receive([UInt8](hex: "09 07 00 00 10 01 00 37 2A"), now: 1)
        #expect(outputs.last == .event(.dead(.useless)))
        #expect(client.unusable == 2)
    }

    /// One new attribute with each answer, for ever: bounded by time, and by what is kept.
    @Test func anEndlessService() {
        var client = ATTClient(wants: .sensor)
        var now: Int64 = 0
        _ = client.start(now: now)
        _ = client.receive([0x01, 0x02, 0, 0, 0x06], now: now)
        _ = client.receive([UInt8](hex: "11 06 01 00 FF FF 0D 18"), now: now)
        var questions = 0
        for handle in stride(from: UInt16(2), to: 60_000, by: 2) {
            now += 1_000_000
            let bytes = [UInt8](hex: "09 07") + le(handle) + [0x02] + le(handle + 1) + [0x38, 0x2A]
            let outputs = client.receive(bytes, now: now) + client.wake(now: now)
            if outputs.contains(.event(.dead(.endless))) { break }
            questions += 1
        }
        #expect(questions == 59)
        #expect(client.nextWake == nil)
    }

    @Test func oversizedAndEmpty() {
        var conversation = Conversation(.recordedStrap())
        conversation.start()
        conversation.receive([])
        conversation.receive([0x1B, 16, 0] + [UInt8](repeating: 0, count: 515))
        conversation.receive([0x1B, 16])
        #expect(conversation.client.unusable == 3)
        #expect(conversation.values == [])
        conversation.receive([0x1B, 16, 0] + [UInt8](repeating: 0, count: 514))
        #expect(conversation.values.count == 1)
    }

    /// Every answer of a whole set-up cut at every length, with junk between: never a trap, never more than one question out.
    @Test(arguments: 0..<40)
    func anything(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var server = seed % 2 == 0 ? GATTServer.recordedStrap(mtu: 23) : .powerMeter()
        var client = ATTClient(wants: .sensor)
        var now: Int64 = 0
        var outputs = client.start(now: now)
        for _ in 0..<400 {
            var sent: [[UInt8]] = []
            for case .send(let bytes) in outputs { sent.append(bytes) }
            #expect(sent.filter { [0x02, 0x04, 0x08, 0x0A, 0x0C, 0x10, 0x12].contains($0.first) }.count <= 1)
            now += Int64.random(in: 0...2_000_000, using: &random)
            var answer = sent.first.flatMap { server.answer($0) } ?? [UInt8.random(in: 0...0x24, using: &random)]
            switch Int.random(in: 0..<6, using: &random) {
            case 0: answer = Array(answer.prefix(Int.random(in: 0...answer.count, using: &random)))
            case 1: answer = answer.map { Int.random(in: 0..<8, using: &random) == 0 ? .random(in: 0...255, using: &random) : $0 }
            case 2: answer += (0..<Int.random(in: 0...30, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            default: break
            }
            outputs = client.receive(answer, now: now) + client.wake(now: now)
            if Int.random(in: 0..<10, using: &random) == 0 {
                outputs += client.request(.cyclingPowerControlPoint, [0x0C], now: now) + client.read(.batteryLevel, now: now)
            }
        }
    }

    private func le(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}
