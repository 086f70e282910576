import TestSupport
import Testing

@testable import ShareCards

/// Every character takes half its size; lines break at spaces.
private struct PlainMeasure: TextMeasure {
    func width(of text: String, in font: Font) -> Double { Double(text.count) * font.size / 2 }

    func lines(of text: String, in font: Font, width: Double, breaksWords: Bool) -> [String] {
        let most = max(1, Int(width / (font.size / 2)))
        var lines = [""]
        for word in text.split(separator: " ") {
            var word = word[...]
            if let last = lines.last, !last.isEmpty {
                if last.count + 1 + word.count <= most {
                    lines[lines.count - 1] += " " + word
                    continue
                }
                lines.append("")
            }
            while breaksWords, word.count > most {
                lines[lines.count - 1] = String(word.prefix(most))
                word = word.dropFirst(most)
                lines.append("")
            }
            lines[lines.count - 1] = String(word)
        }
        return lines
    }
}

@Suite struct TextFitTests {
    private let measure = PlainMeasure()

    @Test func whatFitsKeepsItsSize() {
        let text = measure.fit("ten digits", Font(.bold, 20), width: 100)
        #expect(text.font.size == 20 && text.widths == [100])
        #expect(measure.fit("ten digits", Font(.bold, 20), width: 50).font.size == 10)
    }

    @Test func wholeWordsAsLongAsTheyAreReadable() {
        // 20 px: ten characters a line.
        let text = measure.fit("one two three four", Font(.bold, 20), width: 100, lines: 2, least: 12)
        #expect(text.lines == ["one two", "three four"] && text.font.size == 20)
        let long = measure.fit("incomprehensibilities", Font(.bold, 20), width: 100, lines: 2, least: 15)
        #expect(long.lines.count == 2 && long.lines.joined() == "incomprehensibilities" && long.font.size < 15)
    }

    /// Nothing is cut, and nothing sticks out, whatever the text.
    @Test func everythingFits() {
        var numbers = SeededGenerator(seed: 11)
        for _ in 0..<1000 {
            let length = Int.random(in: 0...200, using: &numbers)
            let text = String(
                (0..<length).map { _ in Bool.random(using: &numbers) ? "a" : ["b", " "].randomElement(using: &numbers) ?? "c" })
            let width = Double.random(in: 60...900, using: &numbers)
            let font = Font(.bold, Double.random(in: 12...120, using: &numbers))
            let line = measure.fit(text, font, width: width)
            #expect(line.width <= max(width, Double(text.count) / 2) && line.lines == [text] && line.font.size <= font.size)
            let block = measure.fit(text, font, width: width, lines: 2, least: 20)
            #expect(block.lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            #expect(block.width <= width && block.lines.count <= 2 || block.font.size == 1)
        }
    }

    @Test func hiddenCharactersAndEndlessNames() {
        #expect("a\u{0}b\r\n\tc\u{7}".forDrawing == "ab c")
        #expect(String(repeating: "x", count: 200).forDrawing.count == 200)
        let long = String(repeating: "x", count: 100_000).forDrawing
        #expect(long.count == 201 && long.hasSuffix("…"))
    }

    @Test(arguments: [
        ("1\u{A0}h 2\u{A0}min", ["1", "h", "2", "min"]), ("41.25\u{A0}km", ["41.25", "km"]),
        ("1\u{202F}234\u{A0}m", ["1\u{202F}234", "m"]),
        ("−8%", ["−8", "%"]), ("5:30\u{A0}min/km", ["5:30", "min/km"]), ("504千卡", ["504", "千卡"]),
        ("2時間5分", ["2", "時間", "5", "分"]),
        ("–", ["–"]), ("12", ["12"]), ("new", ["new"]), ("", []), ("1,5\u{A0}dne", ["1,5", "dne"]), ("3 kJ a", ["3", "kJ a"]),
    ])
    func figuresAndTheirUnits(_ text: String, _ parts: [String]) {
        #expect(FigureText.parts(of: text).map(\.text) == parts)
        let figure = FigureText(text, size: 100, width: 60, measure)
        #expect(figure.width <= 60)
    }
}
