extension Drawing {
    /// - Parameters:
    ///   - scale: pixels for each of the drawing's, 1...4; what lies outside is taken for the nearer of the two.
    func png(scale: Int = 1, look: Look, fonts: FontFamilies) throws(DrawingError) -> Picture {
        let scale = min(max(scale, 1), 4)
        let canvas = try Canvas(
            width: width * scale, height: height * scale, scale: scale, isMonochrome: look == .monochrome, fonts: fonts)
        canvas.paint(self)
        return Picture(
            bytes: try canvas.png(), format: .png, width: width * scale, height: height * scale, title: title,
            fontFamilies: canvas.usedFamilies.sorted())
    }

    func svg(fonts: FontFamilies) throws(DrawingError) -> Picture {
        // Of letters that lie outside what can be painted on there are no outlines.
        let canvas = try Canvas(width: width, height: height, fonts: fonts)
        let text = SVGText(self, letters: canvas).text
        return Picture(
            bytes: Array(text.utf8), format: .svg, width: width, height: height, title: title,
            fontFamilies: canvas.usedFamilies.sorted())
    }
}
