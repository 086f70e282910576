import Dialogues
import TestSupport
import Testing
import WireFormats

struct ANTScanTests {
    static func scanning() -> StickScript {
        var script = StickScript()
        script.start()
        script.forget()
        return script
    }

    /// Reference A16: power meter 12345 at -70 dBm.
    static let message = "A4 13 4E 00 10 01 FF 5A C8 00 C8 00 E0 39 30 0B 05 20 BA 80 00 40 F0"

    @Test func tellsOfASensorOnceASecond() throws {
        var script = Self.scanning()
        let sensor = try #require(ANTSensorID("ant:11:12345"))
        let bytes = [UInt8](hex: Self.message)
        for _ in 0..<8 {
            script.note(script.dialogue.take(bytes, at: script.now))
            script.now += 250_000
        }
        #expect(script.events == [.heard(sensor, signal: -70), .heard(sensor, signal: -70)])
    }

    /// A scan knows no lost slots: five seconds of silence say it.
    @Test func aSilentSensorIsLost() throws {
        var script = Self.scanning()
        let sensor = try #require(ANTSensorID("ant:11:12345"))
        let bytes = [UInt8](hex: Self.message)
        script.demand(["ant:11:12345"])
        script.note(script.dialogue.take(bytes, at: script.now))
        #expect(script.events == [.sensor(sensor, .searching), .sensor(sensor, .tracked), .heard(sensor, signal: -70)])
        script.pass(4_900_000)
        #expect(script.events.count == 3)
        script.pass(200_000)
        #expect(script.events.last == .sensor(sensor, .lost))
        script.note(script.dialogue.take(bytes, at: script.now))
        #expect(script.events.contains(.sensor(sensor, .tracked)))
    }

    /// A kind that the gateway has no use for, such as a light, is not offered; a 20-bit number keeps its upper bits.
    @Test func namesSensors() throws {
        var script = Self.scanning()
        script.hear([0, 0, 0, 0, 0, 0, 0, 0], number: 5, type: 35)
        #expect(script.events.isEmpty)
        script.hear(0x4E, [0, 0x10, 1, 0xFF, 0x5A, 200, 0, 200, 0, 0x80, 0x39, 0x30, 0x8B, 0x35])
        #expect(script.events == [.heard(try #require(ANTSensorID("ant:11:208953")), signal: nil)])
    }

    @Test(arguments: [
        "ant:120:0", "ant:0:5", "ant:128:5", "ant:120:1048576", "ant:120:65536", "ant:120", "ble:120:5", "ant:x:5", "",
        "ant:120:5:6",
    ])
    func noSensor(text: String) { #expect(ANTSensorID(text) == nil) }

    /// A stick that makes sensors up: 64 new ones a second are told of, whatever it sends.
    @Test func inventedSensorsAreBounded() {
        var script = Self.scanning()
        for number in 1...1000 { script.hear([4, 0xFF, 0, 0, 0, 0, 1, 72], number: UInt16(number), type: 120) }
        #expect(script.events.count == 64)
        script.now += 1_000_000
        for number in 1...1000 { script.hear([4, 0xFF, 0, 0, 0, 0, 1, 72], number: UInt16(number + 2000), type: 120) }
        #expect(script.events.count == 128)
    }

    @Test func countsWhatIsLost() {
        var script = Self.scanning()
        script.hear(0x40, [0, 1, 0x35])
        script.hear(0x40, [0, 1, 0x34])
        script.note(script.dialogue.take([0xA4, 3, 0x40, 0, 1, 2, 0xE5], at: script.now))
        #expect(script.dialogue.tally.overflows == 2)
        #expect(script.dialogue.tally.checksumErrors == 1)
    }

    /// Nothing a stick says traps or makes the dialogue turn on the spot: woken when it asked for, it asks for a later moment.
    @Test(arguments: 0..<40) func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var script = StickScript(seed % 2 == 0 ? .auto : .channels)
        script.start()
        for _ in 0..<400 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: script.note(script.dialogue.take((0..<40).map { _ in .random(in: 0...255, using: &random) }, at: script.now))
            case 1:
                script.demand(
                    ["ant:120:12345", "ant:11:54321", "ant:121:7"].shuffled(using: &random), looksAround: .random(using: &random))
            case 2:
                script.unanswered =
                    Bool.random(using: &random) ? [[0x4A, 0x4D, 0x46, 0x42, 0x4C, 0x4B].randomElement(using: &random) ?? 0] : []
                script.pass(.random(in: 0..<40_000_000, using: &random))
            case 3:
                script.note(
                    script.dialogue.listen(by: [.auto, .scan, .channels].randomElement(using: &random) ?? .auto, at: script.now))
            case 4:
                if let meter = ANTSensorID("ant:11:54321") { script.note(script.dialogue.calibrate(meter, at: script.now)) }
            case 5:
                let id: UInt8 = [0x40, 0x4E, 0x51, 0x54, 0x6F, 0x4F].randomElement(using: &random) ?? 0x40
                script.hear(id, (0..<Int.random(in: 0...14, using: &random)).map { _ in .random(in: 0...12, using: &random) })
            case 6:
                script.hear([0x10, 1, 2, 3, 4, 5, 6, 7], channel: .random(in: 0...9, using: &random), number: 54321, type: 11)
            default: script.hear(0x40, [.random(in: 0...8, using: &random), 1, .random(in: 0...9, using: &random)])
            }
            if script.dialogue.nextWake == nil { script.start() }
            if let moment = script.dialogue.nextWake, moment <= script.now {
                script.note(script.dialogue.wake(at: script.now))
                #expect(script.dialogue.nextWake.map { $0 > script.now } ?? true)
            }
        }
        #expect(script.said.count < 100_000)
    }
}
