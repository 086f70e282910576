/// A round from home and back: a closed curve of a few waves, laid on the land.
struct DemoLoop {
    /// Metres from one corner of the table to the next.
    private static let spacing = 20.0
    private static let corners = 720

    /// Metres.
    let length: Double
    /// East and north of home, and above the sea, every `spacing` metres; the last is the first.
    private var table: [(east: Double, north: Double, height: Double)] = []

    struct Place {
        var east: Double
        var north: Double
        var height: Double
        /// Rise over run.
        var grade: Double
    }

    /// - Parameters:
    ///   - length: metres, 500 or more.
    ///   - numbers: decide its shape.
    init(length: Double, on land: DemoLand, _ numbers: inout DemoNumbers) {
        self.length = length
        var waves: [(count: Double, size: Double, eastShift: Double, northShift: Double)] = [(1, 1, 0.25, 0)]
        for (count, size) in [(2.0, 0.25), (3, 0.16), (5, 0.06), (11, 0.025), (23, 0.012)] {
            waves.append((count, size * numbers.between(0.4, 1), numbers.between(0, 1), numbers.between(0, 1)))
        }
        let heading = DemoTrigonometry.sineAndCosine(turns: numbers.between(0, 1))
        let curve = (0...Self.corners).map { corner in
            let turns = Double(corner % Self.corners) / Double(Self.corners)
            var (x, y) = (0.0, 0.0)
            for wave in waves {
                x += wave.size * DemoTrigonometry.sineAndCosine(turns: wave.count * turns + wave.eastShift).sine
                y += wave.size * DemoTrigonometry.sineAndCosine(turns: wave.count * turns + wave.northShift).sine
            }
            return (x: x * heading.cosine - y * heading.sine, y: x * heading.sine + y * heading.cosine)
        }
        var reached = [0.0]
        for (a, b) in zip(curve, curve.dropFirst()) {
            let (x, y) = (b.x - a.x, b.y - a.y)
            reached.append((reached.last ?? 0) + (x * x + y * y).squareRoot())
        }
        let scale = length / max(reached.last ?? 1, 1e-9)
        let home = curve[0]
        var corner = 0
        let count = max(2, Int(length / Self.spacing))
        table.reserveCapacity(count + 1)
        for index in 0...count {
            let wanted = (index == count ? 0 : Double(index) / Double(count)) * length / scale
            if index == count { corner = 0 }
            while corner < Self.corners - 1, reached[corner + 1] <= wanted { corner += 1 }
            let share = (wanted - reached[corner]) / (reached[corner + 1] - reached[corner])
            let east = (curve[corner].x + (curve[corner + 1].x - curve[corner].x) * share - home.x) * scale
            let north = (curve[corner].y + (curve[corner + 1].y - curve[corner].y) * share - home.y) * scale
            table.append((east, north, land.height(east: east, north: north)))
        }
    }

    /// - Parameter metres: since home; beyond the length is home again.
    func place(at metres: Double) -> Place {
        let steps = Double(table.count - 1)
        let position = min(max(metres / length, 0), 1) * steps
        let index = min(Int(position), table.count - 2)
        let share = position - Double(index)
        let (a, b) = (table[index], table[index + 1])
        return Place(
            east: a.east + (b.east - a.east) * share, north: a.north + (b.north - a.north) * share,
            height: a.height + (b.height - a.height) * share, grade: (b.height - a.height) * steps / length)
    }
}
