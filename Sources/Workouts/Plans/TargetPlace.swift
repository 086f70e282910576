extension PlanTarget {
    /// Where a value lies beside a target.
    public enum Place: String, CaseIterable, Sendable { case below, inside, above }

    /// - Parameter value: unrounded, in the quantity's unit.
    public func place(of value: Double) -> Place {
        switch self {
        case .zones(let zones, let configuration):
            let zone = configuration.zoneIndex(of: value)
            return zone < zones.lowerBound ? .below : zone > zones.upperBound ? .above : .inside
        case .range(_, let lower, let upper):
            if let lower, value < lower { return .below }
            if let upper, value >= upper { return .above }
            return .inside
        }
    }
}
