import Workouts

/// A route's shape in a box: as many corners as can be seen, and never more than a bounded number.
struct RouteDrawing: Equatable, Sendable {
    let lines: [[Point]]

    /// Of all lines together.
    static let mostCorners = 12_000

    /// - Parameter lines: x to the east, y to the north, in one frame.
    init(_ lines: [[UnitPoint]], in box: Box) {
        var (west, east, south, north) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
        for line in lines {
            for point in line where point.x.isFinite && point.y.isFinite {
                (west, east) = (min(west, point.x), max(east, point.x))
                (south, north) = (min(south, point.y), max(north, point.y))
            }
        }
        guard west <= east else {
            self.lines = []
            return
        }
        let scale = min(box.width / max(east - west, 1e-9), box.height / max(north - south, 1e-9))
        let (middleX, middleY) = (box.x + box.width / 2, box.y + box.height / 2)
        func placed(_ point: UnitPoint) -> Point {
            Point(x: middleX + (point.x - (west + east) / 2) * scale, y: middleY - (point.y - (south + north) / 2) * scale)
        }
        var drawn = lines.map { line in Self.seen(line.lazy.map(placed)) }
        let count = drawn.reduce(0) { $0 + $1.count }
        if count > Self.mostCorners {
            // Hundreds of rounds: one corner in so many, the last one of each line among them.
            let step = count / Self.mostCorners + 2
            drawn = drawn.map { line in
                line.enumerated().filter { $0.offset % step == 0 || $0.offset == line.count - 1 }.map(\.element)
            }
        }
        self.lines = Array(drawn.prefix(Self.mostCorners / 4))
    }

    /// Without corners nearer than a pixel to the last one, but for the end.
    private static func seen(_ line: some Sequence<Point>) -> [Point] {
        var kept: [Point] = []
        var last: Point?
        for point in line where point.x.isFinite && point.y.isFinite {
            last = point
            if let before = kept.last {
                let (x, y) = (point.x - before.x, point.y - before.y)
                if x * x + y * y < 1 { continue }
            }
            kept.append(point)
        }
        if let last, last != kept.last { kept.append(last) }
        return kept
    }
}
