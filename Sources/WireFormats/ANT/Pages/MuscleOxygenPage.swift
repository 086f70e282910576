/// One page of a muscle oxygen sensor (device type 31).
///
/// - SeeAlso: ANT+ Device Profile, Muscle Oxygen Rev 1.1.
public enum MuscleOxygenPage: ANTPage {
    /// Page 1.
    case main(Main)
    case common(CommonPage)
    case raw(DataPage)

    /// Reads any page.
    public init(decoding page: DataPage) {
        switch page[0] {
        case 1: self = .main(Main(decoding: page))
        default: self = CommonPage(recognising: page).map(Self.common) ?? .raw(page)
        }
    }

    /// A value, or why there is none.
    public enum Measurement: Equatable, Sendable {
        case value(Double)
        case tooMuchAmbientLight
        case invalid

        /// - Parameter invalid: the code for "invalid"; the one below it means too much light.
        fileprivate init(_ raw: UInt16, unit: Double, invalid: UInt16) {
            self = raw == invalid ? .invalid : raw == invalid - 1 ? .tooMuchAmbientLight : .value(Double(raw) / unit)
        }
    }

    /// Page 1.
    public struct Main: Equatable, Sendable {
        /// Wraps at 256.
        public let eventCount: UInt8
        /// Whether the sensor wants to be told the time.
        public let needsTime: Bool
        /// Grams per decilitre.
        public let totalHemoglobin: Measurement
        /// Percent of the hemoglobin that carries oxygen, one event ago.
        public let previousSaturation: Measurement
        /// Percent of the hemoglobin that carries oxygen.
        public let saturation: Measurement

        init(decoding page: DataPage) {
            eventCount = page[1]
            needsTime = page[2] & 1 != 0
            totalHemoglobin = Measurement(page.uint16(at: 4) & 0xFFF, unit: 100, invalid: 0xFFF)
            previousSaturation = Measurement(page.uint16(at: 5) >> 4 & 0x3FF, unit: 10, invalid: 0x3FF)
            saturation = Measurement(page.uint16(at: 6) >> 6, unit: 10, invalid: 0x3FF)
        }
    }
}
