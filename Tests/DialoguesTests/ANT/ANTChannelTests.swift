import Dialogues
import Testing
import WireFormats

struct ANTChannelTests {
    static let beat: [UInt8] = [4, 0xFF, 0, 0, 0, 0, 1, 72]
    static let power: [UInt8] = [0x10, 1, 0xFF, 90, 200, 0, 200, 0]
    static let strap = ANTSensorID("ant:120:12345")
    static let meter = ANTSensorID("ant:11:54321")

    static func channels(_ sensors: [String], looksAround: Bool = false) -> StickScript {
        var script = StickScript(.channels)
        script.start()
        script.forget()
        script.demand(sensors, looksAround: looksAround)
        return script
    }

    /// Period 8070 and 8182, 2457 MHz, any transmission type; 10 s at high priority, then for ever at low.
    @Test func opensAChannelForEachSensor() throws {
        let script = Self.channels(["ant:120:12345", "ant:11:54321"])
        #expect(
            script.said == [
                [0x42, 0, 0, 0], [0x51, 0, 0x39, 0x30, 120, 0], [0x43, 0, 0x86, 0x1F], [0x45, 0, 57], [0x44, 0, 4],
                [0x63, 0, 0xFF],
                [0x4B, 0],
                [0x42, 1, 0, 0], [0x51, 1, 0x31, 0xD4, 11, 0], [0x43, 1, 0xF6, 0x1F], [0x45, 1, 57], [0x44, 1, 4],
                [0x63, 1, 0xFF],
                [0x4B, 1],
            ])
        #expect(script.events == [.sensor(try #require(Self.strap), .searching), .sensor(try #require(Self.meter), .searching)])
    }

    @Test func losesAndFindsASensor() throws {
        let strap = try #require(Self.strap)
        var script = Self.channels(["ant:120:12345"])
        script.forget()
        script.hear(Self.beat, number: 12345, type: 120)
        #expect(script.events == [.sensor(strap, .tracked), .heard(strap, signal: nil)])
        for _ in 0..<8 { script.hear(0x40, [0, 1, 2]) }
        script.hear(0x40, [0, 1, 8])
        #expect(script.events.last == .sensor(strap, .lost))
        #expect(script.dialogue.tally.missedSlots == 8)
        #expect(script.dialogue.tally.searches == 1)
        script.hear(Self.beat, number: 12345, type: 120)
        #expect(script.events.last == .sensor(strap, .tracked))
        #expect(script.said.isEmpty)
    }

    /// A search that ends closes its channel; it is opened anew after a second, then two, each with up to a quarter more.
    @Test func opensAClosedChannelAnew() {
        var script = Self.channels(["ant:120:12345"])
        for wait: Int64 in [1_000_000, 2_000_000] {
            script.forget()
            script.hear(0x40, [0, 1, 1])
            script.hear(0x40, [0, 1, 7])
            #expect(script.said == [[0x41, 0]])
            script.pass(wait - 10_000)
            #expect(script.count(0x4B) == 0)
            script.pass(wait / 4 + 20_000)
            #expect(script.said.dropFirst().first == [0x42, 0, 0, 0])
            #expect(script.said.last == [0x4B, 0])
        }
    }

    /// Refused, it is freed and tried again; the others go on.
    @Test func triesARefusedChannelAgain() {
        var script = StickScript(.channels)
        script.start()
        script.codes = [0x4B: 0x15]
        script.demand(["ant:120:12345"])
        #expect(script.said.suffix(2) == [[0x4C, 0], [0x41, 0]])
        script.codes = [:]
        script.forget()
        script.pass(1_300_000)
        #expect(script.said.last == [0x4B, 0])
    }

    /// One kind after the other with the channels that are left: heart rate, power, machines, combined, cadence, wheel, foot pods.
    @Test func searchesWithTheOtherChannels() {
        var script = Self.channels(["ant:120:12345"], looksAround: true)
        let kinds = script.said.filter { $0.first == 0x51 }.map { $0[4] }
        #expect(kinds == [120, 11, 17, 121, 122, 123, 124, 120])
        // One that finds what another follows has found nothing: closed, and tried again in a minute.
        script.forget()
        script.hear(Self.beat, channel: 7, number: 12345, type: 120)
        #expect(script.said == [[0x4C, 7], [0x41, 7]])
        script.forget()
        script.hear(Self.beat, channel: 0, number: 12345, type: 120)
        script.pass(59_000_000)
        #expect(script.count(0x4B) == 0)
        script.pass(2_000_000)
        #expect(script.said.last == [0x4B, 7])
    }

    /// What a search found is wanted next: its channel stays as it is.
    @Test func keepsWhatASearchFound() throws {
        let meter = try #require(Self.meter)
        var script = Self.channels([], looksAround: true)
        script.hear(Self.power, channel: 1, number: 54321, type: 11)
        #expect(script.events.contains(.heard(meter, signal: nil)))
        script.forget()
        script.demand(["ant:11:54321"], looksAround: false)
        // All other searches end; this channel is not touched.
        #expect(Set(script.said.map { $0[1] }) == [0, 2, 3, 4, 5, 6])
        #expect(script.count(0x4B) == 0)
        script.hear(Self.power, channel: 1, number: 54321, type: 11)
        #expect(script.events.last == .sensor(meter, .tracked))
    }

    @Test func tellsWhomThereIsNoChannelFor() throws {
        var script = StickScript(.channels)
        script.capabilities[0] = 1
        script.start()
        script.demand(["ant:120:12345", "ant:11:54321"])
        #expect(script.count(0x4B) == 1)
        #expect(script.events.last == .sensor(try #require(Self.meter), .noChannel))
        // The other one is not wanted any more, and its channel is free once it is closed.
        script.forget()
        script.demand(["ant:11:54321"])
        #expect(script.said.prefix(2) == [[0x4C, 0], [0x41, 0]])
        #expect(script.said.last == [0x4B, 0])
    }

    /// A stick without extended messages: the channel is asked once whom it follows.
    @Test func asksForTheSenderWhereThePageHasNone() throws {
        let strap = try #require(Self.strap)
        var script = StickScript(.channels)
        script.codes = [0x6E: 0x28, 0x66: 0x28]
        script.start()
        script.demand([], looksAround: true)
        script.unanswered = [0x4D]
        script.forget()
        script.hear(0x4E, [0] + Self.beat)
        #expect(script.said == [[0x4D, 0, 0x51]])
        script.hear(0x51, [0, 0x39, 0x30, 120, 1])
        script.hear(0x4E, [0] + Self.beat)
        #expect(script.events.contains(.heard(strap, signal: nil)))
        #expect(script.said == [[0x4D, 0, 0x51]])
    }
}
