import Dialogues
import Gateway
import Ingest
import Statistics
import Testing
import Transports
import WireFormats
import Workouts

/// Captures that rotate, commands and their answers, ways to start and to end.
struct LiveGatewayTests {
    /// A strap that is heard once a second, from 0.5 s on.
    private func rig(until end: Int, configure: (inout LiveGateway.Parts, PlainDesk) -> Void = { _, _ in }) throws -> LiveRig {
        let rig = try LiveRig(configure: configure)
        rig.at(0.5, .open("strap", .heartRate()))
        for second in 1..<end { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(100 + second % 50)))) }
        return rig
    }

    /// A workout takes what is in force where it begins; a date that comes meanwhile counts from the next one on.
    @Test func datesCountFromTheNextWorkoutOn() async throws {
        let rig = try rig(until: 40) { _, desk in
            desk.settings.engine = [CaptureHeader.Setting(name: "ftp", value: "250")]
            let (today, tomorrow) = (CalendarDay(year: 2025, month: 11, day: 30), CalendarDay(year: 2025, month: 12, day: 1))
            desk.settings.dated = [
                .init(from: today, changes: [.init(name: "ftp", value: "260")]),
                .init(from: tomorrow, changes: [.init(name: "ftp", value: "270")]),
            ]
        }
        // One second before midnight in Prague.
        rig.machine.origin =
            (CivilDate(year: 2025, month: 11, day: 30, hour: 22, minute: 59, second: 59).timestamp?.microseconds ?? 0)
            - 5_010_500_000
        rig.ask(.start(activity: "cycling"), at: 10.5)
        rig.ask(.stop, at: 20.5)
        rig.ask(.start(activity: "cycling"), at: 25.5)
        rig.ask(.stop, at: 30.5)
        await rig.run(until: 40)
        #expect(rig.collector.finished.workouts.map(\.settings.functionalThresholdPowerWatts) == [260, 270])
        let values = try (0..<rig.captures.paths.count).map { index in
            try rig.captures.records(index).header?.settings.first { $0.name == "ftp" }?.value
        }
        #expect(values == ["260", "260", "270", "270", "270"])
    }

    /// A machine that believes it was 1970: the day is an earlier capture's where that knows it, and else the latest figure counts.
    @Test(arguments: [true, false]) func datesOfAMachineWithoutAClock(isKnown: Bool) async throws {
        let rig = try rig(until: 40) { _, desk in
            desk.settings.engine = [CaptureHeader.Setting(name: "ftp", value: "250")]
            desk.settings.dated = [
                .init(from: CalendarDay(year: 2025, month: 3, day: 1), changes: [.init(name: "ftp", value: "260")]),
                .init(from: CalendarDay(year: 2026, month: 3, day: 1), changes: [.init(name: "ftp", value: "270")]),
            ]
        }
        rig.machine.origin = 0
        rig.machine.isSynchronised = false
        // 2025-11-30.
        rig.captures.known = isKnown ? 1_764_489_600_000_000 : nil
        rig.ask(.start(activity: "cycling"), at: 10.5)
        rig.ask(.stop, at: 20.5)
        await rig.run(until: 40)
        #expect(rig.collector.finished.workouts.map(\.settings.functionalThresholdPowerWatts) == [isKnown ? 260 : 270])
        let told = rig.notes.filter { $0.contains("nobody knows the date") && $0.hasSuffix("2026-03-01") }
        #expect(told.count == (isKnown ? 0 : 1))
    }

    @Test func aCaptureEndsWhereAWorkoutStartsAndEnds() async throws {
        let rig = try rig(until: 40) { _, desk in
            desk.preamble = [
                .pairing(sensor: "ble:C0:11:22:33:44:01", isPaired: true),
                .priority(sensor: "ble:C0:11:22:33:44:01", quantity: "heartRate", rank: 0),
            ]
            desk.settings.engine = [CaptureHeader.Setting(name: "hr-max", value: "185")]
            desk.settings.activity = "rowing"
        }
        rig.ask(.start(activity: "cycling"), at: 10.5)
        rig.ask(.lap, at: 20.5)
        rig.ask(.stop, at: 30.5)
        await rig.run(until: 40)
        #expect(rig.captures.holdsWorkout == [false, true, false])

        let (header, records) = try rig.captures.records(1)
        #expect(header?.settings.map(\.name) == ["hr-max", "activity"])
        #expect(header?.utcOffsetSeconds == 3600)
        #expect(header?.timeZone == "Europe/Prague")
        // Links, pairings, priorities, then the command that made the capture.
        #expect(
            records.prefix(4).map(\.input) == [
                .linkOpened(LinkID(1), .heartRate()),
                .pairing(sensor: "ble:C0:11:22:33:44:01", isPaired: true),
                .priority(sensor: "ble:C0:11:22:33:44:01", quantity: "heartRate", rank: 0),
                .command(.start(activity: "cycling")),
            ])
        #expect(records.last?.input == .command(.stop))
        #expect(records.contains { $0.input == .command(.lap) })
        // The heart beat of 11 s came half a second after the start; the wall clock stands where it stood.
        #expect(records.contains { $0.input == .bytes(LinkID(1), heartRateValue(111)) && $0.offset == 500_000 })
        #expect(header?.start == rig.machine.origin + 5_000_000_000 + 10_500_000)

        let workout = try #require(rig.collector.finished.workouts.first)
        #expect(workout.type == .cycling)
        #expect(workout.summary.timer == TimeSpan(seconds: 20))
        #expect(workout.laps.count == 2)
        #expect(rig.replies.count == 3)
        #expect(rig.replies.prefix(2).allSatisfy { $0 == .success(nil) })
        guard case .success(.workout(let outcome)?) = rig.replies.last else {
            Issue.record("\(rig.replies)")
            return
        }
        #expect(outcome.timer == TimeSpan(seconds: 20) && outcome.activity == .cycling)
        // Everything the strap said is in one of the captures, once.
        let heard = try (0..<3).flatMap { try rig.captures.records($0).records }.filter {
            if case .bytes = $0.input { true } else { false }
        }
        #expect(heard.count == 39)
        #expect(rig.stage.transport?.hasStopped == true)
    }

    @Test func whatMakesNoSenseIsRefusedInWords() async throws {
        let rig = try rig(until: 30)
        rig.ask(.pause, at: 1.5)
        rig.ask(.stop, at: 2.5)
        rig.ask(.start(activity: "kayaking"), at: 3.5)
        rig.ask(.start(activity: nil), at: 4.5)
        rig.ask(.start(activity: nil), at: 5.5)
        rig.ask(.resume, at: 6.5)
        rig.ask(.pause, at: 7.5)
        rig.ask(.calibrate(sensor: "ant:11:1"), at: 8.5)
        await rig.run(until: 10)
        let failures = rig.replies.map { if case .failure(let reason) = $0 { reason } else { "" } }
        #expect(failures[0].hasPrefix("no workout is running"))
        #expect(failures[1].hasPrefix("no workout is running"))
        #expect(failures[2].hasPrefix("there is no activity kayaking"))
        #expect(rig.replies[3] == .success(nil))
        #expect(failures[4] == "a workout is running already")
        #expect(failures[5] == "the timer runs already")
        #expect(rig.replies[6] == .success(nil))
        #expect(failures[7].hasPrefix("ant:11:1 is not connected"))
    }

    @Test func twoCommandsInOneTurnAreAnsweredInOrder() async throws {
        let rig = try rig(until: 20)
        rig.ask(.start(activity: "cycling"), at: 5.5)
        rig.ask(.start(activity: "running"), at: 5.5)
        rig.ask(.lap, at: 6.5)
        rig.ask(.stop, at: 6.5)
        rig.ask(.lap, at: 6.5)
        rig.ask(.stop, at: 6.5)
        await rig.run(until: 8)
        // The second start, and the lap after the stop, are refused at once; both stops tell of the one workout.
        #expect(rig.replies.count == 6)
        // A lap that begins with the end is none.
        #expect(rig.collector.finished.workouts.map(\.laps.count) == [1])
        #expect(rig.replies.filter { if case .success(.workout) = $0 { true } else { false } }.count == 2)
        #expect(rig.replies.filter { if case .failure = $0 { true } else { false } }.count == 2)
    }

    @Test func theEndStopsTheWorkoutThatRuns() async throws {
        let rig = try rig(until: 30) { _, desk in desk.settings.start = .now }
        rig.ask(.pause, at: 28.5)
        await rig.run(until: 29.5)
        #expect(rig.captures.holdsWorkout == [true])
        #expect(try rig.captures.records(0).records.last?.input == .command(.stop))
        #expect(rig.collector.finished.workouts.map(\.summary.elapsed) == [TimeSpan(seconds: 29.5)])
    }

    @Test func cancellingTheTaskEndsItInGoodOrder() async throws {
        let task = Task.detached { () -> (Int, [CaptureRecord.Input]) in
            let captures = try PlainCaptures()
            let desk = PlainDesk()
            desk.settings.start = .now
            let collector = OutputCollector()
            var parts = LiveGateway.Parts(
                desk: desk, captures: captures, service: ServiceNotifier(watchdogInterval: nil) { _ in }
            ) { reactor, intake in
                [ScriptedTransport(reactor, intake, [(0, .open("strap", .heartRate())), (0, .bytes("strap", [0, 99]))])]
            }
            parts.sinks = [collector]
            let gateway = LiveGateway(reactor: try Reactor(), parts: parts)
            // From within: the workout runs, and nothing but the cancellation will wake the reactor for a second.
            gateway.onChange = { if !collector.records.isEmpty { withUnsafeCurrentTask { $0?.cancel() } } }
            await gateway.run()
            return (collector.finished.workouts.count, try captures.records(0).records.map(\.input))
        }
        let (count, inputs) = try await task.value
        #expect(count == 1)
        #expect(inputs.last == .command(.stop))
    }

    @Test func recordingOneWorkoutEndsWithIt() async throws {
        let rig = try rig(until: 30) { parts, desk in
            parts.endsWithWorkout = true
            desk.settings.start = .now
        }
        rig.ask(.stop, at: 12.5)
        await rig.run(until: 3600)
        #expect(rig.captures.holdsWorkout == [true])
        #expect(rig.reactor.now < 5_020_000_000)
    }

    @Test func theFirstPowerStartsByItself() async throws {
        let rig = try LiveRig { _, desk in desk.settings.start = .auto }
        rig.at(0, .open("meter", .power()))
        // Coasting, one turn of the crank, rest, then riding from 20 s on.
        for second in 1..<60 {
            let watts: UInt8 = second == 8 || second >= 20 ? 150 : 0
            rig.at(Double(second), .bytes("meter", powerValue(watts)))
        }
        // The last turns after the stop start nothing.
        rig.ask(.stop, at: 40.5)
        await rig.run(until: 60)
        #expect(rig.captures.holdsWorkout == [false, true, false])
        let workout = try #require(rig.collector.finished.workouts.first)
        #expect(rig.collector.finished.workouts.count == 1)
        // It begins with the second reading, of 21 s, and the third is its first.
        #expect(workout.summary.elapsed == TimeSpan(seconds: 19.5))
    }

    /// docs/settings.md: `activity` is cycling while nobody says otherwise, in the capture too, so that a replay makes the same of it.
    @Test func aStartThatNamesNoActivityIsCycling() async throws {
        let rig = try rig(until: 10)
        rig.ask(.start(activity: nil), at: 2.5)
        await rig.run(until: 10)
        #expect(rig.collector.finished.workouts.map(\.type) == [.cycling])
        #expect(try rig.captures.records(1).header?.settings == [CaptureHeader.Setting(name: "activity", value: "cycling")])
    }

    /// `settings set start auto` counts at once, in the midst of a capture, and so does taking it back.
    @Test func movementCountsFromWhenItIsAskedFor() async throws {
        let rig = try LiveRig()
        rig.at(0, .open("meter", .power()))
        for second in 1..<40 { rig.at(Double(second), .bytes("meter", powerValue((20..<30).contains(second) ? 0 : 150))) }
        rig.at(5.5, .call { [unowned rig] in rig.desk.settings.start = .auto })
        rig.at(5.6, .call { [unowned rig] in rig.desk.settings.start = .command })
        rig.at(25.5, .call { [unowned rig] in rig.desk.settings.start = .auto })
        await rig.run(until: 40)
        #expect(rig.captures.holdsWorkout == [false, true])
        // With the second reading, of 31 s.
        #expect(rig.collector.finished.workouts.map(\.summary.elapsed) == [TimeSpan(seconds: 9)])
    }

    /// What time alone has decided by then stands in the capture's beginning.
    @Test func theDeskIsAskedBeforeEachCapture() async throws {
        let rig = try rig(until: 10)
        rig.ask(.start(activity: nil), at: 2.5)
        rig.ask(.stop, at: 5.5)
        await rig.run(until: 10)
        #expect(rig.desk.passes == [false, true, false])
    }

    /// The capture's offsets begin anew each hour, and movement is noticed all the same.
    @Test func movementStartsAfterHoursOfIdling() async throws {
        let rig = try LiveRig { _, desk in desk.settings.start = .auto }
        rig.at(0, .open("meter", .power()))
        for minute in 1..<150 { rig.at(Double(minute) * 60, .bytes("meter", powerValue(minute == 58 ? 120 : 0))) }
        for second in 1...5 { rig.at(9000 + Double(second), .bytes("meter", powerValue(150))) }
        await rig.run(until: 9010)
        #expect(rig.captures.holdsWorkout == [false, false, false, true])
        #expect(rig.collector.finished.workouts.map(\.summary.elapsed) == [TimeSpan(seconds: 8)])
    }

    @Test func whoIsAnsweredMayAskAtOnce() async throws {
        let rig = try rig(until: 20)
        rig.at(
            5.5,
            .call { [unowned rig] in
                rig.gateway.handle(.start(activity: "cycling")) { _ in
                    rig.gateway.handle(.lap) { _ in rig.gateway.handle(.stop) { _ in rig.gateway.end() } }
                }
            })
        await rig.run(until: 3600)
        #expect(rig.collector.finished.workouts.count == 1)
        #expect(rig.reactor.now < 5_007_000_000)
    }

    @Test func theStatusShowsSensorsBeforeTheStart() async throws {
        let rig = try rig(until: 8)
        var statuses: [GatewayStatus] = []
        for second in [3.5, 30, 31.5] { rig.at(second, .call { [unowned rig] in statuses.append(rig.gateway.status) }) }
        rig.at(2, .report(DeviceStatus(device: "bluetooth:hci0", state: .fault, sentence: "the adapter is off")))
        rig.at(2.2, .report(DeviceStatus(device: "ant:1", state: .open)))
        rig.ask(.start(activity: "running"), at: 31)
        await rig.run(until: 32)
        #expect(statuses[0].live == nil)
        #expect(statuses[0].idle.map(\.news.value) == [103])
        #expect(statuses[0].sources.map(\.name) == ["Strap"])
        #expect(statuses[0].devices.map(\.device) == ["ant:1", "bluetooth:hci0"])
        #expect(statuses[0].notes == ["bluetooth:hci0: the adapter is off"])
        if case .writing = statuses[0].capture {} else { Issue.record("\(statuses[0].capture)") }
        // Its last word of 7 s has run out since.
        #expect(statuses[1].idle.map(\.news.value) == [nil])
        #expect(statuses[2].live?.state == .running && statuses[2].idle.isEmpty)
    }

    @Test func linksThatComeAndGoKeepTheirNumbers() async throws {
        let rig = try LiveRig()
        rig.at(1, .open("a", .heartRate("AA")))
        rig.at(2, .open("b", .heartRate("BB")))
        rig.at(3, .close("a"))
        rig.ask(.start(activity: "cycling"), at: 4)
        rig.at(5, .open("a", .heartRate("AA")))
        await rig.run(until: 6)
        let second = try rig.captures.records(1).records.map(\.input)
        #expect(second.first == .linkOpened(LinkID(2), .heartRate("BB")))
        #expect(second.contains(.linkOpened(LinkID(1), .heartRate("AA"))))
        #expect(rig.desk.links == ["+AA", "+BB", "-AA", "+AA"])
    }

    @Test func theDeskIsHeardAndObeyed() async throws {
        let rig = try LiveRig()
        let sighting = Sighting(sensor: "ble:AA", kinds: [.heartRate], signalDBm: -60)
        rig.at(1, .sight(sighting))
        rig.at(
            2,
            .call { [unowned rig] in
                rig.desk.demand = LinkDemand(sensors: ["ble:AA"])
                rig.desk.due = [.pairing(sensor: "ble:AA", isPaired: true)]
            })
        rig.ask(.rename(sensor: "ble:AA", name: "Mine"), at: 3)
        await rig.run(until: 4)
        #expect(rig.desk.sightings == [sighting])
        #expect(rig.stage.transport?.demands == [LinkDemand(looksAround: true), LinkDemand(sensors: ["ble:AA"])])
        #expect(try rig.captures.records(0).records.map(\.input).contains(.pairing(sensor: "ble:AA", isPaired: true)))
        #expect(rig.desk.requests == [.rename(sensor: "ble:AA", name: "Mine")])
    }

    @Test func calibrationIsAnsweredInWords() async throws {
        let rig = try LiveRig()
        rig.at(
            0.5,
            .call { [unowned rig] in
                rig.stage.transport?.calibrations = ["ant:11:7": .success(offset: "offset 512"), "ant:11:8": .silent]
            })
        rig.ask(.calibrate(sensor: "ant:11:7"), at: 1)
        rig.ask(.calibrate(sensor: "ant:11:8"), at: 2)
        await rig.run(until: 3)
        #expect(rig.replies.first == .success(.text("the zero is set: offset 512")))
        guard case .failure(let reason)? = rig.replies.last else { return #expect(Bool(false)) }
        #expect(reason.hasPrefix("ant:11:8 did not answer"))
    }
}
