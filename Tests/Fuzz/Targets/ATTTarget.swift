import WireFormats

extension FuzzTarget {
    /// One unit of the Attribute Protocol; what was decoded is encoded and must decode to itself.
    static let att = FuzzTarget("att", upTo: 600) { bytes in
        guard let unit = try? ATTPDU(decoding: bytes) else { return }
        precondition((try? ATTPDU(decoding: unit.encoded())) == unit, "\(unit) changed on its way")
    }
}
