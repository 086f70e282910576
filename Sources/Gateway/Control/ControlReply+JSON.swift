import JSONText

extension ControlReply {
    /// One line for the control socket, without its end.
    public func encoded() -> [UInt8] {
        let object: JSONObject =
            switch self {
            case .failure(let sentence): ["ok": false, "error": .string(sentence)]
            case .success(nil): ["ok": true]
            case .success(.status(let status)?): ["ok": true, "status": status.json]
            case .success(.workout(let outcome)?): ["ok": true, "workout": outcome.json]
            case .success(.text(let text)?): ["ok": true, "text": .string(text)]
            }
        return JSONValue.object(object).utf8()
    }

    /// Reads one line of the control socket. Keys that are not known are passed over: they are a younger gateway's.
    public init(decoding line: [UInt8]) throws(ControlError) {
        let fields = try ControlFields(line: line)
        guard try fields.bool("ok") else {
            self = .failure(try fields.string("error"))
            return
        }
        if let status = try fields.fieldsIfThere("status") {
            self = .success(.status(try GatewayStatus(status)))
        } else if let workout = try fields.fieldsIfThere("workout") {
            self = .success(.workout(try WorkoutOutcome(workout)))
        } else {
            self = .success(try fields.stringIfThere("text").map { .text($0) })
        }
    }
}
