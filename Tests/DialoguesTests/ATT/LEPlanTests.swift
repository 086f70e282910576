import Dialogues
import Testing
import WireFormats

struct LEPlanTests {
    private let strap = BluetoothAddress(0xC011_2233_4401)
    private let meter = BluetoothAddress(0xC011_2233_4402)
    private static let second: Int64 = 1_000_000

    private func tasks(_ plan: inout LEPlan, _ seconds: Double) -> [LEPlan.Task] {
        plan.tasks(now: Int64(seconds * 1_000_000)).map(\.task)
    }

    @Test func nobodyWantedNobodyScans() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        #expect(tasks(&plan, 0) == [.idle])
        #expect(plan.nextWake(now: 0) == nil)
    }

    /// Heard, connected with scanning stopped, linked, and then nothing more to do.
    @Test func oneSensor() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand([strap], looksAround: false, now: 0)
        #expect(tasks(&plan, 0) == [.scan])
        plan.hear(strap, isRandom: true, signal: -60, on: 0, now: 500_000)
        #expect(tasks(&plan, 0.5) == [.connect(strap, isRandom: true)])
        #expect(tasks(&plan, 5) == [.connect(strap, isRandom: true)])
        plan.link(strap)
        #expect(tasks(&plan, 6) == [.idle])
        #expect(plan.nextWake(now: 6 * Self.second) == nil)
    }

    @Test func oneAtATimeTheMostWantedFirst() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand([meter, strap], looksAround: false, now: 0)
        for address in [strap, meter] { plan.hear(address, isRandom: true, signal: -60, on: 0, now: 0) }
        #expect(tasks(&plan, 0) == [.connect(meter, isRandom: true)])
        plan.link(meter)
        #expect(tasks(&plan, 1) == [.connect(strap, isRandom: true)])
        plan.link(strap)
        #expect(tasks(&plan, 2) == [.idle])
    }

    /// A lost link is looked for at once, a failed one after a pause.
    @Test func lostAndFailed() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand([strap], looksAround: false, now: 0)
        plan.hear(strap, isRandom: false, signal: nil, on: 0, now: 0)
        _ = tasks(&plan, 0)
        plan.link(strap)
        plan.lose(strap, now: 10 * Self.second)
        #expect(tasks(&plan, 10) == [.scan])
        plan.hear(strap, isRandom: false, signal: nil, on: 0, now: 11 * Self.second)
        #expect(tasks(&plan, 11) == [.connect(strap, isRandom: false)])
        plan.fail(strap, now: 12 * Self.second)
        plan.hear(strap, isRandom: false, signal: nil, on: 0, now: 12 * Self.second)
        #expect(tasks(&plan, 12.9) == [.scan])
        // Between 1 and 1.25 s.
        #expect(tasks(&plan, 13.25) == [.connect(strap, isRandom: false)])
    }

    /// Pauses between scans double from half a second: to 2 s while somebody is missing, to half a minute while strangers are looked for.
    @Test(arguments: [(true, 4, [0.5, 1, 2, 2]), (false, 10, [0.5, 1, 2, 4, 8, 16, 30, 30])] as [(Bool, Int64, [Double])])
    func pausesGrow(isSomebodyMissing: Bool, scan: Int64, pauses: [Double]) {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand(isSomebodyMissing ? [strap] : [], looksAround: !isSomebodyMissing, now: 0)
        var now: Int64 = 0
        for pause in pauses.map({ Int64($0 * 1_000_000) }) {
            #expect(plan.tasks(now: now).map(\.task) == [.scan])
            #expect(plan.tasks(now: now + scan * Self.second - 1).map(\.task) == [.scan])
            now += scan * Self.second
            #expect(plan.tasks(now: now).map(\.task) == [.idle])
            #expect(plan.tasks(now: now + pause - 1).map(\.task) == [.idle])
            now += pause
        }
    }

    /// Only who is wanted and missing, and once until it was ours: what is linked again by somebody else stays theirs.
    @Test func strays() throws {
        let (mine, other) = (BluetoothAddress(0xC011_2233_4401), BluetoothAddress(0xC011_2233_4402))
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand([mine], looksAround: false, now: 0)
        #expect(plan.strays(among: [other, mine]) == [mine])
        #expect(plan.strays(among: [other, mine]).isEmpty)
        plan.link(mine)
        #expect(plan.strays(among: [mine]).isEmpty, "it is ours")
        plan.lose(mine, now: 1)
        plan.hear(mine, isRandom: true, signal: -60, on: 0, now: 2)
        #expect(plan.tasks(now: 3).contains { $0.task == .connect(mine, isRandom: true) })
        #expect(plan.strays(among: [mine]).isEmpty, "it is about to be ours")
        plan.fail(mine, now: 4)
        #expect(plan.strays(among: [mine]) == [mine])
    }

    @Test func notHeard() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand([strap], looksAround: false, now: 0)
        #expect(!plan.isMissed(strap, now: 15 * Self.second - 1))
        #expect(plan.isMissed(strap, now: 15 * Self.second))
        plan.hear(strap, isRandom: true, signal: -90, on: 0, now: 16 * Self.second)
        #expect(!plan.isMissed(strap, now: 17 * Self.second))
        plan.link(strap)
        #expect(!plan.isMissed(strap, now: 100 * Self.second))
        #expect(!plan.isMissed(meter, now: 100 * Self.second))
    }

    /// Two adapters: the one that hears it better connects, and the other goes on scanning for the other sensor.
    @Test func twoAdapters() {
        var plan = LEPlan()
        for adapter in 0...1 { plan.add(adapter, now: 0) }
        plan.demand([strap, meter], looksAround: false, now: 0)
        #expect(tasks(&plan, 0) == [.scan, .scan])
        plan.hear(strap, isRandom: true, signal: -80, on: 0, now: 0)
        #expect(tasks(&plan, 0.1) == [.scan, .scan])
        plan.hear(strap, isRandom: true, signal: -50, on: 1, now: 500_000)
        #expect(plan.nextWake(now: 500_000) == Self.second)
        #expect(tasks(&plan, 1) == [.scan, .connect(strap, isRandom: true)])
        plan.remove(1)
        plan.fail(strap, now: 2 * Self.second)
        #expect(tasks(&plan, 2) == [.scan])
        plan.hear(strap, isRandom: true, signal: -80, on: 0, now: 4 * Self.second)
        #expect(tasks(&plan, 4) == [.connect(strap, isRandom: true)])
    }

    /// A sight of long ago is none.
    @Test func staleSights() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.hear(strap, isRandom: true, signal: -60, on: 0, now: 0)
        plan.demand([strap], looksAround: false, now: 11 * Self.second)
        #expect(tasks(&plan, 11) == [.scan])
    }

    /// A crowd that changes its addresses costs no memory, and hides nobody.
    @Test func crowds() {
        var plan = LEPlan()
        plan.add(0, now: 0)
        plan.demand([strap], looksAround: true, now: 0)
        for number in 1...5000 { plan.hear(BluetoothAddress(UInt64(number)), isRandom: true, signal: -90, on: 0, now: 0) }
        plan.hear(strap, isRandom: true, signal: -60, on: 0, now: 0)
        #expect(tasks(&plan, 0) == [.connect(strap, isRandom: true)])
    }
}
