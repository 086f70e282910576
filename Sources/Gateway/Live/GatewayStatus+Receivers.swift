import Dialogues
import Transports
import Workouts

extension GatewayStatus {
    /// What a receiver lacks that speaks without a position.
    public static let noFix = "no fix: it needs a view of the sky"

    /// Identities of receivers that speak and do not know where they are.
    public var receiversWithoutFix: Set<String> {
        let figures = live?.sensors ?? idle
        let speaking = sensors.filter { $0.kinds.contains(.receiver) && $0.secondsSinceHeard.map { $0 < Self.silence } == true }
        return Set(speaking.map(\.sensor)).filter { identity in
            let own = sources.filter { $0.identity == identity }.map(\.id)
            return !figures.contains { own.contains($0.source) && $0.news.value != nil }
        }
    }

    /// Seconds; a receiver speaks once a second.
    private static let silence = 5.0

    /// Puts to devices what only the engine and the rider know of them: whether a receiver has a fix, and what a sensor is called.
    mutating func describeDevices() {
        let fixless = receiversWithoutFix
        for index in devices.indices {
            let device = devices[index]
            // gpsd's receiver is a source of the same address.
            let identity = device.device.hasPrefix("gpsd:") ? "gps:" + device.device.dropFirst(5) : device.device
            if device.state == .open, device.sentence == nil, fixless.contains(identity) { devices[index].sentence = Self.noFix }
            if let sensor = sensors.first(where: { $0.sensor == identity && $0.isPaired }), let name = sensor.name {
                devices[index].name = name
            }
        }
    }
}
