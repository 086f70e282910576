import Dialogues
import Glibc
import Transports
import WireFormats

/// Opens every ANT stick and prints what its transport tells, a line each: for tests with devices that are not there.
///
/// usage: ANTProbe MILLISECONDS [auto|scan|channels] [SENSOR…]
///
/// It ends before its time when its standard input does.
@main
final class Probe: LinkIntake {
    private var links: UInt16 = 0

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let milliseconds = arguments.first.flatMap { Int64($0) } ?? 1000
        let mode: ANTTransport.Mode =
            switch arguments.dropFirst().first {
            case "scan": .scan
            case "channels": .channels
            default: .auto
            }
        let reactor = try Reactor()
        let probe = Probe()
        let transport = ANTTransport(reactor: reactor, intake: probe, mode: mode)
        transport.start()
        transport.demand(LinkDemand(sensors: Array(arguments.dropFirst(2)), looksAround: true))
        let end = reactor.now + milliseconds * 1000
        var isOver = false
        let input = reactor.watch(STDIN_FILENO, .readable) { _ in isOver = true }
        while reactor.now < end, !isOver { reactor.turn(until: end) }
        reactor.unwatch(input)
        transport.stop()
        tell("stopped")
    }

    /// At once, so that a probe that is ended has told what it saw.
    private static func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    func open(_ identity: LinkIdentity) -> LinkID? {
        links += 1
        Self.tell("open \(links) \(identity.address) \(identity.facts.map { "\($0.name)=\($0.value)" }.joined(separator: " "))")
        return LinkID(links)
    }

    func take(_ bytes: [UInt8], from link: LinkID) {
        Self.tell("bytes \(link.rawValue) \(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())")
    }

    func close(_ link: LinkID, reason: String) { Self.tell("close \(link.rawValue) \(reason)") }

    func sight(_ sighting: Sighting) { Self.tell("sight \(sighting.sensor) \(sighting.signalDBm.map { "\($0) dBm" } ?? "")") }

    func report(_ status: DeviceStatus) { Self.tell("status \(status.device) \(status.state) \(status.sentence ?? "")") }
}
