import FoundationXML
import Foundation
import Phrases
import Statistics
import Testing
import Workouts

@testable import ShareCards

/// Files as they are handed out.
@Suite struct PictureTests {
    private let english = Phrasebook(.english)

    private func blue(_ image: PNGImage, _ x: Int, _ y: Int) -> Bool { image[x, y] == 0x1F62C4 }

    /// Where pixels are in the colour of a ride, within the panel.
    private func extent(_ image: PNGImage) throws -> (left: Int, right: Int, top: Int, bottom: Int) {
        var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
        for y in 240..<image.height {
            for x in 0..<image.width where blue(image, x, y) {
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
        }
        try #require(left < right && top < bottom)
        return (left, right, top, bottom)
    }

    /// 2000 m to the east and 1000 m to the north. Untrimmed it is twice as wide as high; of what is trimmed by 200 m at both ends
    /// 1800 m × 800 m are left.
    @Test func theStartIsNotDrawn() throws {
        let ride = try Examples.workout(name: "R", route: Examples.route([(0, 0), (2000, 0), (2000, 1000)], step: 5))
        for (radius, ratio) in [(0.0, 2000.0 / 1000), (200, 1800.0 / 800), (600, 1400.0 / 400)] {
            let card = try ShareCard.workout(ride, form: .route(RouteTrimming(radiusMetres: radius)), words: english)
            let box = try extent(PNGImage(card.bytes))
            // The line is 9 pixels wide, half of them on either side of where it leads.
            let found = Double(box.right - box.left + 1 - 9) / Double(box.bottom - box.top + 1 - 9)
            #expect(abs(found / ratio - 1) < 0.03, "\(radius) m: \(found)")
        }
    }

    /// East, round by the north and past the door again: where the door is, nothing is drawn.
    @Test func theDoorIsNotDrawnInPassing() throws {
        let corners: [(east: Double, north: Double)] = [
            (0, 0), (0, 1500), (-1500, 1500), (-1500, 0), (1500, 0), (1500, 1500), (0, 1500), (0, 0),
        ]
        let ride = try Examples.workout(name: "R", route: Examples.route(corners))
        let open = try PNGImage(ShareCard.workout(ride, form: .route(RouteTrimming(radiusMetres: 0)), words: english).bytes)
        let box = try extent(open)
        let door = (x: (box.left + box.right) / 2, y: box.bottom - 4)
        #expect(blue(open, door.x - 9, door.y) && blue(open, door.x + 9, door.y))
        let trimmed = try PNGImage(ShareCard.workout(ride, words: english).bytes)
        #expect(try extent(trimmed) == box)
        // 3000 m are the box's width; 200 m less the end of a line are free to either side, and up.
        let free = Int(200.0 / 3000 * Double(box.right - box.left - 9)) - 6
        for y in door.y - free...door.y + 4 { for x in door.x - free / 2...door.x + free / 2 { #expect(!blue(trimmed, x, y)) } }
        let farther = Int(300.0 / 3000 * Double(box.right - box.left - 9))
        #expect(blue(trimmed, door.x - farther, door.y) && blue(trimmed, door.x + farther, door.y))
    }

    @Test func nothingButPixelsIsInTheFile() throws {
        let card = try ShareCard.workout(try Examples.fullWorkout(), words: english, look: .dark)
        let image = try PNGImage(card.bytes)
        #expect(image.chunks.allSatisfy { ["IHDR", "bKGD", "IDAT", "IEND"].contains($0) }, "\(image.chunks)")
        #expect(image.width == 1080 && image.height == 1350 && card.width == 1080 && card.height == 1350)
        let again = try ShareCard.workout(try Examples.fullWorkout(), words: english, look: .dark)
        #expect(card.format == .png && card == again)
        // DEMO stands on it.
        let warn: UInt32 = 0xFFC95C
        #expect((image.colours[warn] ?? 0) > 500)
        let recorded = try ShareCard.workout(try Examples.fullWorkout(isDemo: false), words: english, look: .dark)
        #expect(try PNGImage(recorded.bytes).colours[warn] == nil)
    }

    /// No family but those that are named, in any language: nothing was found by chance.
    @Test(arguments: Language.allCases) func fontsAreThoseNamed(_ language: Language) throws {
        let words = Phrasebook(language)
        let summary = try Examples.fullSummary(.week)
        let pictures = [
            try ShareCard.workout(try Examples.fullWorkout(), words: words),
            try ShareCard.period(summary, in: .allData, metrics: HistoryMetric.allCases, rules: Examples.rules, words: words),
        ]
        let east: Set<String> =
            switch language {
            case .japanese: ["Noto Sans CJK JP"]
            case .korean: ["Noto Sans CJK KR"]
            case .simplifiedChinese: ["Noto Sans CJK SC"]
            default: []
            }
        for picture in pictures { #expect(Set(picture.fontFamilies) == east.union(["Inter", "Inter Display"])) }
        // A place in other letters is told as well as the machine can.
        let ride = try Examples.workout(name: "京都 ride")
        #expect(try ShareCard.workout(ride, words: words).fontFamilies.contains { $0.hasPrefix("Noto Sans CJK") })
    }

    private func widget(_ size: SummaryRequest.Size, _ look: Look, _ summary: PeriodSummary) -> Widget {
        let request = SummaryRequest(
            summary.plan.query, scope: .activities, metrics: [.distance, .steps, .energy, .exerciseDuration, .work], size: size)
        return Widget(summary, request, rules: Examples.rules, words: english, look: look)
    }

    @Test(arguments: [(SummaryRequest.Size.small, 400, 300), (.medium, 800, 480), (.large, 1200, 825)])
    func widgetSizes(_ size: SummaryRequest.Size, _ width: Int, _ height: Int) throws {
        let widget = widget(size, .light, try Examples.fullSummary(.month))
        let scales = size == .small ? [(1, 1), (2, 2), (0, 1), (99, 4)] : [(1, 1)]
        for (scale, factor) in scales {
            let picture = try widget.png(scale: scale)
            let image = try PNGImage(picture.bytes)
            #expect(image.width == width * factor && image.height == height * factor && picture.width == image.width)
        }
    }

    /// Cairo's fonts do not bear two threads at a time.
    @Test func manyAtOnceAreTheSame() async throws {
        let summary = try Examples.fullSummary(.week)
        let files = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for index in 0..<24 {
                group.addTask {
                    let look: Look = index % 2 == 0 ? .light : .dark
                    return try widget(.small, look, summary).png().bytes
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(files.count == 2)
    }

    /// E-paper has no grey.
    @Test func monochromeIsBlackAndWhite() throws {
        let summary = try Examples.fullSummary(.week)
        var files = try SummaryRequest.Size.allCases.map { try widget($0, .monochrome, summary).png().bytes }
        files.append(try ShareCard.workout(try Examples.fullWorkout(), words: english, look: .monochrome).bytes)
        files.append(
            try ShareCard.workout(try Examples.fullWorkout(), form: .locationFree, words: english, look: .monochrome).bytes)
        for file in files {
            let colours = try PNGImage(file).colours
            #expect(Set(colours.keys) == [0, 0xFFFFFF])
            #expect((colours[0] ?? 0) > 2000)
        }
    }

    /// Read by libxml2; each text is a path with something in it.
    @Test func svgIsWellFormed() throws {
        for look in Look.allCases {
            for size in SummaryRequest.Size.allCases {
                let picture = try widget(size, look, try Examples.fullSummary(.year)).svg()
                #expect(picture == (try widget(size, look, try Examples.fullSummary(.year)).svg()))
                let reader = SVGReader()
                let parser = XMLParser(data: Data(picture.bytes))
                parser.delegate = reader
                #expect(parser.parse(), "\(parser.parserError?.localizedDescription ?? "")")
                #expect(reader.attributes.first?["width"] == "\(picture.width)")
                #expect(reader.paths.count > 8 && reader.paths.allSatisfy { $0.hasPrefix("M") && !$0.contains("nan") })
                #expect(reader.words.contains("Distance") && reader.words.contains("DEMO") && reader.words.contains("This year"))
            }
        }
    }

    /// What is written in a name is text, not markup.
    @Test func namesAreNoMarkup() throws {
        var drawing = Drawing(width: 10, height: 10, ground: Paint(0), title: "<a>&\u{1}]]>\u{FFFF}")
        drawing.marks = [
            .text(TextRun(text: "<script>&", font: Font(.bold, 4), origin: Point(x: 1, y: 5), width: 5, paint: Paint(1)))
        ]
        let picture = try drawing.svg(fonts: FontFamilies(.english))
        let reader = SVGReader()
        let parser = XMLParser(data: Data(picture.bytes))
        parser.delegate = reader
        #expect(parser.parse() && reader.elements == ["svg", "title", "desc", "rect", "path"])
        #expect(reader.words.contains("<a>&]]>") && reader.words.contains("<script>&"))
    }
}

private final class SVGReader: NSObject, XMLParserDelegate {
    var elements: [String] = []
    var attributes: [[String: String]] = []
    var words = ""
    var paths: [String] { zip(elements, attributes).compactMap { $0 == "path" ? $1["d"] ?? "" : nil } }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(name)
        self.attributes.append(attributes)
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { words += characters }
}
