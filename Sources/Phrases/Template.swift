/// Text with placeholders in braces.
enum Template {
    /// The placeholders' names in order, repeated ones too.
    static func placeholders(_ template: String) -> [String] {
        var names: [String] = []
        read(template) {
            names.append(String($0))
        } text: { _ in
        }
        return names
    }

    /// Puts the values in; a placeholder without one stays as it is. What stands in a value is text, braces included.
    static func fill(_ template: String, _ values: [(name: String, text: String)]) -> String {
        var filled = ""
        read(template) { name in
            filled += values.first { $0.name == name }?.text ?? "{\(name)}"
        } text: {
            filled += $0
        }
        return filled
    }

    private static func read(_ template: String, placeholder: (Substring) -> Void, text: (Substring) -> Void) {
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text(rest[..<open])
            placeholder(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        text(rest)
    }
}
