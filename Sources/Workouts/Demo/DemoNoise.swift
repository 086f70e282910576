import Glibc  // rounding is a libm call on processors without the instruction

/// Smooth noise that can be asked anywhere: a random value at each whole number, and a smooth step between two (value noise).
struct DemoNoise {
    private let seed: UInt64

    init(_ numbers: inout DemoNumbers) { seed = numbers.next() }

    /// −1...1.
    func callAsFunction(_ x: Double) -> Double {
        let low = x.rounded(.down)
        return Self.blend(corner(low, 0), corner(low + 1, 0), x - low)
    }

    /// −1...1.
    func callAsFunction(_ x: Double, _ y: Double) -> Double {
        let (lowX, lowY) = (x.rounded(.down), y.rounded(.down))
        return Self.blend(
            Self.blend(corner(lowX, lowY), corner(lowX + 1, lowY), x - lowX),
            Self.blend(corner(lowX, lowY + 1), corner(lowX + 1, lowY + 1), x - lowX), y - lowY)
    }

    private func corner(_ x: Double, _ y: Double) -> Double {
        let (column, row) = (UInt64(bitPattern: Int64(x)), UInt64(bitPattern: Int64(y)))
        return 2 * DemoNumbers.fraction(DemoNumbers.mixed(DemoNumbers.mixed(seed &+ column) &+ row)) - 1
    }

    private static func blend(_ a: Double, _ b: Double, _ share: Double) -> Double {
        a + (b - a) * (share * share * (3 - 2 * share))
    }
}

/// Sine and cosine by their power series, of additions and multiplications alone: good to ten decimals, and the same everywhere.
enum DemoTrigonometry {
    /// - Parameter turns: 1 is once round.
    static func sineAndCosine(turns: Double) -> (sine: Double, cosine: Double) {
        let quarters = (turns * 4).rounded()
        let angle = (turns * 4 - quarters) * (Double.pi / 2)
        let square = angle * angle
        var (sine, cosine) = (0.0, 0.0)
        // From the smallest term: x − x³/3! + x⁵/5! …, 1 − x²/2! + x⁴/4! …
        for order in stride(from: 12.0, through: 2, by: -2) {
            sine = (1 + sine) * -square / (order * (order + 1))
            cosine = (1 + cosine) * -square / (order * (order - 1))
        }
        (sine, cosine) = ((1 + sine) * angle, 1 + cosine)
        let quarter = quarters - 4 * (quarters / 4).rounded(.down)
        return switch quarter {
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        case 3: (-cosine, sine)
        default: (sine, cosine)
        }
    }
}
