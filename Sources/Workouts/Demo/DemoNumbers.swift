/// Numbers for made-up data, the same on every machine: SplitMix64, and what is made of it by the operations that IEEE 754 rounds
/// exactly. No logarithm and no sine of a library, whose last bit differs from one to another.
///
/// - SeeAlso: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct DemoNumbers {
    private var state: UInt64

    /// - Parameter keys: what the numbers are for, from the most general to the least; other keys give other numbers.
    init(_ keys: UInt64...) {
        state = keys.reduce(0) { Self.mixed(($0 &* 31 &+ $1) &+ 0x9E37_79B9_7F4A_7C15) }
    }

    init(state: UInt64) { self.state = state }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    static func mixed(_ bits: UInt64) -> UInt64 {
        var mixed = bits
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// 0..<1, in steps of 2⁻⁵³.
    static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) / 9_007_199_254_740_992 }

    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * Self.fraction(next()) }

    /// 0..<count.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    mutating func chance(_ probability: Double) -> Bool { Self.fraction(next()) < probability }

    /// Mean 0, standard deviation 1, −6...6: twelve even numbers together.
    mutating func bell() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += Self.fraction(next()) }
        return sum
    }
}
