/// A day of the week, numbered as ISO 8601 does.
public enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// - Parameter dayNumber: days since 1970-01-01, a Thursday.
    init(dayNumber: Int) {
        self = Self.allCases[((dayNumber + 3) % 7 + 7) % 7]
    }

    /// On which day a week begins where somebody lives, until they say otherwise.
    ///
    /// - Parameter region: ISO 3166 in two capital letters, as `CZ`; Monday for any that is not known.
    /// - SeeAlso: Unicode CLDR, supplemental data `weekData/firstDay` (core §8).
    public static func firstOfWeek(region: String) -> Weekday {
        let region = region[...]
        if fridayRegions.split(separator: " ").contains(region) { return .friday }
        if saturdayRegions.split(separator: " ").contains(region) { return .saturday }
        return sundayRegions.split(separator: " ").contains(region) ? .sunday : .monday
    }

    private static let fridayRegions = "MV"
    private static let saturdayRegions = "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY"
    private static let sundayRegions = """
        AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT \
        PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
        """
}
