import WireFormats

@testable import Dialogues

/// A dialogue and the other side of it, by hand: what is said is noted, and what it is answered is told, on a pretended clock.
struct StickScript {
    var dialogue: ANTStickDialogue
    var now: Int64 = 1_000_000
    /// Message ids and payloads that were sent.
    private(set) var said: [[UInt8]] = []
    private(set) var events: [ANTStickEvent] = []
    /// Codes of answers by message id, where they are not 0.
    var codes: [UInt8: UInt8] = [:]
    /// Message ids that get no answer.
    var unanswered: Set<UInt8> = []
    /// Eight channels, three networks, serial number, low-priority search; extended messages and scan mode.
    var capabilities: [UInt8] = [8, 3, 0, 0xBA, 0x36, 0, 0xDF, 0]

    init(_ mode: ANTStickDialogue.Mode = .auto) { dialogue = ANTStickDialogue(mode: mode) }

    static func frame(_ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let bytes = [0xA4, UInt8(payload.count), id] + payload
        return bytes + [bytes.reduce(0, ^)]
    }

    /// Notes what came of something, and answers all that is said until nothing is.
    mutating func note(_ new: [ANTStickEvent]) {
        var queue = new
        while !queue.isEmpty {
            let event = queue.removeFirst()
            guard case .send(let command) = event else { events.append(event); continue }
            let message = command.message
            let payload = [UInt8](message.payload)
            said.append([message.id.rawValue] + payload)
            for answer in answers(message.id.rawValue, payload) {
                now += 1000
                queue += dialogue.take(answer, at: now)
            }
        }
    }

    private func answers(_ id: UInt8, _ payload: [UInt8]) -> [[UInt8]] {
        guard !unanswered.contains(id) else { return [] }
        switch id {
        case 0x4A: return [Self.frame(0x6F, [0x20])]
        case 0x4F: return []
        case 0x4D:
            let answer: [UInt8]? = [0x54: capabilities, 0x61: [0x78, 0x56, 0x34, 0x12], 0x3E: [0x41, 0x50, 0x32, 0]][payload[1]]
            guard !unanswered.contains(payload[1]) else { return [] }
            return [answer.map { Self.frame(payload[1], $0) } ?? Self.frame(0x40, [payload[0], id, 0x28])]
        case 0x4C where codes[id] == nil:
            return [Self.frame(0x40, [payload[0], id, 0]), Self.frame(0x40, [payload[0], 1, 7])]
        default: return [Self.frame(0x40, [payload[0], id, codes[id] ?? 0])]
        }
    }

    mutating func start() { note(dialogue.start(at: now)) }

    mutating func hear(_ id: UInt8, _ payload: [UInt8]) { note(dialogue.take(Self.frame(id, payload), at: now)) }

    /// A page of a sensor, its channel id behind it.
    mutating func hear(_ page: [UInt8], channel: UInt8 = 0, number: UInt16, type: UInt8) {
        hear(0x4E, [channel] + page + [0x80, UInt8(number & 0xFF), UInt8(number >> 8), type, 1])
    }

    mutating func demand(_ sensors: [String], looksAround: Bool = false) {
        note(dialogue.demand(sensors.compactMap { ANTSensorID($0) }, looksAround: looksAround, at: now))
    }

    /// Wakes the dialogue at each moment that it asks for, so many microseconds long.
    mutating func pass(_ microseconds: Int64) {
        let end = now + microseconds
        while let moment = dialogue.nextWake, moment <= end {
            now = max(now, moment)
            note(dialogue.wake(at: now))
        }
        now = end
    }

    mutating func forget() { (said, events) = ([], []) }

    func count(_ id: UInt8) -> Int { said.count { $0.first == id } }
}
