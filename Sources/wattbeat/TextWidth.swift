/// Text from outside, its control characters shown rather than obeyed by the terminal.
func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
        let isObeyed =
            scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
        return isObeyed ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return scalars.joined()
}

extension String {
    /// Columns on a terminal: ideographs and emoji take two, escape sequences none.
    var columns: Int {
        var width = 0
        var isEscape = false
        for character in self {
            if isEscape {
                // A sequence of ours ends with its letter.
                isEscape = !character.isLetter
            } else if character == "\u{1B}" {
                isEscape = true
            } else {
                width += character.columns
            }
        }
        return width
    }

    /// Spaces to the right up to `width` columns.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }
    /// Spaces to the left up to `width` columns.
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - columns)) + self }

    /// What fits into `width` columns; escape sequences stay whole and are ended.
    func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var (text, used, isEscape, isPainted) = ("", 0, false, false)
        for character in self {
            if isEscape {
                isEscape = !character.isLetter
                isPainted = true
            } else if character == "\u{1B}" {
                isEscape = true
            } else {
                used += character.columns
                if used > width { break }
            }
            text.append(character)
        }
        return isPainted ? text + "\u{1B}[0m" : text
    }

    /// Lines of at most `width` columns, cut at spaces but not at no-break spaces; those after the first begin with `indent` spaces, which count.
    func wrapped(to width: Int, indent: Int) -> [String] {
        var lines: [String] = []
        var line = String(prefix { $0 == " " })
        var isBlank = true
        for word in dropFirst(line.count).split(separator: " ", omittingEmptySubsequences: false) {
            if !isBlank, line.columns + 1 + String(word).columns > width {
                lines.append(line)
                line = String(repeating: " ", count: indent) + word
            } else {
                line += isBlank ? word : " " + word
            }
            isBlank = false
        }
        return (lines + [line]).map { line in String(line.map { $0 == "\u{A0}" ? " " : $0 }) }
    }

    /// A line, a table's row too, that is wider than there is room: broken between cells, which have two spaces or more between them,
    /// and inside of a cell only where it alone is too wide.
    func flowed(to width: Int) -> [String] {
        let first = prefix { $0 == " " }.count
        let indent = min(first + 2, width / 2)
        var lines: [String] = []
        var line = String(repeating: " ", count: first)
        var isBlank = true
        for cell in dropFirst(first).split(separator: "  ").map({ $0.drop { $0 == " " } }) where !cell.isEmpty {
            let together = line + (isBlank ? "" : "  ") + cell
            if together.columns <= width {
                line = together
            } else {
                let parts = (isBlank ? line + cell : String(repeating: " ", count: indent) + cell).wrapped(
                    to: width, indent: indent)
                if !isBlank { lines.append(line) }
                lines += parts.dropLast()
                line = parts.last ?? ""
            }
            isBlank = false
        }
        return (lines + [line]).map(\.withoutTrailingSpaces)
    }

    var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }

    private static let longestBound = 32

    /// Keeps each part of an enumeration on one line when it is wrapped, so that no number loses its unit.
    var bound: String {
        split(separator: ", ").map { part in
            part.count < Self.longestBound ? String(part.map { $0 == " " ? "\u{A0}" : $0 }) : String(part)
        }.joined(separator: ", ")
    }
}

extension Character {
    fileprivate var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // A variation selector asks for the picture of a sign that is text otherwise.
        if unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The blocks that are wide or full-width throughout.
    /// - SeeAlso: Unicode Standard Annex 11, East Asian Width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x26A1...0x26A1, 0x2705...0x2705, 0x2728...0x2728,
        0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x1F18E...0x1F1FF,
        0x1F200...0x1F320, 0x1F32D...0x1F5FF, 0x1F600...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F900...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}
