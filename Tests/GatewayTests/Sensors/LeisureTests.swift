import Dialogues
import Gateway
import Testing
import Transports
import WireFormats

/// How long strangers are looked for where somebody is linked.
struct LeisureTests {
    private let second: Int64 = 1_000_000

    /// The strap is linked, and nobody measures power: after three minutes ten seconds of each minute are enough, unless somebody
    /// looks or a link changes.
    @Test(arguments: [true, false]) func strangersAreLookedForAtLeisure(isRecording: Bool) {
        var settings = GatewaySettings()
        settings.sensors = [.init(sensor: "ble:C0:00:00:00:00:01", kinds: [.heartRate])]
        var roster = SensorRoster(settings: settings)
        let link = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:01")
        roster.pass(to: 0, isRecording: isRecording)
        var turns: [Int64] = []
        // On a pretended clock: woken when it wants to be, it says at each moment what it said when it was woken.
        func pass(from begin: Int64, until end: Int64) {
            var now = begin * second
            while let wake = roster.nextWake, wake <= end * second {
                let before = roster.demand.looksAround
                now = max(now, wake)
                roster.heard(link, at: now)
                roster.pass(to: now, isRecording: isRecording)
                if roster.demand.looksAround != before { turns.append(now / second) }
            }
        }
        pass(from: 0, until: 1000)
        #expect(turns == [], "nothing is linked")
        roster.linkOpened(link, at: 1000 * second)
        pass(from: 1000, until: 1320)
        #expect(turns == [1190, 1240, 1250, 1300, 1310])
        roster.scan(until: 1345 * second)
        #expect(roster.demand.looksAround)
        pass(from: 1320, until: 1355)
        #expect(turns.suffix(1) == [1345])
        roster.linkClosed(link, at: 1356 * second)
        #expect(roster.demand.looksAround)
        turns = []
        pass(from: 1356, until: 3000)
        #expect(turns == [])
    }
}
