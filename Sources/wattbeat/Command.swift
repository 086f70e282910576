import Gateway

/// One subcommand: what it takes, declared, and what it does. Its `--help` is made from the declaration.
protocol Command: SendableMetatype {
    /// As typed: `decode`; of a subcommand with the command in front: `sensors pair`.
    static var name: String { get }
    /// One line for the list of commands, without a full stop.
    static var summary: String { get }
    /// What stands behind the options.
    static var operands: Operands { get }
    /// In the order in which the help lists them; `--help` is understood by every command and not declared.
    static var options: [any CommandOption] { get }
    /// Paragraphs below the options: what a person needs to know beyond them, examples last.
    static var discussion: String { get }
    /// In the order in which the help lists them; without one of them the command itself runs.
    static var subcommands: [any Command.Type] { get }

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError)
}

extension Command {
    static var subcommands: [any Command.Type] { [] }

    /// What a person types for it behind the command that it belongs to.
    static var word: String { String(name.split(separator: " ").last ?? "") }
}

/// How many operands a command takes and what the usage line calls them.
struct Operands: Sendable {
    /// As in `FILE…`; empty when there are none.
    let synopsis: String
    let count: ClosedRange<Int>

    static let none = Operands("", 0...0)

    init(_ synopsis: String, _ count: ClosedRange<Int>) {
        self.synopsis = synopsis
        self.count = count
    }
}

/// An option as its command declares it.
protocol CommandOption: Sendable {
    /// Without the dashes.
    var name: String { get }
    /// What the help calls the value; `nil` for a flag, which takes none.
    var placeholder: String? { get }
    /// One line.
    var help: String { get }
    /// Whether it may be given more than once.
    var isRepeatable: Bool { get }
    /// What a value must be, to end "… must be"; `nil` when `text` is such a value.
    func complaint(about text: String) -> String?
}

/// An option without a value.
struct Flag: CommandOption {
    let name: String
    let help: String
    let placeholder: String? = nil
    let isRepeatable = true

    init(_ name: String, _ help: String) {
        self.name = name
        self.help = help
    }

    func complaint(about text: String) -> String? { nil }
}

/// An option with a value: `--fit PATH` or `--fit=PATH`.
struct Option<Value: Sendable>: CommandOption {
    let name: String
    let placeholder: String?
    let help: String
    let isRepeatable: Bool
    /// To end a sentence: "a number from 1 to 2000".
    let expectation: String
    /// The value that a text stands for; `nil` when it stands for none.
    let read: @Sendable (String) -> Value?

    init(
        _ name: String, _ placeholder: String, _ help: String, isRepeatable: Bool = false, expecting expectation: String,
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.isRepeatable = isRepeatable
        self.expectation = expectation
        self.read = read
    }

    func complaint(about text: String) -> String? { read(text) == nil ? expectation : nil }
}

extension Option<String> {
    /// Any text but an empty one, such as a path.
    static func text(_ name: String, _ placeholder: String, _ help: String, isRepeatable: Bool = false) -> Self {
        Self(name, placeholder, help, isRepeatable: isRepeatable, expecting: "given") { $0.isEmpty ? nil : $0 }
    }
}

extension Option<Double> {
    /// A number within `range`, written with a decimal point.
    static func number(_ name: String, _ placeholder: String, _ range: ClosedRange<Double>, _ help: String) -> Self {
        let (low, high) = (plain(range.lowerBound), plain(range.upperBound))
        return Self(name, placeholder, help, expecting: "a number from \(low) to \(high)") { text in
            Double(decimal: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func plain(_ bound: Double) -> String { Int(exactly: bound).map(String.init) ?? "\(bound)" }
}

extension Option<Int> {
    /// A whole number within `range`.
    static func integer(_ name: String, _ placeholder: String, _ range: ClosedRange<Int>, _ help: String) -> Self {
        Self(name, placeholder, help, expecting: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
    /// One of a few words, which the help lists: `--speed 1|10|max`.
    ///
    /// - Parameter placeholder: stands for the words where they are many; the help's text then names them.
    static func choice(_ name: String, as placeholder: String? = nil, _ help: String) -> Self {
        let words = Value.allCases.map(\.rawValue)
        let expectation = placeholder == nil ? words.joined(separator: " or ") : "one of " + words.joined(separator: ", ")
        return Self(
            name, placeholder ?? words.joined(separator: "|"),
            placeholder == nil ? help : help + ": " + words.joined(separator: ", "), expecting: expectation
        ) { Value(rawValue: $0) }
    }
}
