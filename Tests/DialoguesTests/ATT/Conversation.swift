import Dialogues
import TestSupport
import WireFormats

/// A client and a scripted peripheral, and a clock that goes on by 10 ms with each unit.
struct Conversation {
    var client: ATTClient
    var server: GATTServer
    var now: Int64 = 1_000_000
    /// What the client said of it.
    var events: [ATTClient.Event] = []
    /// What it sent that was no request, or had no answer.
    var sent: [[UInt8]] = []
    /// Every request, in order.
    var requests: [[UInt8]] = []

    init(_ server: GATTServer, wants: GATTWants = .sensor) {
        self.server = server
        client = ATTClient(wants: wants)
    }

    mutating func start() { take(client.start(now: now)) }

    mutating func receive(_ bytes: [UInt8]) { take(client.receive(bytes, now: now)) }

    mutating func wake(after microseconds: Int64) {
        now += microseconds
        take(client.wake(now: now))
    }

    mutating func take(_ outputs: [ATTClient.Output]) {
        var waiting = outputs[...]
        while let output = waiting.popFirst() {
            switch output {
            case .event(let event): events.append(event)
            case .send(let bytes):
                now += 10_000
                guard let answer = server.answer(bytes) else {
                    sent.append(bytes)
                    continue
                }
                requests.append(bytes)
                waiting += client.receive(answer, now: now)
            }
        }
    }

    var values: [[UInt8]] { events.compactMap { if case .value(_, let value) = $0 { value } else { nil } } }

    func fact(_ characteristic: GATTUUID) -> [UInt8]? {
        events.lazy.compactMap { if case .fact(characteristic, let value) = $0 { value } else { nil } }.first
    }
}

/// One connection of a recording by btmon: what was sent, what came, on the Attribute Protocol's channel.
func recordedUnits(_ path: String, handle: UInt8) throws -> [(isReceived: Bool, bytes: [UInt8])] {
    let file = try Fixture(path).bytes()
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var units: [(isReceived: Bool, bytes: [UInt8])] = []
    var place = 16
    while place + 24 <= file.count {
        let (length, opcode) = (number(place + 4), number(place + 8) & 0xFFFF)
        let packet = file[(place + 24)..<(place + 24 + length)]
        place += 24 + length
        // ACL header 4, L2CAP length 2, channel 2.
        guard opcode == 4 || opcode == 5, packet.count > 8, packet[packet.startIndex] == handle,
            packet[packet.startIndex + 6] == 4
        else { continue }
        units.append((opcode == 5, Array(packet.dropFirst(8))))
    }
    return units
}
