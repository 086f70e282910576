/// What a person may call a plan, a template, a sensor.
public enum GivenName {
    /// Something, on one line, that turns no other text around, and not a story.
    public static func isOne(_ text: String) -> Bool {
        (1...100).contains(text.count) && text.utf8.count <= 400 && !text.allSatisfy(\.isWhitespace)
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.generalCategory != .control
                    // Line and paragraph separators, and what sets the direction of what follows (UAX #9).
                    && !(0x2028...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
            }
    }
}
