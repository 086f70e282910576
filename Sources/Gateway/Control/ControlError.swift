public import JSONText

/// Why a line of the control socket could not be taken.
public enum ControlError: Error, Equatable, Sendable {
    case notJSON(JSONError)
    /// A key that is needed is not there.
    case missing(key: String)
    /// - Parameter expectation: ends "… is expected": `a whole number from 1 to 600`.
    case invalid(key: String, expectation: String)
    /// A key that this request does not have: most likely a slip.
    case unknownKey(String)
    case unknownRequest(String)
}

extension ControlError: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .notJSON(let error): "the line is no JSON: \(error.sentence)"
        case .missing(let key): "\"\(key)\" is missing"
        case .invalid(let key, let expectation): "\"\(key)\": \(expectation) is expected"
        case .unknownKey(let key): "this request has no \"\(key)\""
        case .unknownRequest(let name): "there is no request \"\(name)\""
        }
    }
}
