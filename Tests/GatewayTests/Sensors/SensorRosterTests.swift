import Dialogues
import Gateway
import TestSupport
import Testing
import Transports
import WireFormats

/// The rules of docs/settings.md, "Sensors".
struct SensorRosterTests {
    private let second: Int64 = 1_000_000
    private let strap = "ble:C0:00:00:00:00:01"
    private let other = "ble:C0:00:00:00:00:02"

    private func roster(_ paired: [GatewaySettings.PairedSensor] = [], ignored: [String] = []) -> SensorRoster {
        var settings = GatewaySettings()
        settings.sensors = paired
        settings.ignored = ignored
        return SensorRoster(settings: settings)
    }

    private func sight(
        _ roster: inout SensorRoster, _ sensor: String, _ kinds: Set<SensorKind> = [.heartRate], signal: Int? = -60,
        at seconds: Int64,
        isRecording: Bool = false
    ) {
        roster.sight(Sighting(sensor: sensor, kinds: kinds, signalDBm: signal), at: seconds * second, isRecording: isRecording)
    }

    // MARK: Nothing paired

    @Test func theStrongestIsChosenAfterFiveSeconds() {
        var roster = roster()
        sight(&roster, strap, signal: -80, at: 10)
        sight(&roster, other, signal: -60, at: 12)
        #expect(roster.demand == LinkDemand(sensors: [], looksAround: true))
        #expect(roster.nextWake == 15 * second)
        roster.pass(to: 15 * second, isRecording: false)
        #expect(roster.demand.sensors == [other])
        #expect(roster.takeInputs() == [.pairing(sensor: other, isPaired: true)])
        #expect(roster.takeInputs() == [])
        #expect(roster.known(at: 15 * second).map(\.sensor) == [other, strap])
        #expect(roster.known(at: 15 * second).map(\.isChosen) == [true, false])
        #expect(
            roster.takeNotes() == [
                "heart rate: \(other) is used, as the strongest heard; to keep it: wattbeat sensors pair \(other)"
            ])
    }

    /// A stick hears everybody, so the engine must be told whom not to use; but nobody is put away before the choice is made.
    @Test func strangersOnAStickArePutAway() {
        var roster = roster()
        sight(&roster, "ant:120:1", at: 0)
        sight(&roster, "ant:120:2", signal: -50, at: 1)
        #expect(roster.takeInputs() == [])
        roster.pass(to: 5 * second, isRecording: false)
        #expect(
            roster.takeInputs() == [
                .pairing(sensor: "ant:120:1", isPaired: false), .pairing(sensor: "ant:120:2", isPaired: true),
            ])
        sight(&roster, "ant:120:3", signal: -90, at: 20)
        #expect(roster.takeInputs() == [.pairing(sensor: "ant:120:3", isPaired: false)])
        #expect(roster.preamble.count == 3)
    }

    @Test func sixDecibelsTakeOverBeforeAWorkout() {
        var roster = roster()
        sight(&roster, strap, signal: -70, at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        sight(&roster, other, signal: -65, at: 6)
        #expect(roster.demand.sensors == [strap])
        for moment in 7...20 as ClosedRange<Int64> { sight(&roster, other, signal: -63, at: moment) }
        #expect(roster.demand.sensors == [other])
        #expect(roster.takeInputs() == [.pairing(sensor: other, isPaired: true)])
    }

    @Test func whileAWorkoutRunsOnlySilenceChanges() {
        var roster = roster()
        sight(&roster, strap, signal: -90, at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        _ = roster.takeInputs()
        for moment in 6...29 as ClosedRange<Int64> { sight(&roster, other, signal: -40, at: moment, isRecording: true) }
        #expect(roster.demand.sensors == [strap])
        // Last heard at 0.
        #expect(roster.nextWake == 30 * second)
        roster.pass(to: 30 * second, isRecording: true)
        #expect(roster.demand.sensors == [other])
        #expect(roster.takeNotes().last == "heart rate: \(other) is used, as the one before has fallen silent")
    }

    /// A linked strap does not advertise; it is not silent.
    @Test func aLinkIsNoSilence() {
        var roster = roster()
        let link = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:01", name: "Strap")
        let battery = LinkIdentity(kind: .gatt(characteristic: 0x2A19), address: "C0:00:00:00:00:01")
        sight(&roster, strap, at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        roster.linkOpened(link, at: 6 * second)
        roster.linkOpened(battery, at: 6 * second)
        roster.linkClosed(battery, at: 7 * second)
        sight(&roster, other, signal: -60, at: 60, isRecording: true)
        roster.pass(to: 80 * second, isRecording: true)
        #expect(roster.demand.sensors == [strap])
        #expect(roster.known(at: 80 * second).first?.isLinked == true)
        #expect(roster.known(at: 80 * second).first?.name == "Strap")
        roster.linkClosed(link, at: 80 * second)
        sight(&roster, other, signal: -60, at: 109, isRecording: true)
        #expect(roster.demand.sensors == [other])
    }

    // MARK: Paired

    @Test func strangersOfAPairedKindAreOnlyOffered() {
        var roster = roster([.init(sensor: strap, name: "Mine", kinds: [.heartRate])])
        sight(&roster, other, signal: -30, at: 0)
        sight(&roster, "ant:120:9", signal: -30, at: 0)
        sight(&roster, "ant:11:5", [.power], at: 0)
        roster.pass(to: 10 * second, isRecording: false)
        #expect(roster.demand.sensors == [strap, "ant:11:5"])
        #expect(
            roster.takeInputs() == [
                .pairing(sensor: "ant:11:5", isPaired: true), .pairing(sensor: "ant:120:9", isPaired: false),
                .pairing(sensor: strap, isPaired: true),
            ])
        let known = roster.known(at: 10 * second)
        #expect(known.map(\.sensor) == [strap, "ant:11:5", "ant:120:9", other])
        #expect(known.map(\.isPaired) == [true, false, false, false])
        #expect(known[0].secondsSinceHeard == nil)
        #expect(known[3].secondsSinceHeard == 10)
    }

    @Test func speedAndCadenceAreTwoRoles() {
        var roster = roster([.init(sensor: "ant:123:1", kinds: [.speed])])
        sight(&roster, "ant:121:2", [.speedAndCadence], at: 0)
        sight(&roster, "ant:123:3", [.speed], at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        // Its cadence is wanted; another's speed is not.
        #expect(roster.demand.sensors == ["ant:123:1", "ant:121:2"])
        #expect(roster.preamble.contains(.pairing(sensor: "ant:123:3", isPaired: false)))
    }

    /// A paired meter leaves the trainer its place, and its power counts before the trainer's; a paired trainer has power.
    @Test func metersAndTrainers() {
        let trainer = "ble:C0:00:00:00:00:0A"
        var meter = roster([.init(sensor: "ant:11:5", kinds: [.power])])
        sight(&meter, trainer, [.trainer, .power], at: 0)
        meter.pass(to: 5 * second, isRecording: false)
        #expect(meter.demand.sensors == ["ant:11:5", trainer])
        #expect(meter.preamble.contains(.priority(sensor: trainer, quantity: "power", rank: 40)))
        #expect(!meter.preamble.contains { if case .priority("ant:11:5", _, _) = $0 { true } else { false } })

        var owner = roster([.init(sensor: trainer, kinds: [.trainer, .power])])
        sight(&owner, "ant:11:5", [.power], at: 0)
        sight(&owner, "ant:17:6", [.trainer], at: 0)
        owner.pass(to: 5 * second, isRecording: false)
        #expect(owner.demand.sensors == [trainer])
        #expect(owner.preamble.contains(.pairing(sensor: "ant:11:5", isPaired: false)))
        #expect(owner.preamble.contains(.pairing(sensor: "ant:17:6", isPaired: false)))
    }

    /// With nothing paired, a power meter serves before a trainer that is nearer.
    @Test func aMeterIsChosenBeforeATrainersPower() {
        var roster = roster()
        sight(&roster, "ble:C0:00:00:00:00:0A", [.trainer, .power], signal: -30, at: 0)
        sight(&roster, "ble:C0:00:00:00:00:0B", [.power], signal: -80, at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        #expect(roster.demand.sensors == ["ble:C0:00:00:00:00:0B", "ble:C0:00:00:00:00:0A"])
    }

    @Test func ranks() {
        let roster = roster([
            .init(sensor: "ant:120:1", kinds: [.heartRate]),
            .init(sensor: strap, kinds: [.heartRate], priorities: ["heartRate": 0]),
            .init(sensor: other, kinds: [.heartRate]), .init(sensor: "ant:11:5", kinds: [.power]),
        ])
        #expect(
            roster.preamble.filter { if case .priority = $0 { true } else { false } } == [
                .priority(sensor: "ant:120:1", quantity: "heartRate", rank: 1),
                .priority(sensor: strap, quantity: "heartRate", rank: 0),
                .priority(sensor: other, quantity: "heartRate", rank: 3),
            ])
        #expect(roster.demand.sensors == ["ant:120:1", strap, other, "ant:11:5"])
    }

    @Test func changedSettings() {
        var roster = roster()
        sight(&roster, "ant:120:1", at: 0)
        sight(&roster, "ant:120:2", signal: -80, at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        _ = roster.takeInputs()
        var settings = GatewaySettings()
        settings.sensors = [.init(sensor: "ant:120:2", kinds: [.heartRate])]
        roster.take(settings)
        #expect(
            roster.takeInputs() == [
                .pairing(sensor: "ant:120:1", isPaired: false), .pairing(sensor: "ant:120:2", isPaired: true),
            ])
        settings.sensors = []
        settings.ignored = ["ant:120:2"]
        roster.take(settings)
        // The lone one left is chosen anew, after its five seconds.
        roster.pass(to: 10 * second, isRecording: false)
        #expect(
            roster.takeInputs() == [
                .pairing(sensor: "ant:120:1", isPaired: true), .pairing(sensor: "ant:120:2", isPaired: false),
            ])
        sight(&roster, "ant:120:2", signal: -20, at: 11)
        #expect(roster.known(at: 11 * second).map(\.sensor) == ["ant:120:1"])
    }

    /// Paired by its address alone: what it is for is not known before it is heard, and nobody serves in its place.
    @Test func nobodyServesBesideAPairedSensorThatWasNeverHeard() {
        var roster = roster([.init(sensor: strap)])
        sight(&roster, other, signal: -30, at: 0)
        sight(&roster, "ant:120:9", signal: -30, at: 0)
        sight(&roster, "ant:11:5", [.power], at: 0)
        roster.pass(to: 10 * second, isRecording: false)
        #expect(roster.demand.sensors == [strap])
        #expect(roster.preamble.contains(.pairing(sensor: "ant:120:9", isPaired: false)))
        // Once it says that it is a strap, others may be what it is not.
        for moment in 31...37 as ClosedRange<Int64> {
            sight(&roster, strap, at: moment)
            sight(&roster, other, signal: -30, at: moment)
            sight(&roster, "ant:11:5", [.power], at: moment)
        }
        roster.pass(to: 40 * second, isRecording: false)
        #expect(roster.demand.sensors == [strap, "ant:11:5"])
        // An ANT+ sensor's identity tells its kind.
        var stick = self.roster([.init(sensor: "ant:120:7")])
        sight(&stick, other, signal: -30, at: 0)
        sight(&stick, "ant:11:5", [.power], at: 0)
        stick.pass(to: 10 * second, isRecording: false)
        #expect(stick.demand.sensors == ["ant:120:7", "ant:11:5"])
    }

    /// Only the strap is paired, and the meter wakes with the first turn of the cranks, after the start.
    @Test func aMeterThatWakesInAWorkoutServes() {
        var roster = roster([.init(sensor: strap, kinds: [.heartRate])])
        sight(&roster, strap, at: 0)
        roster.pass(to: second, isRecording: true)
        #expect(roster.demand.looksAround)
        sight(&roster, other, [.power], at: 60, isRecording: true)
        roster.pass(to: 65 * second, isRecording: true)
        #expect(roster.demand.sensors == [strap, other])
    }

    /// BlueZ measures no signal while a link is open; the one from before, when the strap was still in the bag, must not cost it its
    /// place, nor be shown as if it were of now.
    @Test func aLinkedSensorIsNotJudgedByItsSignalFromBefore() {
        var roster = roster()
        let link = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:01")
        sight(&roster, strap, signal: -80, at: 0)
        roster.pass(to: 5 * second, isRecording: false)
        roster.linkOpened(link, at: 6 * second)
        // Told again with what else is known of it.
        sight(&roster, strap, signal: -80, at: 7)
        for moment in 8...20 as ClosedRange<Int64> { sight(&roster, other, signal: -60, at: moment) }
        #expect(roster.demand.sensors == [strap])
        #expect(roster.known(at: 20 * second).map(\.signalDBm) == [nil, -60])
        // Its link closes: it has 30 s to be heard again, and is measured anew.
        roster.linkClosed(link, at: 21 * second)
        sight(&roster, other, signal: -60, at: 23)
        #expect(roster.demand.sensors == [strap])
        sight(&roster, strap, signal: -70, at: 24)
        sight(&roster, other, signal: -60, at: 26)
        #expect(roster.demand.sensors == [other])
    }

    /// A stick that is pulled takes all its sensors along.
    @Test func noStickNoLink() {
        var roster = roster([.init(sensor: "ant:120:7", kinds: [.heartRate])])
        let stick = LinkIdentity(kind: .ant, address: "123")
        roster.linkOpened(stick, at: 0)
        sight(&roster, "ant:120:7", at: 10)
        #expect(roster.known(at: 11 * second).map(\.isLinked) == [true])
        roster.linkClosed(stick, at: 12 * second)
        #expect(roster.known(at: 12 * second).map(\.isLinked) == [false])
    }

    /// Somebody is heard in the very turn in which a choice settles or a scan ends.
    @Test func whatIsHeardHidesNoMoment() {
        var roster = roster()
        sight(&roster, strap, at: 0)
        roster.pass(to: 4 * second + second / 2, isRecording: false)
        sight(&roster, strap, at: 5)
        #expect(roster.nextWake == 5 * second)
        roster.pass(to: 5 * second, isRecording: false)
        #expect(roster.demand.sensors == [strap])
        roster.scan(until: 9 * second)
        sight(&roster, strap, at: 10)
        #expect(roster.nextWake == 9 * second)
        roster.pass(to: 10 * second, isRecording: false)
        #expect(roster.nextWake != 9 * second)
    }

    @Test func looksAroundWhenThereIsCause() {
        var roster = roster([
            .init(sensor: strap, kinds: [.heartRate]), .init(sensor: "ant:17:1", kinds: [.trainer]),
            .init(sensor: "ant:121:1", kinds: [.speedAndCadence]), .init(sensor: "ant:124:1", kinds: [.footPod]),
        ])
        #expect(roster.demand.looksAround)
        roster.pass(to: second, isRecording: true)
        #expect(!roster.demand.looksAround)
        roster.scan(until: 16 * second)
        #expect(roster.demand.looksAround)
        #expect(roster.nextWake == 16 * second)
        roster.pass(to: 16 * second, isRecording: true)
        #expect(!roster.demand.looksAround)
    }

    /// A paired sensor that nobody has heard may be for anything; what it is for counts with the sighting that says so.
    @Test func whatASensorOffersCountsAtOnce() {
        var roster = roster([.init(sensor: strap)])
        roster.pass(to: 0, isRecording: true)
        #expect(!roster.demand.looksAround)
        roster.sight(Sighting(sensor: strap, kinds: [.heartRate]), at: second / 10, isRecording: true)
        #expect(roster.demand.looksAround)
    }

    @Test func receiversServeUnchosen() {
        var roster = roster()
        roster.linkOpened(LinkIdentity(kind: .nmea, address: "/dev/ttyACM0"), at: 0)
        roster.pass(to: 9 * second, isRecording: false)
        #expect(roster.takeInputs() == [])
        #expect(roster.known(at: 9 * second).map(\.kinds) == [[.receiver]])
        #expect(roster.known(at: 9 * second).map(\.isChosen) == [true])
        roster.linkClosed(LinkIdentity(kind: .nmea, address: "/dev/ttyACM0"), at: 9 * second)
        #expect(roster.known(at: 9 * second).map(\.isChosen) == [false])
    }

    /// A race's start: a thousand straps, room for 512; the rider's own is never forgotten.
    @Test func aRacesStart() {
        var roster = roster([.init(sensor: "ant:120:5000", kinds: [.heartRate])])
        sight(&roster, "ant:120:5000", at: 0)
        for number in 1...1000 { sight(&roster, "ant:120:\(number)", signal: -40 - number % 50, at: Int64(number / 100)) }
        let known = roster.known(at: 10 * second)
        #expect(known.count == SensorRoster.mostHeard)
        #expect(known.first?.sensor == "ant:120:5000")
        #expect(known.first?.secondsSinceHeard == 10)
        #expect(roster.demand.sensors == ["ant:120:5000"])
        // Ten minutes later they have gone.
        roster.pass(to: 700 * second, isRecording: false)
        #expect(roster.known(at: 700 * second).map(\.sensor) == ["ant:120:5000"])
    }

    /// Whatever is heard in whatever order: who is wanted is known, what is told is told once, and nothing runs wild.
    @Test func anyOrderOfEvents() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            var roster = roster([.init(sensor: "ant:120:3", kinds: [.heartRate])], ignored: ["ant:120:4"])
            var now: Int64 = 0
            var told: [String: Bool] = [:]
            for _ in 0..<200 {
                now += Int64.random(in: 0...20, using: &generator) * second / 2
                let number = Int.random(in: 1...6, using: &generator)
                let isANT = Bool.random(using: &generator)
                let sensor = isANT ? "ant:120:\(number)" : "ble:C0:00:00:00:00:0\(number)"
                let link = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:0\(number)")
                let isRecording = Bool.random(using: &generator)
                switch Int.random(in: 0...5, using: &generator) {
                case 0: roster.linkOpened(link, at: now)
                case 1: roster.linkClosed(link, at: now)
                case 2:
                    roster.pass(to: now, isRecording: isRecording)
                    #expect(roster.nextWake.map { $0 > now } ?? true)
                default:
                    let kinds: Set<SensorKind> = isANT ? [.heartRate] : [SensorKind.allCases[number]]
                    let signal = Int.random(in: -100 ... -20, using: &generator)
                    roster.sight(Sighting(sensor: sensor, kinds: kinds, signalDBm: signal), at: now, isRecording: isRecording)
                }
                for case .pairing(let sensor, let isPaired) in roster.takeInputs() {
                    // Forgotten strangers may be put away again.
                    #expect(told[sensor] != isPaired || !isPaired)
                    told[sensor] = isPaired
                }
                #expect(roster.demand.sensors.first == "ant:120:3")
                #expect(Set(roster.demand.sensors).count == roster.demand.sensors.count)
                #expect(!roster.demand.sensors.contains { $0.hasPrefix("ant:120:") && $0 != "ant:120:3" })
                #expect(!roster.known(at: now).contains { $0.sensor == "ant:120:4" })
            }
        }
    }
}
