import JSONText
import WireFormats

/// ANT values as JSON, by the reference's names.
enum ANTText {
    static let tooShort: JSONValue = ["error": "too_short"]

    static func hex(_ byte: UInt8) -> JSONValue { .string("0x" + digits([byte])) }

    static func digits(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            text += byte < 0x10 ? "0" : ""
            text += String(byte, radix: 16, uppercase: true)
        }
        return text
    }

    /// What each packet says as a page; an error in the place of one that is no page.
    static func pages(_ packets: some Sequence<[UInt8]>, _ json: (DataPage) -> JSONValue) -> [JSONValue] {
        packets.map { packet in
            switch Result(catching: { () throws(WireError) in try DataPage(packet) }) {
            case .success(let page): json(page)
            case .failure(.truncated): tooShort
            case .failure: ["error": "too_long", "trailingBytes": .integer(packet.count - 8)]
            }
        }
    }

    static func tenths(_ value: Double?) -> JSONValue { .number(value, decimals: 1) }
    static func thousandths(_ value: Double?) -> JSONValue { .number(value, decimals: 3) }

    /// A page that nobody knows.
    static func raw(_ page: DataPage, number: JSONValue) -> JSONObject {
        ["page": number, "raw": .string(digits(page.bytes))]
    }

    static func append(_ battery: ANTBattery, to object: inout JSONObject) {
        object.append("voltage", thousandths(battery.volts))
        object.append("status", .string("\(battery.status)"))
    }
}

extension JSONObject {
    mutating func append(_ name: String, _ value: (some BinaryInteger)?) { append(name, JSONValue.integer(value)) }
    mutating func append(_ name: String, _ value: Bool) { append(name, JSONValue.bool(value)) }
    mutating func append(_ name: String, _ value: String) { append(name, JSONValue.string(value)) }
}
