import Phrases
import Workouts

extension Sheet {
    /// Time in zones as one bar, each zone's label where it has room, under what they are zones of.
    ///
    /// - Returns: whether there was anything to show.
    mutating func put(_ group: ZoneGroup, in box: Box) -> Bool {
        guard let shares = group.shares else { return false }
        let size = 25.0
        var title = "\(words.name(of: .timeInZones)) · \(words.name(of: group.configuration.quantity))"
        // Whoever sees shares is told of how much they speak (core §4.2).
        if group.isLowCoverage {
            let whole = (group.covered + group.unattributed).seconds
            title += " · " + words.lowCoverage(whole > 0 ? group.covered.seconds / whole : 0)
        }
        put(measure.fit(title, Font(.medium, size), width: box.width), x: box.x, baseline: box.y + size * 0.8, palette.muted)
        let bar = Box(x: box.x, y: box.y + size * 1.4, width: box.width, height: box.height - size * 1.4)
        let shown = shares.indices.filter { shares[$0] > 0 }
        let gap = 4.0
        let room = bar.width - gap * Double(shown.count - 1)
        // A zone with some time is seen, however little it is.
        let least = 8.0
        let widths = shown.map { max(least, shares[$0] * room) }
        let tooWide = widths.reduce(0, +) - room
        let wide = widths.reduce(0) { $0 + max(0, $1 - least) }
        var left = bar.x
        for (index, width) in zip(shown, widths) {
            let width = wide > 0 ? width - tooWide * max(0, width - least) / wide : width
            let part = Box(x: left, y: bar.y, width: width, height: bar.height)
            let paints = palette.zone(index)
            if palette.isMonochrome {
                put(.frame(part, radius: 8, width: 2, palette.line))
            } else {
                put(.box(part, radius: 8, paints.ground))
            }
            let label = group.configuration.label(of: index)
            let percent = words.percent(Self.percent(shares[index]))
            let texts = ["\(words.zone(index: index, of: group.configuration)) · \(percent)", "\(label) · \(percent)", label]
                .map { measure.fit($0, Font(.semibold, 26), width: .infinity) }
            if let text = texts.first(where: { $0.width + 20 <= width }) {
                put(
                    text, x: left + width / 2, baseline: part.y + part.height / 2 + 9,
                    palette.isMonochrome ? palette.ink : paints.ink, .middle)
            }
            left += width + gap
        }
        return true
    }

    /// Half up, but 100 only for everything and 0 only for nothing (core §9).
    private static func percent(_ share: Double) -> Int {
        let rounded = Int((min(max(share, 0), 1) * 100).rounded(.toNearestOrAwayFromZero))
        return share < 1 && share > 0 ? min(max(rounded, 1), 99) : rounded
    }
}
