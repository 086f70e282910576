/// u-blox's own position sentence, read for its accuracies alone.
///
/// ```
/// PUBX,00,time,lat,N/S,lon,E/W,altitude,status,hAcc,vAcc,…
///      1  2    3   4   5   6   7        8      9    10
/// ```
///
/// - SeeAlso: u-blox protocol specifications, "PUBX,00".
public struct PUBX00: Equatable, Sendable {
    /// UTC; `nil` when empty.
    public let timeOfDay: NMEATimeOfDay?
    /// Metres.
    public let horizontalAccuracyMetres: Double?
    /// Metres.
    public let verticalAccuracyMetres: Double?

    /// - Returns: `nil` for another sentence, and when a field is not what is due.
    public init?(_ sentence: borrowing NMEASentence) {
        guard sentence.isAddressed("PUBX") else { return nil }
        var fields = sentence.fields
        guard fields.integer(0...99) == 0 else { return nil }
        timeOfDay = fields.timeOfDay()
        fields.skip(6)
        horizontalAccuracyMetres = fields.decimal(0...1e9)
        verticalAccuracyMetres = fields.decimal(0...1e9)
        guard fields.fieldsRead == 10, !fields.hasFailed else { return nil }
    }
}

/// Garmin's estimated position errors; no time.
///
/// ```
/// PGRME,horizontal,M,vertical,M,spherical,M
///       1          2 3        4 5         6
/// ```
public struct PGRME: Equatable, Sendable {
    /// Metres.
    public let horizontalErrorMetres: Double?
    /// Metres.
    public let verticalErrorMetres: Double?

    /// - Returns: `nil` for another sentence, and when a field is not what is due.
    public init?(_ sentence: borrowing NMEASentence) {
        guard sentence.isAddressed("PGRME") else { return nil }
        var fields = sentence.fields
        horizontalErrorMetres = fields.metres()
        verticalErrorMetres = fields.metres()
        guard fields.fieldsRead == 4, !fields.hasFailed else { return nil }
    }
}

extension NMEASentence {
    /// Whether the whole address is `name`.
    public func isAddressed(_ name: StaticString) -> Bool {
        let address = address
        return name.withUTF8Buffer { name in
            guard name.count == address.count else { return false }
            for index in 0..<name.count where name[index] != address[index] { return false }
            return true
        }
    }
}
