import JSONText
import WireFormats

extension ANTText {
    /// One frame, or why it is none.
    static func frame(_ bytes: [UInt8]) -> JSONValue {
        switch Result(catching: { () throws(WireError) in try ANTMessage(decoding: bytes) }) {
        case .success(let message): return .object(json(message))
        case .failure(.checksumMismatch(let computed, let received)):
            return [
                "error": "checksum", "expected": .string(digits([UInt8(truncatingIfNeeded: computed)])),
                "got": .string(digits([UInt8(truncatingIfNeeded: received)])),
            ]
        case .failure(.invalid(let field, let value)):
            switch field {
            case "sync": return ["error": "no_sync", "got": .string(digits([UInt8(truncatingIfNeeded: value)]))]
            case "length": return ["error": "length", "got": .integer(value)]
            default: return ["error": "trailing_bytes", "needed": .integer(needed(bytes)), "have": .integer(bytes.count)]
            }
        case .failure(.truncated):
            return ["error": "incomplete", "needed": .integer(needed(bytes)), "have": .integer(bytes.count)]
        }
    }

    /// How long the frame says it is; the least there is while it does not say.
    private static func needed(_ bytes: [UInt8]) -> Int {
        ANTMessage.frameOverhead + (bytes.count > 1 ? Int(bytes[1]) : 0)
    }

    /// What a framer finds in bytes as they come.
    static func stream(_ bytes: some Sequence<UInt8>) -> JSONValue {
        var framer = ANTMessageFramer()
        framer.append([UInt8](bytes))
        var frames: [JSONValue] = []
        while let message = framer.nextMessage() { frames.append(.string(digits(message.encoded()))) }
        return [
            "frames": .array(frames), "skippedBytes": .integer(framer.skippedBytes),
            "checksumErrors": .integer(framer.checksumErrors), "pendingBytes": .integer(framer.pendingBytes),
        ]
    }

    private static func json(_ message: ANTMessage) -> JSONObject {
        var object: JSONObject = ["id": hex(message.id.rawValue)]
        switch ANTReport(message) {
        case .data(let data): append(data, to: &object)
        case .event(let channel, let code):
            object.append("channel", channel)
            object.append("event", name(code))
        case .response(let channel, let id, let code):
            object.append("channel", channel)
            object.append("responseTo", hex(id.rawValue))
            object.append("code", name(code))
        case .channelID(let channel, let id):
            object.append("channel", channel)
            object.append("deviceNumber", id.deviceNumber16)
            object.append("deviceType", id.deviceType.rawValue)
            if id.isPairing { object.append("pairingBit", true) }
            object.append("transType", id.transmissionType)
        case .channelStatus(let channel, let state):
            object.append("channel", channel)
            object.append("status", "\(state)")
        case .capabilities(let capabilities): append(capabilities, to: &object)
        case .version(let text): object.append("version", text)
        case .serialNumber(let number): object.append("serialNumber", number)
        case .startUp(let causes): object.append("startup", .array(names(causes).map { .string($0) }))
        case .serialError(let number): object.append("serialError", hex(number))
        case .other: object.append("payload", digits([UInt8](message.payload)))
        }
        return object
    }

    private static func append(_ data: ANTDataMessage, to object: inout JSONObject) {
        object.append("channel", data.channel)
        if case .burst(let sequence, let isLast) = data.delivery {
            object.append("sequence", sequence)
            object.append("last", isLast)
        }
        if data.extended == nil, let id = data.channelID { append(id, to: &object) }
        object.append("data", digits(data.page.bytes))
        guard let extended = data.extended else { return }
        object.append("extFlag", hex(extended.flags.rawValue))
        if let id = extended.channelID { append(id, to: &object) }
        switch extended.signalStrength {
        case .decibels(let value, let threshold):
            object.append("rssiDbm", value)
            object.append("rssiThresholdDbm", threshold)
        case .gainControl(let offset, let register):
            object.append("rssiAgc", ["thresholdOffset": .integer(offset), "register": .integer(register)])
        case nil: break
        }
        if let ticks = extended.receiveTimeTicks { object.append("rxTime32768", ticks) }
        if extended.isTruncated { object.append("truncated", true) }
        if extended.trailingByteCount > 0 { object.append("trailingBytes", extended.trailingByteCount) }
    }

    private static func append(_ id: ChannelID, to object: inout JSONObject) {
        object.append("deviceNumber", id.deviceNumber16)
        object.append("deviceType", id.deviceType.rawValue)
        object.append("pairingBit", id.isPairing)
        object.append("transType", id.transmissionType)
        object.append("deviceNumber20", id.deviceNumber)
    }

    private static func append(_ capabilities: ANTCapabilities, to object: inout JSONObject) {
        object.append("maxChannels", capabilities.maximumChannels)
        object.append("maxNetworks", capabilities.maximumNetworks)
        object.append("standardOptions", capabilities.standardOptions)
        object.append("advancedOptions", capabilities.advancedOptions)
        if let options = capabilities.advancedOptions2 { object.append("advancedOptions2", options) }
        object.append("extendedMessages", capabilities.hasExtendedMessages)
        object.append("scanMode", capabilities.hasScanMode)
        if let channels = capabilities.maximumSensRcoreChannels { object.append("maxSensRcoreChannels", channels) }
    }

    private static func name(_ code: ResponseCode) -> JSONValue {
        code.name.map { .string("\($0)") } ?? hex(code.rawValue)
    }

    private static func names(_ causes: StartUpCauses) -> [String] {
        let known: [(StartUpCauses, String)] = [
            (.resetLine, "reset_line"), (.watchdog, "watchdog"), (.command, "command_reset"),
            (.synchronous, "synchronous_reset"), (.suspend, "suspend_reset"),
        ]
        let names = known.filter { causes.contains($0.0) }.map(\.1)
        return names.isEmpty ? ["power_on"] : names
    }
}
