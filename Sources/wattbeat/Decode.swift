import Gateway
import Ingest
import JSONText

/// `wattbeat decode KIND HEX…`: what does this packet say?
enum Decode: Command {
    private static let list = Flag("list", "print every KIND with its parameters and what it decodes")
    private static let pretty = Flag("pretty", "lay the object out over several lines")

    static let name = "decode"
    static let summary = "show what the bytes of a packet say, as one JSON object"
    static let operands = Operands("KIND HEX…", 0...Int.max)
    static let options: [any CommandOption] = [list, pretty]
    static let discussion = """
        KIND names what the bytes are; --list prints them all. Parameters follow it behind a question mark, as in
        seq.csc_wheel?circumferenceM=2.105, more than one with & between (quote them from the shell).
        HEX is written in any of the usual ways: 16 8E B1 01, 168eb101, 16:8e:b1:01, 0x16 0x8E. A sequence takes several
        packets with | between, quoted or as an argument of its own: '00 48 | 00 49'.
        A sentence ($GPRMC,…, !AIVDM,…) or a JSON line ({…) may stand in place of its hex; put it in single quotes.
        Bytes that cannot be decoded give an object with "error" and the exit status 65.

        examples:
          wattbeat decode hr_measurement 16 8E B1 01
          wattbeat decode 'seq.csc_wheel?circumferenceM=2.105' '01 64 00 00 00 00 FC | 01 68 00 00 00 00 04'
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        if arguments[list] { return try writeCatalogue(output) }
        guard let request = arguments.operands.first else { throw .usage("decode needs a KIND and its bytes", see: self) }
        let (kind, parameters) = try parse(request: request)
        let packets = try PacketText.packets(in: Array(arguments.operands.dropFirst()))
        guard !packets.isEmpty else { throw .usage("\(kind.name) needs bytes: HEX", see: self) }

        let value = kind.decode(packets, parameters)
        try output.verbatim(value.text(arguments[pretty] ? .indented : .compact))
        if case .object(let object) = value, object["error"] != nil {
            throw CommandError(.badData, nil)  // the object has said it
        }
    }

    private static func writeCatalogue(_ output: Output) throws(CommandError) {
        var table = TextTable(.left, .left)
        for kind in DecodeRegistry.kinds {
            table.add(
                kind.parameters.isEmpty ? kind.name : "\(kind.name)?\(kind.parameters.joined(separator: "&"))", kind.summary)
        }
        for line in table.lines() { try output.line(line) }
    }

    /// `KIND?name=value&name=value`.
    private static func parse(request: String) throws(CommandError) -> (DecodableKind, [String: Double]) {
        let parts = request.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let kind = DecodeRegistry.kind(named: parts[0]) else {
            let hint = Nearest.hint(for: parts[0], among: DecodeRegistry.kinds.map(\.name))
            throw .usage("there is no kind \(quoted(parts[0]))\(hint.isEmpty ? "; see wattbeat decode --list" : hint)", see: self)
        }
        var parameters: [String: Double] = [:]
        for assignment in parts.dropFirst().joined().split(separator: "&") {
            let sides = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard kind.parameters.contains(sides[0]) else {
                let hint = Nearest.hint(for: sides[0], among: kind.parameters)
                throw .usage("\(kind.name) has no parameter \(quoted(sides[0]))\(hint)", see: self)
            }
            guard sides.count == 2, let value = Double(decimal: sides[1]) else {
                throw .usage("\(quoted(String(assignment))): must be \(sides[0])=NUMBER", see: self)
            }
            parameters[sides[0]] = value
        }
        return (kind, parameters)
    }
}
