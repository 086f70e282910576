/// A battery's state, as pages of several profiles pack it into a fraction and a descriptive byte.
public struct ANTBattery: Equatable, Sendable {
    /// 0...14.996; `nil` when not measured.
    public let volts: Double?
    /// As the sensor judges it.
    public let status: Status

    /// The three bits of the wire, in their order.
    public enum Status: UInt8, Sendable { case reserved, new, good, ok, low, critical, charging, invalid }

    /// - Parameters:
    ///   - fraction: 1/256 V.
    ///   - descriptive: bits 0...3 whole volts (15: not measured), bits 4...6 the status.
    init(fraction: UInt8, descriptive: UInt8) {
        let coarse = descriptive & 0x0F
        volts = coarse == 0x0F ? nil : Double(coarse) + Double(fraction) / 256
        status = Status(rawValue: descriptive >> 4 & 7) ?? .invalid
    }
}
