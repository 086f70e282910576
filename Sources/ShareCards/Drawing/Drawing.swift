/// A picture before it is painted: what lies where, in pixels from the upper left corner. Values alone, so that a layout can be looked
/// at without a library that paints.
struct Drawing: Equatable, Sendable {
    var width: Int
    var height: Int
    var ground: Paint
    /// Painted one over the other, the first one lowest.
    var marks: [Mark] = []
    /// What is told in its place to those who do not see it.
    var title: String

    var box: Box { Box(x: 0, y: 0, width: Double(width), height: Double(height)) }
}

struct Point: Equatable, Sendable {
    var x: Double
    var y: Double
}

struct Box: Equatable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }

    func inset(by margin: Double) -> Box {
        Box(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}

/// Red, green and blue as the screen has them, and how much of them covers what lies below.
struct Paint: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// 0...1.
    var opacity = 1.0

    /// - Parameter hex: 0xRRGGBB.
    init(_ hex: UInt32, opacity: Double = 1) {
        red = UInt8(truncatingIfNeeded: hex >> 16)
        green = UInt8(truncatingIfNeeded: hex >> 8)
        blue = UInt8(truncatingIfNeeded: hex)
        self.opacity = opacity
    }

    func opacity(_ opacity: Double) -> Paint {
        var paint = self
        paint.opacity = opacity
        return paint
    }
}

enum Mark: Equatable, Sendable {
    /// Filled, its corners round by `radius`.
    case box(Box, radius: Double, Paint)
    /// The line around a box, within it.
    case frame(Box, radius: Double, width: Double, Paint)
    /// Filled.
    case area([Point], Paint)
    /// Lines with round ends and corners. `dash`: as long as the gap after it; 0 for none.
    case lines([[Point]], width: Double, dash: Double, Paint)
    case text(TextRun)
}

/// One line of text.
struct TextRun: Equatable, Sendable {
    var text: String
    var font: Font
    /// Where its line stands, at its left end.
    var origin: Point
    /// What the text was measured to take.
    var width: Double
    var paint: Paint
}

struct Font: Hashable, Sendable {
    var face: Face
    var weight: Weight
    /// Pixels of an em.
    var size: Double

    enum Face: Sendable {
        /// For reading.
        case text
        /// The same drawn for large sizes.
        case display
    }

    enum Weight: Int, Sendable { case regular = 400, medium = 500, semibold = 600, bold = 700 }

    init(_ weight: Weight, _ size: Double, _ face: Face = .text) {
        self.face = face
        self.weight = weight
        self.size = size
    }

    func sized(_ size: Double) -> Font { Font(weight, size, face) }
}
