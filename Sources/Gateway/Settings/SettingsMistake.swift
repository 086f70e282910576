public import JSONText
public import Transports

/// Something in the settings that is not as it must be.
public struct SettingsMistake: Equatable, Sendable {
    /// Where in the file.
    public var place: JSONPlace
    /// The name before the value, or that is not known; `nil` where the text as a whole is wrong.
    public var key: String?
    /// Without a full stop.
    public var sentence: String

    /// For a person: `settings.json:7: "ftp": watts from 30 to 700 are expected, not 2500`.
    public func text(in file: String) -> String { "\(file):\(place.line): \(text)" }

    /// The same without the place, for one who did not type the file.
    public var text: String { key.map { "\"\($0)\": \(sentence)" } ?? sentence }
}

/// Why settings were not read, or not changed.
public enum SettingsError: Error, Equatable, Sendable {
    /// In the order of the file; never empty.
    case mistakes(path: String, [SettingsMistake])
    /// A change was asked for that cannot be made, in words.
    case refused(String)
    case file(TransportError)
}

extension SettingsError: CustomStringConvertible {
    /// One line for each mistake.
    public var description: String {
        switch self {
        case .mistakes(let path, let mistakes): mistakes.map { $0.text(in: path) }.joined(separator: "\n")
        case .refused(let sentence): sentence
        case .file(let error): "\(error)"
        }
    }
}
