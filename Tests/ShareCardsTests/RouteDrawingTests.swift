import TestSupport
import Testing
import Workouts

@testable import ShareCards

@Suite struct RouteDrawingTests {
    private let box = Box(x: 100, y: 200, width: 600, height: 300)

    /// Twice as wide as high is the box; a square in it is 300 high, its north above.
    @Test func oneScaleForBothAxes() {
        let corners = [UnitPoint(x: -0.5, y: -0.5), UnitPoint(x: -0.5, y: 0.5), UnitPoint(x: 0.5, y: 0.5)]
        #expect(
            RouteDrawing([corners], in: box).lines
                == [[Point(x: 250, y: 500), Point(x: 250, y: 200), Point(x: 550, y: 200)]])
        // What is told of a part fills the box as well.
        let flat = RouteDrawing([[UnitPoint(x: 0, y: 0), UnitPoint(x: 0.1, y: 0)]], in: box).lines
        #expect(flat == [[Point(x: 100, y: 350), Point(x: 700, y: 350)]])
    }

    /// A million places all over: corners stay few, in the box, and the first and last of the line are there.
    @Test func aMillionPlaces() throws {
        var numbers = SeededGenerator(seed: 5)
        let places = (0..<1_000_000).map { index in
            let noise = numbers.next()
            return UnitPoint(x: Double(noise & 0xFFFF) / 65_535 - 0.5, y: Double(noise >> 16 & 0xFFFF) / 65_535 - 0.5)
        }
        let lines = RouteDrawing([places], in: box).lines
        #expect(lines.count == 1 && lines[0].count <= RouteDrawing.mostCorners && lines[0].count > 1000)
        for point in lines[0] {
            #expect((box.x - 1e-6...box.right + 1e-6).contains(point.x) && (box.y - 1e-6...box.bottom + 1e-6).contains(point.y))
        }
    }

    @Test func linesWithoutNumber() {
        let lines = (0..<50_000).map { [UnitPoint(x: Double($0) / 50_000, y: 0), UnitPoint(x: Double($0) / 50_000, y: 1)] }
        #expect(RouteDrawing(lines, in: box).lines.reduce(0) { $0 + $1.count } <= RouteDrawing.mostCorners)
    }

    @Test func nothingAndNonsense() {
        #expect(RouteDrawing([], in: box).lines.isEmpty)
        let one = RouteDrawing([[UnitPoint(x: 0.3, y: 0.3)]], in: box).lines
        #expect(one == [[Point(x: 400, y: 350)]])
        #expect(RouteDrawing([[UnitPoint(x: .nan, y: 0), UnitPoint(x: .infinity, y: 0)]], in: box).lines.isEmpty)
    }
}
