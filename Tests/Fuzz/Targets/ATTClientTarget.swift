import Dialogues
import WireFormats

extension FuzzTarget {
    /// A peripheral that answers as it likes, with times between: the conversation never asks twice at once, and comes to an end.
    static let attClient = FuzzTarget("att-client", upTo: 1024) { bytes in
        var script = Script(bytes)
        var peripheral = FuzzedPeripheral()
        peripheral.take(peripheral.client.start(now: 0))
        while !script.isAtEnd, !peripheral.isDead { peripheral.step(&script) }
        // Who falls silent is given up: each moment that is asked for brings the end nearer.
        for _ in 0..<64 where !peripheral.isDead { guard peripheral.wait() else { break } }
        precondition(peripheral.client.nextWake == nil, "it is waited for something for ever")
    }
}

private struct FuzzedPeripheral {
    var client = ATTClient(wants: .sensor)
    private(set) var isDead = false
    private var now: Int64 = 0
    /// The request that is to be answered.
    private var question: [UInt8]?

    /// Operation codes of requests that are answered by the next odd one.
    private static let requests: Set<UInt8> = [0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20]

    mutating func take(_ outputs: [ATTClient.Output]) {
        for output in outputs {
            precondition(!isDead, "something follows the end")
            switch output {
            case .send(let unit):
                precondition(!unit.isEmpty && unit.count <= Int(client.mtu), "a unit that is too long")
                if let code = unit.first, Self.requests.contains(code) {
                    precondition(question == nil, "a second request before the first is answered")
                    question = unit
                }
            case .event(.dead): isDead = true
            case .event: break
            }
        }
    }

    mutating func step(_ script: inout Script) {
        switch script.byte() % 8 {
        case 0: receive(script.take(script.below(64)))
        case 1: _ = wait()
        case 2: receive([0x1B] + script.take(script.below(24)))
        case 3: now += Int64(script.word()) * 1000
        case 4: take(client.read(.batteryLevel, now: now))
        case 5: take(client.request(.cyclingPowerControlPoint, script.take(script.below(20)), now: now))
        case 6: answer([0x01, question?.first ?? 0, script.byte(), script.byte(), script.byte()])
        default: answer([(question?.first ?? 0) &+ 1] + script.take(script.below(64)))
        }
    }

    private mutating func answer(_ unit: [UInt8]) {
        question = nil
        receive(unit)
    }

    private mutating func receive(_ unit: [UInt8]) {
        // What is taken for an answer is one, whoever meant it so.
        let before = question
        question = nil
        let outputs = client.receive(unit, now: now)
        if !outputs.contains(where: { if case .send(let unit) = $0 { Self.requests.contains(unit.first ?? 0) } else { false } }) {
            question = before
        }
        take(outputs)
    }

    /// - Returns: whether there was something to wait for.
    mutating func wait() -> Bool {
        guard let moment = client.nextWake else { return false }
        now = max(now, moment)
        take(client.wake(now: now))
        precondition(client.nextWake.map { $0 > now } ?? true, "it is woken again and again")
        return true
    }
}
