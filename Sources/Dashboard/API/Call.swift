internal import JSONText
internal import Statistics

/// A request that found its route.
struct Call: Sendable {
    let request: Request
    let bearer: Bearer
    /// What stands in the path in place of names in braces.
    let arguments: [String: String]

    func argument(_ name: String) -> String { arguments[name] ?? "" }

    /// The id of a workout: 32 hexadecimal digits, or a unique beginning of at least six.
    func id() throws(Problem) -> String {
        let id = argument("id").lowercased()
        guard (6...32).contains(id.utf8.count), id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            throw .notFound("There is no workout \(argument("id")): an id has 32 hexadecimal digits, of which the first six do.")
        }
        return id
    }

    // MARK: Query

    /// - Throws: when the query has a name that is none of these.
    func allow(_ names: String...) throws(Problem) {
        if let other = request.target.query.first(where: { !names.contains($0.name) }) {
            let known = names.isEmpty ? "it takes none" : "there are " + names.joined(separator: ", ")
            throw .badValue("The query has no \(other.name); \(known).")
        }
    }

    func values(_ name: String) -> [String] { request.target.query.filter { $0.name == name }.map(\.value) }

    func value(_ name: String) throws(Problem) -> String? {
        let values = values(name)
        guard values.count < 2 else { throw .badValue("\(name) is there \(values.count) times.") }
        return values.first
    }

    func day(_ name: String) throws(Problem) -> CalendarDay? {
        guard let text = try value(name) else { return nil }
        guard let day = CalendarDay(text) else { throw .badValue("\(name): a date such as 2026-03-01 is expected.") }
        return day
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = try value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .badValue("\(name): a whole number from \(range.lowerBound) to \(range.upperBound) is expected.")
        }
        return number
    }

    func isOn(_ name: String) throws(Problem) -> Bool {
        switch try value(name) {
        case nil, "false"?, "0"?: false
        case "true"?, "1"?: true
        case _?: throw .badValue("\(name): true or false is expected.")
        }
    }

    // MARK: Body

    /// An object; an empty one without a body.
    func body() throws(Problem) -> PlacedJSON {
        do throws(JSONError) {
            let json = try JSONReader.read(request.body.isEmpty ? Array("{}".utf8) : request.body)
            if json.members != nil { return json }
        } catch {
            throw .badValue("The body is no JSON: \(error).")
        }
        throw .badValue("The body is to be an object.")
    }

    /// The body as a request of the control socket.
    ///
    /// - Parameter sensor: of whom the path speaks.
    func controlLine(_ name: String, sensor: String? = nil) throws(Problem) -> [UInt8] {
        var object: JSONObject = ["request": .string(name)]
        if let sensor { object.append("sensor", .string(sensor)) }
        for member in try body().members ?? [] {
            guard object[member.name] == nil else { throw .badValue("\(member.name) is not for the body.") }
            object.append(member.name, member.value.value)
        }
        return JSONValue.object(object).utf8()
    }
}
