import Dialogues
import WireFormats

extension FuzzTarget {
    /// A stick that says what it likes, framed or not, while sensors are wanted and let go: it is never woken twice at one moment.
    static let antStick = FuzzTarget("ant-stick", upTo: 2048) { bytes in
        var script = Script(bytes)
        var stick = FuzzedStick(script.pick([.auto, .scan, .channels]))
        while !script.isAtEnd { stick.step(&script) }
        for _ in 0..<64 { stick.wait() }
        stick.end()
    }
}

private struct FuzzedStick {
    private var dialogue: ANTStickDialogue
    private var now: Int64 = 0
    private var lastSaid: ANTMessage?

    init(_ mode: ANTStickDialogue.Mode) {
        dialogue = ANTStickDialogue(mode: mode)
        take(dialogue.start(at: now))
    }

    private static let sensors = [
        "ant:120:12345", "ant:11:54321", "ant:17:7", "ant:121:65537", "ant:124:1", "ble:C0:11:22:33:44:01",
    ]

    private mutating func take(_ events: [ANTStickEvent]) {
        for case .send(let command) in events { lastSaid = command.message }
    }

    mutating func step(_ script: inout Script) {
        switch script.byte() % 10 {
        case 0: hear(script.take(script.below(40)))
        case 1: wait()
        case 2: now += Int64(script.word()) * 1000
        case 3:
            let wanted = (0..<script.below(5)).compactMap { _ in ANTSensorID(script.pick(Self.sensors)) }
            take(dialogue.demand(wanted, looksAround: script.flag(), at: now))
        case 4: if let sensor = ANTSensorID(script.pick(Self.sensors)) { take(dialogue.calibrate(sensor, at: now)) }
        case 5: take(dialogue.listen(by: script.pick([.auto, .scan, .channels]), at: now))
        case 6: if script.byte() < 8 { take(dialogue.start(at: now)) }
        // What was said last is answered, well or with a code.
        case 7: hear(Self.frame(0x40, [script.byte() & 7, lastSaid?.id.rawValue ?? 0, script.flag() ? 0 : script.byte()]))
        // What a stick tells of itself, and events.
        case 8: hear(Self.frame(script.pick([0x6F, 0x54, 0x3E, 0x61, 0x40, 0x52, 0x51]), script.take(script.below(12))))
        // A page, with the id that a stick adds.
        default: hear(Self.frame(script.pick([0x4E, 0x4F]), [script.byte() & 7] + script.take(8 + script.below(8))))
        }
    }

    private static func frame(_ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let bytes = [0xA4, UInt8(truncatingIfNeeded: payload.count), id] + payload
        return bytes + [bytes.reduce(0, ^)]
    }

    private mutating func hear(_ bytes: [UInt8]) { take(dialogue.take(bytes, at: now)) }

    mutating func wait() {
        guard let moment = dialogue.nextWake else { return }
        now = max(now, moment)
        take(dialogue.wake(at: now))
        precondition(dialogue.nextWake.map { $0 > now } ?? true, "it is woken again and again")
    }

    mutating func end() {
        for case .send(let command) in dialogue.stop() { preconditionFailure("\(command) is said to a stick that is gone") }
        precondition(dialogue.nextWake == nil, "a stick that is gone is waited for")
    }
}
