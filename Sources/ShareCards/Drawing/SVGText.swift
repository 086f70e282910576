/// A drawing as SVG 1.1: shapes and outlines of letters, so that it looks the same where the fonts are missing; the words are in its
/// description.
struct SVGText {
    private(set) var text: String

    init(_ drawing: Drawing, letters: Canvas) {
        let words = drawing.marks.compactMap { if case .text(let run) = $0 { run.text } else { nil } }
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(drawing.width)" height="\(drawing.height)" \
            viewBox="0 0 \(drawing.width) \(drawing.height)" role="img" aria-labelledby="title words">
            <title id="title">\(drawing.title.forDrawing.escaped)</title>
            <desc id="words">\(words.joined(separator: " · ").escaped)</desc>
            <rect width="\(drawing.width)" height="\(drawing.height)"\(Self.fill(drawing.ground))/>

            """
        for mark in drawing.marks { text += Self.element(mark, letters) + "\n" }
        text += "</svg>\n"
    }

    private static func element(_ mark: Mark, _ letters: Canvas) -> String {
        switch mark {
        case .box(let box, let radius, let paint): return "<rect\(attributes(box, radius))\(fill(paint))/>"
        case .frame(let box, let radius, let width, let paint):
            return "<rect\(attributes(box.inset(by: width / 2), radius - width / 2)) fill=\"none\"\(stroke(width, paint))/>"
        case .area(let corners, let paint): return "<path d=\"\(path(corners))Z\"\(fill(paint))/>"
        case .lines(let lines, let width, let dash, let paint):
            let dashes = dash > 0 ? " stroke-dasharray=\"\(number(dash)) \(number(dash))\"" : ""
            return "<path d=\"\(lines.map(path).joined())\" fill=\"none\"\(stroke(width, paint))\(dashes)/>"
        case .text(let run):
            return "<path d=\"\(letters.outlines(of: run).map(text).joined())\"\(fill(run.paint))/>"
        }
    }

    private static func attributes(_ box: Box, _ radius: Double) -> String {
        let radius = max(0, min(radius, min(box.width, box.height) / 2))
        return " x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(max(0, box.width)))\""
            + " height=\"\(number(max(0, box.height)))\"" + (radius > 0 ? " rx=\"\(number(radius))\"" : "")
    }

    private static func fill(_ paint: Paint) -> String {
        " fill=\"\(colour(paint))\"" + (paint.opacity < 1 ? " fill-opacity=\"\(number(paint.opacity))\"" : "")
    }

    private static func stroke(_ width: Double, _ paint: Paint) -> String {
        " stroke=\"\(colour(paint))\" stroke-width=\"\(number(width))\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            + (paint.opacity < 1 ? " stroke-opacity=\"\(number(paint.opacity))\"" : "")
    }

    private static func colour(_ paint: Paint) -> String {
        "#" + [paint.red, paint.green, paint.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func path(_ points: [Point]) -> String {
        points.enumerated().map { ($0 == 0 ? "M" : "L") + pair($1) }.joined()
    }

    private static func text(_ part: PathPart) -> String {
        switch part {
        case .move(let point): "M" + pair(point)
        case .line(let point): "L" + pair(point)
        case .curve(let first, let second, let end): "C" + pair(first) + " " + pair(second) + " " + pair(end)
        case .close: "Z"
        }
    }

    private static func pair(_ point: Point) -> String { number(point.x) + " " + number(point.y) }

    /// Hundredths of a pixel: finer than anybody sees, and coarser than mathematics differ.
    private static func number(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e9 else { return "0" }
        let hundredths = Int((value * 100).rounded())
        let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        if fraction == 0 { return "\(sign)\(whole)" }
        return fraction % 10 == 0 ? "\(sign)\(whole).\(fraction / 10)" : "\(sign)\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension String {
    /// For XML: characters that it does not have are left out.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": text.unicodeScalars.append(scalar)
            default: break
            }
        }
        return text
    }
}
