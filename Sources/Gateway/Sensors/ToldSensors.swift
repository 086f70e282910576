import WireFormats

/// What an engine was told of its sensors, or is to be told.
struct ToldSensors {
    var pairings: [String: Bool] = [:]
    /// By sensor, by quantity's name.
    var ranks: [String: [String: Int]] = [:]

    /// Takes over what is to be told.
    ///
    /// - Returns: what is new in it, in an order that is always the same. A rank that is gone cannot be taken back: the next capture
    ///   begins without it. Strangers who are forgotten are told again when they are back, perhaps to another engine.
    mutating func update(_ standing: ToldSensors) -> [CaptureRecord.Input] {
        var inputs: [CaptureRecord.Input] = []
        for (sensor, isPaired) in standing.pairings.sorted(by: { $0.key < $1.key }) where pairings[sensor] != isPaired {
            inputs.append(.pairing(sensor: sensor, isPaired: isPaired))
        }
        // Who served and is not even known any more serves no longer.
        for sensor in pairings.keys.sorted() where pairings[sensor] == true && standing.pairings[sensor] == nil {
            inputs.append(.pairing(sensor: sensor, isPaired: false))
        }
        for (sensor, quantities) in standing.ranks.sorted(by: { $0.key < $1.key }) {
            for (quantity, rank) in quantities.sorted(by: { $0.key < $1.key }) where ranks[sensor]?[quantity] != rank {
                inputs.append(.priority(sensor: sensor, quantity: quantity, rank: rank))
            }
        }
        self = standing
        return inputs
    }
}
