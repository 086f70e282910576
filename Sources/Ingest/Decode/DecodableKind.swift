public import JSONText

/// One kind of bytes that can be shown decoded: what `wattbeat decode KIND HEX…` takes and what every later view of decoded bytes shows.
public struct DecodableKind: Sendable {
    /// As in the reference's examples: `hr_measurement`, `ant_page.hrm`, `seq.cp_crank`.
    public let name: String
    /// One line for a person who looks for it.
    public let summary: String
    /// Names that may follow `?`, such as `circumferenceM`.
    public let parameters: [String]
    /// Whether several packets, separated by `|`, are read as one sequence.
    public let isSequence: Bool
    /// - Parameters:
    ///   - packets: one, or for a sequence one or more.
    ///   - parameters: values of the names after `?`.
    /// - Returns: the fields by the reference's names, or `{"error":…}`; never a trap.
    public let decode: @Sendable (_ packets: [[UInt8]], _ parameters: [String: Double]) -> JSONValue

    public init(
        _ name: String, _ summary: String, parameters: [String] = [], isSequence: Bool = false,
        decode: @escaping @Sendable (_ packets: [[UInt8]], _ parameters: [String: Double]) -> JSONValue
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.isSequence = isSequence
        self.decode = decode
    }
}
