import WireFormats

/// An ANT stick with sensors around it, on a clock of its own: bytes in, and chunks out at their moments.
///
/// It does what sticks were seen to do: resets late or never, searches and gives up, misses slots, and scans.
struct VirtualANTStick {
    struct Sensor {
        var type: UInt8
        var number: UInt16
        var transmissionType: UInt8 = 5
        var isNear = true
        /// dBm; also what the stick measures.
        var signal: Int8 = -60
        /// The eight bytes to send, again and again.
        var page: [UInt8]
        var next: Int64 = 0
    }

    private struct Channel {
        var id: [UInt8] = [0, 0, 0, 0]
        var period: Int64 = 8192
        var searchEnd: Int64?
        var isOpen = false
        var tracked: Int?
        var misses = 0
        var next: Int64 = 0
    }

    var sensors: [Sensor]
    /// Resets to leave unanswered.
    var deafResets = 0
    var answersNothing = false
    var refusesKey = false
    var canScan = true
    var channelCount: UInt8 = 8
    var serialNumber: UInt32 = 305_419_896
    /// What the meter says to a request for its zero; empty: nothing.
    var calibrationAnswer: [UInt8] = []
    /// Commands as they came: message id and payload.
    private(set) var heard: [[UInt8]] = []
    private(set) var isScanning = false
    private var channels: [UInt8: Channel] = [:]
    private var framer = ANTMessageFramer()
    private var out: [[UInt8]] = []
    private var appends: UInt8 = 0
    /// Faster than real sensors, so that a test need not wait for them.
    let pace: Int64

    init(_ sensors: [Sensor], pace: Int64 = 1) {
        self.sensors = sensors
        self.pace = pace
    }

    static func frame(_ id: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let bytes = [0xA4, UInt8(payload.count), id] + payload
        return bytes + [bytes.reduce(0, ^)]
    }

    /// What it has to say up to now.
    mutating func takeOutput() -> [[UInt8]] {
        defer { out = [] }
        return out
    }

    mutating func take(_ bytes: [UInt8], at now: Int64) {
        framer.append(bytes)
        while let message = framer.nextMessage() { take(message.id.rawValue, [UInt8](message.payload), at: now) }
    }

    private mutating func say(_ id: UInt8, _ payload: [UInt8]) { out.append(Self.frame(id, payload)) }
    private mutating func reply(_ channel: UInt8, _ id: UInt8, _ code: UInt8 = 0) { say(0x40, [channel, id, code]) }

    private mutating func take(_ id: UInt8, _ payload: [UInt8], at now: Int64) {
        heard.append([id] + payload)
        if answersNothing { return }
        let number = payload.first ?? 0
        switch id {
        case 0x4A:
            if deafResets > 0 { deafResets -= 1; return }
            (channels, isScanning, appends) = ([:], false, 0)
            say(0x6F, [0x20])
        case 0x4D: answer(payload.last ?? 0, number)
        case 0x46: reply(number, id, refusesKey ? 0x33 : 0)
        case 0x6E: appends = payload.last ?? 0; reply(number, id)
        case 0x42:
            reply(number, id, number < channelCount && channels[number] == nil ? 0 : 0x15)
            if number < channelCount, channels[number] == nil { channels[number] = Channel() }
        case 0x5B:
            guard canScan, channels.count == 1 else { return reply(number, id, 0x19) }
            isScanning = true
            for index in sensors.indices { sensors[index].next = now }
            reply(number, id)
        case 0x4F:
            // The stick reports the transfer; the meter answers with its next pages.
            reply(number, 0x01, 0x05)
            if !calibrationAnswer.isEmpty, let sensor = sensors.first(where: { $0.type == 11 }) {
                say(0x4E, [number] + calibrationAnswer + extended(sensor))
            }
        default: takeChannel(id, number, payload, at: now)
        }
    }

    private mutating func takeChannel(_ id: UInt8, _ number: UInt8, _ payload: [UInt8], at now: Int64) {
        guard channels[number] != nil else { return reply(number, id, 0x15) }
        switch id {
        case 0x51: channels[number]?.id = Array(payload.dropFirst())
        case 0x43: channels[number]?.period = Int64(payload[1]) + Int64(payload[2]) * 256
        case 0x63:
            channels[number]?.searchEnd = payload.last == 0xFF ? Int64.max : now + Int64(payload.last ?? 0) * 2_500_000 / pace
        case 0x44 where channels[number]?.searchEnd == nil:
            channels[number]?.searchEnd = now + Int64(payload.last ?? 0) * 2_500_000 / pace
        case 0x4B:
            channels[number]?.isOpen = true
            channels[number]?.next = now
        case 0x4C:
            guard channels[number]?.isOpen == true || isScanning else { return reply(number, id, 0x15) }
            channels[number]?.isOpen = false
            reply(number, id)
            return reply(number, 0x01, 0x07)
        case 0x41: channels[number] = nil
        default: break
        }
        reply(number, id)
    }

    private mutating func answer(_ wanted: UInt8, _ channel: UInt8) {
        switch wanted {
        case 0x54: say(0x54, [channelCount, 3, 0, 0xBA, canScan ? 0x36 : 0x32, 0, 0xDF, 0])
        case 0x61: say(0x61, (0..<4).map { UInt8(truncatingIfNeeded: serialNumber >> ($0 * 8)) })
        case 0x3E: say(0x3E, Array("AJK1.04".utf8) + [0])
        default: reply(channel, 0x4D, 0x28)
        }
    }

    private func extended(_ sensor: Sensor) -> [UInt8] {
        guard appends & 0x80 != 0 else { return [] }
        let id = [UInt8(sensor.number & 0xFF), UInt8(sensor.number >> 8), sensor.type, sensor.transmissionType]
        return [0xC0] + id + [0x20, UInt8(bitPattern: sensor.signal), 0x80]
    }

    // MARK: Its clock

    /// The next moment at which it does something by itself.
    var nextMoment: Int64? {
        if isScanning { return sensors.filter(\.isNear).map(\.next).min() }
        return channels.values.filter(\.isOpen).map(\.next).min()
    }

    mutating func advance(to now: Int64) {
        if isScanning {
            for index in sensors.indices where sensors[index].isNear && sensors[index].next <= now {
                sensors[index].next = now + 250_000 / pace
                say(0x4E, [0] + sensors[index].page + extended(sensors[index]))
            }
            return
        }
        for number in channels.keys.sorted() { advance(number, to: now) }
    }

    private mutating func advance(_ number: UInt8, to now: Int64) {
        guard var channel = channels[number], channel.isOpen, channel.next <= now else { return }
        channel.next = now + channel.period * 1_000_000 / 32768 / pace
        defer { channels[number] = channel }
        guard let tracked = channel.tracked else {
            channel.tracked = sensors.firstIndex { sensor in
                let wanted = UInt16(channel.id[0]) | UInt16(channel.id[1]) << 8
                return sensor.isNear && [0, sensor.number].contains(wanted) && [0, sensor.type].contains(channel.id[2])
            }
            channel.misses = 0
            if channel.tracked == nil, let end = channel.searchEnd, end <= now {
                channel.isOpen = false
                reply(number, 0x01, 0x01)
                reply(number, 0x01, 0x07)
            }
            return
        }
        if sensors[tracked].isNear {
            channel.misses = 0
            say(0x4E, [number] + sensors[tracked].page + extended(sensors[tracked]))
        } else {
            channel.misses += 1
            reply(number, 0x01, 0x02)
            if channel.misses >= 8 {
                channel.tracked = nil
                reply(number, 0x01, 0x08)
            }
        }
    }
}
