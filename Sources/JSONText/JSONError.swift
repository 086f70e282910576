/// Why a text is no JSON that we take, and where.
public struct JSONError: Error, Equatable, Sendable {
    public let place: JSONPlace
    public let fault: Fault

    public init(place: JSONPlace, fault: Fault) {
        self.place = place
        self.fault = fault
    }

    public enum Fault: Equatable, Sendable {
        /// - Parameter found: `nil`: the text ended.
        case expected(Expectation, found: Unicode.Scalar?)
        /// An object has this name twice.
        case duplicate(String)
        case notUTF8
        /// Inside a string; it is to be written as an escape.
        case controlCharacter(Unicode.Scalar)
        /// Half of a UTF-16 pair stands alone.
        case loneSurrogate(UInt16)
        /// No `Double` is as large.
        case numberTooLarge(String)
        case tooDeep(limit: Int)
        case tooLong(limit: Int)
    }

    /// What would have been right.
    public enum Expectation: String, Sendable {
        case value = "a value"
        case name = "a name in double quotes"
        case nameOrEnd = "a name in double quotes or }"
        case valueOrEnd = "a value or ]"
        case colon = "a colon"
        case commaOrBrace = "a comma or }"
        case commaOrBracket = "a comma or ]"
        case digit = "a digit"
        case numberWithoutLeadingZero = "a number without a leading zero"
        case closingQuote = "the double quote that ends the text"
        case escape = "one of \" \\ / b f n r t u after the backslash"
        case hexDigit = "one of four hexadecimal digits"
        case end = "nothing more"
    }
}

extension JSONError: CustomStringConvertible {
    /// `line 7, column 3: …`
    public var description: String { "line \(place.line), column \(place.column): \(sentence)" }

    /// What is the matter, without the place and a full stop.
    public var sentence: String {
        switch fault {
        case .expected(let expectation, nil): "\(expectation.rawValue) is expected, but the text ends"
        case .expected(let expectation, let found?): "\(expectation.rawValue) is expected, not \(Self.shown(found))"
        case .duplicate(let name): "\"\(name)\" is there twice"
        case .notUTF8: "this is not UTF-8"
        case .controlCharacter(let scalar): "\(Self.shown(scalar)) cannot stand in a text; write it as an escape"
        case .loneSurrogate(let unit): "\\u\(String(unit, radix: 16)) is half of a pair, and the other half is missing"
        case .numberTooLarge(let text): "\(text) is too large a number"
        case .tooDeep(let limit): "lists and objects lie more than \(limit) deep in one another"
        case .tooLong(let limit): "the text is longer than \(limit) bytes"
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "a line end"
        case "\t": return "a tab"
        default: break
        }
        if scalar.value > 0x20, scalar.value < 0x7F || scalar.properties.isAlphabetic { return String(scalar) }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
