import Gateway

/// A command's arguments, checked against what it declares: every value stands for what its option reads.
struct Arguments: Sendable {
    /// What is not an option, in order; everything behind `--` is.
    private(set) var operands: [String] = []
    /// Whether `-h` or `--help` stood among the options; nothing else is checked then.
    private(set) var asksForHelp = false

    private var given: Set<String> = []
    private var texts: [String: [String]] = [:]

    /// - Throws: a usage error naming what is unknown, missing, doubled or out of its range.
    init(_ arguments: some Sequence<String>, of command: any Command.Type) throws(CommandError) {
        let arguments = Array(arguments)
        if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
            asksForHelp = true
            return
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            } else if argument.hasPrefix("-"), argument != "-", Double(decimal: argument) == nil {
                try take(option: argument, from: &rest, of: command)
            } else {
                operands.append(argument)
            }
        }
        try check(operands.count, of: command)
    }

    /// Whether `flag` was given.
    subscript(flag: Flag) -> Bool { given.contains(flag.name) }

    /// The option's value; `nil` when it was not given.
    subscript<Value>(option: Option<Value>) -> Value? { values(of: option).last }

    /// Whether the option was given, with whatever value.
    func has(_ option: any CommandOption) -> Bool { given.contains(option.name) }

    /// Every value of a repeatable option, in order.
    func values<Value>(of option: Option<Value>) -> [Value] { texts[option.name, default: []].compactMap(option.read) }

    private mutating func take(
        option argument: String, from rest: inout ArraySlice<String>, of command: any Command.Type
    ) throws(CommandError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (spelled, attached) = (parts[0], parts.dropFirst().first)
        guard let option = command.options.first(where: { "--" + $0.name == spelled }) else {
            let known = command.options.map { "--" + $0.name } + ["--help"]
            throw .usage("there is no option \(quoted(spelled))" + Nearest.hint(for: spelled, among: known), see: command)
        }
        if given.contains(option.name), !option.isRepeatable { throw .usage("\(spelled) is given twice", see: command) }
        given.insert(option.name)
        guard let placeholder = option.placeholder else {
            if attached != nil { throw .usage("\(spelled) takes no value", see: command) }
            return
        }
        guard let text = attached ?? (rest.first?.hasPrefix("--") == true ? nil : rest.popFirst()) else {
            throw .usage("\(spelled) needs a value: \(spelled) \(placeholder)", see: command)
        }
        if let complaint = option.complaint(about: text) {
            throw .usage("\(spelled) \(quoted(text)): must be \(complaint)", see: command)
        }
        texts[option.name, default: []].append(text)
    }

    private func check(_ count: Int, of command: any Command.Type) throws(CommandError) {
        let expected = command.operands
        if count < expected.count.lowerBound { throw .usage("\(command.name) needs \(expected.synopsis)", see: command) }
        if count > expected.count.upperBound {
            let first = quoted(operands[expected.count.upperBound])
            throw .usage("\(command.name) has no use for \(first)", see: command)
        }
    }
}
