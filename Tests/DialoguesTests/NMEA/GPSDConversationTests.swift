import Dialogues
import TestSupport
import Testing

struct GPSDConversationTests {
    private let second: Int64 = 1_000_000
    private static let greeting = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    private static let devices =
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-05-01T08:00:00.000Z"}]}"#
    private static func tpv(_ device: String, _ mode: Int = 3) -> String {
        #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"lat":52.5,"lon":13.4}"#
    }

    private static func lines(_ texts: String...) -> [UInt8] { texts.flatMap { Array("\($0)\r\n".utf8) } }
    private static func delivered(_ text: String) -> GPSDConversation.Action { .deliver(Array(text.utf8)) }

    @Test func asksForOneReceiverOrAll() {
        #expect(GPSDConversation(at: 0).begin() == [.send(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8))])
        let named = GPSDConversation(device: "/dev/tty\"\\A", at: 0).begin()
        #expect(named == [.send(Array(#"?WATCH={"enable":true,"json":true,"device":"/dev/tty\"\\A"};"#.utf8) + [10])])
    }

    @Test func theFirstThatSpeaksIsKept() {
        var talk = GPSDConversation(at: 0)
        #expect(talk.take(Self.lines(Self.greeting, Self.devices), at: 0) == [])
        #expect(talk.take(Self.lines(Self.tpv("/dev/a")), at: 1) == [.become(.well), .open, Self.delivered(Self.tpv("/dev/a"))])
        #expect(talk.take(Self.lines(Self.tpv("/dev/b")), at: 2) == [])
        let sky = #"{"class":"SKY","device":"/dev/a","hdop":0.9}"#
        let other = #"{"class":"SKY","device":"/dev/b","hdop":9.9}"#
        #expect(talk.take(Self.lines(other, sky), at: 3) == [Self.delivered(sky)])
    }

    @Test func chunksMayBeCutAnywhere() {
        let bytes = Self.lines(Self.greeting, Self.devices, Self.tpv("/dev/a"), Self.tpv("/dev/a", 2))
        for cut in bytes.indices {
            var talk = GPSDConversation(at: 0)
            let actions = talk.take(Array(bytes[..<cut]), at: 0) + talk.take(Array(bytes[cut...]), at: 1)
            #expect(
                actions == [.become(.well), .open, Self.delivered(Self.tpv("/dev/a")), Self.delivered(Self.tpv("/dev/a", 2))])
        }
    }

    @Test func unpluggedAndBack() {
        var talk = GPSDConversation(at: 0)
        _ = talk.take(Self.lines(Self.greeting, Self.tpv("/dev/a")), at: 0)
        let other = #"{"class":"DEVICE","path":"/dev/b","activated":0}"#
        #expect(talk.take(Self.lines(other), at: 1) == [])
        let gone = #"{"class":"DEVICE","path":"/dev/a","activated":0}"#
        #expect(talk.take(Self.lines(gone), at: 2) == [Self.delivered(gone), .close, .become(.unplugged)])
        #expect(talk.wakeAt == nil)
        // It comes back as another tty.
        #expect(talk.take(Self.lines(Self.tpv("/dev/b")), at: 3) == [.become(.well), .open, Self.delivered(Self.tpv("/dev/b"))])
    }

    @Test func aNamedReceiverIsWaitedFor() {
        var talk = GPSDConversation(device: "/dev/b", at: 0)
        #expect(talk.take(Self.lines(Self.greeting, Self.devices), at: 0) == [.become(.noReceiver)])
        #expect(talk.take(Self.lines(Self.tpv("/dev/a")), at: 1) == [])
        #expect(talk.take(Self.lines(Self.tpv("/dev/b")), at: 2).contains(.open))
        // A list without it ends it too.
        #expect(
            talk.take(Self.lines(Self.devices), at: 3) == [Self.delivered(Self.devices), .close, .become(.unplugged)])
        #expect(talk.take(Self.lines(Self.tpv("/dev/b")), at: 4).contains(.open))
    }

    @Test func noReceiverAndSilence() {
        var talk = GPSDConversation(at: 0)
        #expect(talk.take(Self.lines(Self.greeting, #"{"class":"DEVICES","devices":[]}"#), at: 0) == [.become(.noReceiver)])
        talk = GPSDConversation(at: 0)
        _ = talk.take(Self.lines(Self.greeting, Self.devices), at: 0)
        #expect(talk.wake(at: 10 * second) == [.become(.silent)], "it has one, which says nothing")
        talk = GPSDConversation(at: 0)
        _ = talk.take(Self.lines(Self.greeting, Self.tpv("/dev/a")), at: second)
        #expect(talk.wakeAt == 11 * second)
        #expect(talk.wake(at: 11 * second) == [.become(.silent)])
        #expect(
            talk.take(Self.lines(Self.tpv("/dev/a")), at: 20 * second) == [.become(.well), Self.delivered(Self.tpv("/dev/a"))])
    }

    @Test func whatIsNoGPSDIsKnownAsSuch() {
        var talk = GPSDConversation(at: 0)
        #expect(talk.take(Self.lines("SSH-2.0-OpenSSH_9.2"), at: 0) == [.become(.stranger)])
        talk = GPSDConversation(at: 0)
        #expect(talk.take([UInt8](repeating: 7, count: 70_000), at: 0) == [.become(.stranger)])
        talk = GPSDConversation(at: 0)
        #expect(talk.wake(at: 10 * second) == [.become(.stranger)])
    }

    @Test func anOverlongLineIsPassedOverAndCounted() {
        var talk = GPSDConversation(at: 0)
        _ = talk.take(Self.lines(Self.greeting, Self.tpv("/dev/a")), at: 0)
        for _ in 0..<40 { #expect(talk.take([UInt8](repeating: UInt8(ascii: "x"), count: 4096), at: 1) == []) }
        #expect(talk.take(Self.lines("", Self.tpv("/dev/a")), at: 2) == [Self.delivered(Self.tpv("/dev/a"))])
        #expect(talk.overlong == 1)
    }

    /// Half reports, text and noise: nothing traps, and a link opens and closes in turn.
    @Test func anyLines() {
        var generator = SeededGenerator(seed: 21)
        let known = [
            Self.greeting, Self.devices, Self.tpv("/dev/a"), Self.tpv("/dev/b"),
            #"{"class":"DEVICE","path":"/dev/a","activated":0}"#,
        ]
        var talk = GPSDConversation(at: 0)
        var isOpen = false
        for round in 0..<5000 {
            var line = Array((known.randomElement(using: &generator) ?? "").utf8)
            if Int.random(in: 0..<4, using: &generator) == 0 { line.removeLast(.random(in: 0...line.count, using: &generator)) }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                line.insert(.random(in: 0...255, using: &generator), at: .random(in: 0...line.count, using: &generator))
            }
            for action in talk.take(line + [10], at: Int64(round)) + talk.wake(at: Int64(round)) {
                switch action {
                case .open:
                    #expect(!isOpen)
                    isOpen = true
                case .close:
                    #expect(isOpen)
                    isOpen = false
                case .deliver: #expect(isOpen)
                case .send, .become: break
                }
            }
        }
    }
}
