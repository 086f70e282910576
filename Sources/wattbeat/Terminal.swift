import Glibc

/// What the other end of a descriptor can show: a terminal with its width, colours and characters, or a plain file.
struct Terminal: Sendable {
    /// Whether a person may be watching; lines can then be drawn over.
    let isInteractive: Bool
    let hasColours: Bool
    let hasUnicode = Self.hasUnicode
    private let descriptor: Int32

    /// - SeeAlso: no-color.org: any `NO_COLOR` that is not empty turns colours off.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1 && Self.environment("TERM") != "dumb"
        hasColours = isInteractive && Self.environment("NO_COLOR") == nil
    }

    /// By the locale's character set: the first of the three that is set decides, as in setlocale(3).
    static let hasUnicode: Bool = {
        let locale = (environment("LC_ALL") ?? environment("LC_CTYPE") ?? environment("LANG") ?? "").lowercased()
        return locale.contains("utf-8") || locale.contains("utf8")
    }()

    /// Whether there is an edge at which lines end; a file and a pipe have none.
    var hasWidth: Bool { size != nil }

    /// Columns now, since windows are resized; else as `COLUMNS` says; 80 where no one can tell.
    var columns: Int { size.map { Int($0.ws_col) } ?? Self.statedColumns ?? 80 }

    /// - SeeAlso: POSIX.1-2024, Base Definitions, 8.3.
    private static let statedColumns = environment("COLUMNS").flatMap { Int($0) }.flatMap { (20...1000).contains($0) ? $0 : nil }

    /// Whether somebody says where lines end: a terminal, or `COLUMNS`.
    var hasEdge: Bool { hasWidth || Self.statedColumns != nil }

    /// Lines now; 24 where no one can tell.
    var rows: Int { size.map { Int($0.ws_row) } ?? 24 }

    private var size: winsize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return size
    }

    /// How a piece of text looks, by the numbers of ECMA-48, §8.3.117.
    enum Style: Int, Sendable {
        case bold = 1, dim = 2, red = 31, green = 32, yellow = 33, blue = 34, magenta = 35, cyan = 36
    }

    /// `text` in a style, or as it is where there are no colours.
    func paint(_ text: String, _ style: Style) -> String {
        hasColours ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns to the line's beginning and clears it, so that the next text stands in its place; empty on a plain file.
    var startOfLine: String { isInteractive ? "\r\u{1B}[K" : "" }

    /// A bar `width` columns wide, filled as far as `fraction` (0...1), to an eighth of a column.
    func bar(_ fraction: Double, width: Int) -> String {
        let width = max(0, width)
        let filled = fraction.isFinite ? min(max(fraction, 0), 1) * Double(width) : 0
        let whole = Int(filled)
        guard hasUnicode else { return String(repeating: "#", count: whole) + String(repeating: ".", count: width - whole) }
        let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let part = eighths[Int((filled - Double(whole)) * 8) % eighths.count]
        return String(repeating: "█", count: whole) + part
            + String(repeating: " ", count: width - whole - (part.isEmpty ? 0 : 1))
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
