/// How a column of floating-point numbers is written as whole ones. Each form is tried on all of them and taken only when it
/// gives back every bit.
private enum NumberForm: Equatable {
    /// The bits themselves.
    case bits
    /// A decimal with 1 to 3 places that was a number of 32 bits once, as in files of some programs.
    case single(places: Int)
    /// A decimal with few places of a unit, as sensors and receivers state them.
    case decimal(Unit, places: Int)
    /// Multiples of one number, as of the way that a wheel makes in a turn.
    case multiple(of: Double)
    /// Turns per minute, from a whole number of 1/1024 s for a turn, or for as many turns as divide `turns`; 0 for none.
    case perMinute

    /// `arcMinutes` of degrees: receivers state places in minutes with some decimals.
    enum Unit: Int, CaseIterable { case one, knots, kilometresPerHour, arcMinutes }

    private static let turns = 12.0
    private static let mostPlaces = 9
    private static let mostTurns = 8

    /// The first form that holds values, and the whole numbers that then stand for them.
    static func fitting(_ values: [Double]) -> (form: NumberForm, wholes: [Int64]) {
        for unit in Unit.allCases {
            for places in 0...mostPlaces {
                let form = NumberForm.decimal(unit, places: places)
                if let wholes = form.wholes(for: values) { return (form, wholes) }
            }
        }
        for form in [perMinute] + (1...3).map({ single(places: $0) }) + multiples(in: values) {
            if let wholes = form.wholes(for: values) { return (form, wholes) }
        }
        return (.bits, values.map { Int64(bitPattern: $0.bitPattern) })
    }

    /// Forms that may hold values, by the least of them that is not 0: once, or a few times what they are multiples of.
    private static func multiples(in values: [Double]) -> [NumberForm] {
        guard let least = values.lazy.map(\.magnitude).filter({ $0 > 0 }).min(), least.isFinite else { return [] }
        return (1...mostTurns).map { .multiple(of: least / Double($0)) }
    }

    /// - Parameter base: is asked for what values are multiples of.
    init(code: UInt64, base: () -> Double) {
        let unit = Unit(rawValue: Int(code >> 4))
        switch code & 15 {
        case 15: self = .bits
        case 10...12: self = .single(places: Int(code & 15) - 9)
        case 14: self = .perMinute
        case 13: self = .multiple(of: base())
        case let places: self = .decimal(unit ?? .one, places: Int(places))
        }
    }

    static let codeBits = 6

    var code: UInt64 {
        switch self {
        case .bits: 15
        case .single(let places): UInt64(9 + places)
        case .perMinute: 14
        case .multiple: 13
        case .decimal(let unit, let places): UInt64(unit.rawValue << 4 | places)
        }
    }

    /// The first form that holds what rates come to over lengths of time, and gives back every bit of the rates; `nil` for none.
    static func fittingAmounts(_ rates: [Double], over lengths: [Int64]) -> (form: NumberForm, wholes: [Int64])? {
        let seconds = lengths.map { TimeSpan(microseconds: $0).seconds }
        let amounts = zip(rates, seconds).map { $0 * $1 }
        for form in (0...mostPlaces).map({ decimal(.one, places: $0) }) + multiples(in: amounts) {
            guard let first = form.whole(nearest: amounts.first ?? 0), let length = seconds.first, let rate = rates.first,
                (form.number(of: first) / length).bitPattern == rate.bitPattern
            else { continue }
            let wholes = amounts.compactMap(form.whole(nearest:))
            guard wholes.count == rates.count else { continue }
            let isExact = zip(zip(wholes, seconds), rates).allSatisfy {
                (form.number(of: $0.0) / $0.1).bitPattern == $1.bitPattern
            }
            if isExact { return (form, wholes) }
        }
        return nil
    }

    /// `nil` when not every bit would come back.
    private func wholes(for values: [Double]) -> [Int64]? {
        // Most forms fail at the first value, and need no room for the others.
        guard let first = values.first else { return [] }
        guard whole(exactly: first) != nil else { return nil }
        var wholes: [Int64] = []
        wholes.reserveCapacity(values.count)
        for value in values {
            guard let whole = whole(exactly: value) else { return nil }
            wholes.append(whole)
        }
        return wholes
    }

    /// The whole number that stands for a value; `nil` when there is none that gives back every bit.
    @inline(__always)
    private func whole(exactly value: Double) -> Int64? {
        guard let whole = whole(nearest: value) else { return nil }
        return number(of: whole).bitPattern == value.bitPattern ? whole : nil
    }

    /// `nil` for what is too large.
    @inline(__always)
    private func whole(nearest value: Double) -> Int64? {
        let scaled =
            switch self {
            case .bits: Double.nan
            case .single(let places): value * Self.power(places)
            case .decimal(.one, let places): value * Self.power(places)
            case .decimal(.knots, let places): value * 3600 / 1852 * Self.power(places)
            case .decimal(.kilometresPerHour, let places): value * 3.6 * Self.power(places)
            case .decimal(.arcMinutes, let places): value * (60 * Self.power(places))
            case .perMinute: value == 0 ? 0 : Self.turns * 60 * 1024 / value
            case .multiple(let base): value / base
            }
        // Not `rounded()`, which is a libm call on some processors; what it would do otherwise, the comparison of bits finds.
        return scaled.magnitude < 0x1p53 ? Int64(scaled + (scaled < 0 ? -0.5 : 0.5)) : nil
    }

    @inline(__always)
    private func number(of whole: Int64) -> Double {
        switch self {
        case .bits: Double(bitPattern: UInt64(bitPattern: whole))
        case .single(let places): Double(Float(Double(whole) / Self.power(places)))
        case .decimal(.one, let places): Double(whole) / Self.power(places)
        case .decimal(.knots, let places): Double(whole) / Self.power(places) * (1852.0 / 3600.0)
        case .decimal(.kilometresPerHour, let places): Double(whole) / Self.power(places) / 3.6
        case .decimal(.arcMinutes, let places): Double(whole) / (60 * Self.power(places))
        case .perMinute: whole == 0 ? 0 : Self.turns * 60 * 1024 / Double(whole)
        case .multiple(let base): Double(whole) * base
        }
    }

    func numbers(of wholes: [Int64]) -> [Double] {
        // What stands still is converted once.
        if let first = wholes.first, wholes.allSatisfy({ $0 == first }) {
            return Array(repeating: number(of: first), count: wholes.count)
        }
        return wholes.map(number(of:))
    }

    /// A table would be made at first use, behind a lock.
    private static func power(_ exponent: Int) -> Double {
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        default: 1e9
        }
    }
}

extension BitWriter {
    /// Any numbers, NaN and the two zeros included: they come back bit by bit.
    mutating func append(numbers values: [Double]) {
        let (form, wholes) = NumberForm.fitting(values)
        append(form, wholes)
    }

    /// Numbers a second, written as what they came to over lengths of time where that says it shorter: a bit tells.
    ///
    /// - Parameter lengths: as many, in microseconds.
    mutating func append(numbers values: [Double], ratesOver lengths: [Int64]) {
        let amounts = NumberForm.fittingAmounts(values, over: lengths)
        append(amounts == nil ? 0 : 1, bits: 1)
        if let (form, wholes) = amounts { append(form, wholes) } else { append(numbers: values) }
    }

    private mutating func append(_ form: NumberForm, _ wholes: [Int64]) {
        append(form.code, bits: NumberForm.codeBits)
        if case .multiple(let base) = form { append(base.bitPattern, bits: 64) }
        append(integers: wholes)
    }

    /// Numbers of which some are unknown (NaN, the one that `Double.nan` is): a bit each says which, when only some are.
    mutating func append(knownNumbers values: [Double]) {
        let known = values.filter { $0.bitPattern != Double.nan.bitPattern }
        let isMixed = !known.isEmpty && known.count < values.count
        append(known.isEmpty ? 0 : isMixed ? 1 : 2, bits: 2)
        if isMixed {
            for value in values { append(value.bitPattern != Double.nan.bitPattern ? 1 : 0, bits: 1) }
        }
        if !known.isEmpty { append(numbers: known) }
    }
}

extension BitReader {
    /// - Parameter count: as many as were written.
    mutating func numbers(_ count: Int) -> [Double] {
        let form = NumberForm(code: next(bits: NumberForm.codeBits)) { Double(bitPattern: next(bits: 64)) }
        return form.numbers(of: integers(count))
    }

    /// - Parameters:
    ///   - count: as many as were written.
    ///   - lengths: the same as then.
    mutating func numbers(_ count: Int, ratesOver lengths: [Int64]) -> [Double] {
        guard next(bits: 1) == 1 else { return numbers(count) }
        return zip(numbers(count), lengths).map { $0 / TimeSpan(microseconds: $1).seconds }
    }

    /// - Parameter count: as many as were written, unknown ones included.
    mutating func knownNumbers(_ count: Int) -> [Double] {
        switch next(bits: 2) {
        case 0: return Array(repeating: .nan, count: count)
        case 1:
            let isKnown = (0..<count).map { _ in next(bits: 1) == 1 }
            var known = numbers(isKnown.count { $0 }).makeIterator()
            return isKnown.map { $0 ? known.next() ?? .nan : .nan }
        default: return numbers(count)
        }
    }
}
