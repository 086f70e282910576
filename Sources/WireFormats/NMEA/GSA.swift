/// Active satellites and dilution of precision; one sentence a constellation, the dilutions the same in each.
///
/// ```
/// GSA,A/M,fix type,id×12,PDOP,HDOP,VDOP[,system]
///     1   2        3…14  15   16   17    18
/// ```
public struct GSA: Equatable, Sendable {
    /// Dimensions of the solution.
    public enum FixType: Int, Sendable { case none = 1, twoDimensional, threeDimensional }

    /// Dimensions of the solution.
    public let fixType: FixType
    /// Ids listed, at most 12.
    public let satellitesUsed: Int
    /// As sent; 0, 50 and 99.99 are some receivers' "unknown".
    public let pdop: Double?
    /// Horizontal dilution of precision; 0, 50 and 99.99 are some receivers' "unknown".
    public let hdop: Double?
    /// Vertical dilution of precision; same sentinels.
    public let vdop: Double?

    /// - Returns: `nil` when a field is not what is due or a required one is missing.
    public init?(_ sentence: borrowing NMEASentence) {
        var fields = sentence.fields
        fields.skip()
        guard let type = fields.integer(1...3).flatMap(FixType.init(rawValue:)) else { return nil }
        fixType = type
        var satellites = 0
        for _ in 0..<12 where fields.integer(0...999) != nil { satellites += 1 }
        satellitesUsed = satellites
        pdop = fields.decimal(0...9999)
        hdop = fields.decimal(0...9999)
        vdop = fields.decimal(0...9999)
        guard fields.fieldsRead == 17, !fields.hasFailed else { return nil }
    }
}
