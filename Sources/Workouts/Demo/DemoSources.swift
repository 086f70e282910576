/// What made-up readings are said to come from.
enum DemoSources {
    static let strap = SourceID(1)
    static let meter = SourceID(2)
    static let wheel = SourceID(3)
    static let receiver = SourceID(4)
    static let footPod = SourceID(5)
    static let barometer = SourceID(6)
    static let trainer = SourceID(7)

    /// Those of one session, by id.
    static func all(of session: DemoSession) -> [SampleSource] {
        var sources = [source(strap, "strap", "Demo strap")]
        if session.ridesBike { sources.append(source(meter, "meter", "Demo power meter")) }
        if session.type == .cycling { sources.append(source(wheel, "wheel", "Demo wheel sensor", distance: .wheel)) }
        if session.isOutdoors {
            sources.append(source(receiver, "receiver", "Demo receiver", ranks: [.altitude: 1], distance: .gps))
        }
        if !session.ridesBike, session.isOutdoors { sources.append(source(footPod, "foot-pod", "Demo foot pod")) }
        if session.isOutdoors { sources.append(source(barometer, "barometer", "Demo barometer", ranks: [.altitude: 0])) }
        if session.type == .indoorCycling { sources.append(source(trainer, "trainer", "Demo trainer", distance: .machine)) }
        return sources
    }

    private static func source(
        _ id: SourceID, _ name: String, _ title: String, ranks: [Quantity: Int] = [:],
        distance: SampleSource.DistanceOrigin? = nil
    ) -> SampleSource {
        SampleSource(id: id, kind: .demo, identity: "demo:\(name)", name: title, priorities: ranks, distanceOrigin: distance)
    }
}
