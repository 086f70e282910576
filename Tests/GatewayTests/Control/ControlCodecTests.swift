import Gateway
import JSONText
import TestSupport
import Statistics
import Testing
import Workouts

@Suite struct ControlCodecTests {
    /// The lines are those of docs/control.md, written by hand.
    static let requests: [(ControlRequest, String)] = [
        (.start(activity: nil), #"{"request":"start"}"#),
        (.start(activity: "running"), #"{"request":"start","activity":"running"}"#),
        (.start(activity: nil, template: "Tuesday"), #"{"request":"start","template":"Tuesday"}"#),
        (
            .start(
                activity: nil,
                plan: PlanOutline(
                    name: "Laps", steps: [PlanOutline.Step(.work, .distance(metres: 400))])),
            #"{"request":"start","plan":{"name":"Laps","steps":[{"kind":"work","metres":400}]}}"#
        ),
        (.pause, #"{"request":"pause"}"#), (.resume, #"{"request":"resume"}"#), (.lap, #"{"request":"lap"}"#),
        (.stop, #"{"request":"stop"}"#), (.status, #"{"request":"status"}"#), (.watch, #"{"request":"watch"}"#),
        (.scan(seconds: 15), #"{"request":"scan","seconds":15}"#), (.sensors, #"{"request":"sensors"}"#),
        (.pair(sensor: "ant:120:12345", name: nil), #"{"request":"pair","sensor":"ant:120:12345"}"#),
        (.pair(sensor: "ant:120:12345", name: "A \"b\""), #"{"request":"pair","sensor":"ant:120:12345","name":"A \"b\""}"#),
        (.forget(sensor: "x"), #"{"request":"forget","sensor":"x"}"#),
        (.ignore(sensor: "x"), #"{"request":"ignore","sensor":"x"}"#),
        (.rename(sensor: "x", name: "y"), #"{"request":"rename","sensor":"x","name":"y"}"#),
        (.priority(sensor: "x", quantity: "power", rank: 1), #"{"request":"priority","sensor":"x","quantity":"power","rank":1}"#),
        (.calibrate(sensor: "x"), #"{"request":"calibrate","sensor":"x"}"#), (.settings, #"{"request":"settings"}"#),
        (.set(key: "rider.ftp", value: "250"), #"{"request":"set","key":"rider.ftp","value":"250"}"#),
        (
            .set(key: "ftp", value: "260", from: CalendarDay(year: 2026, month: 3, day: 1)),
            #"{"request":"set","key":"ftp","value":"260","from":"2026-03-01"}"#
        ),
        (.set(key: "rider.ftp", value: nil), #"{"request":"set","key":"rider.ftp","value":null}"#),
    ]

    @Test(arguments: requests) func aRequestIsOneLineAndBack(request: ControlRequest, line: String) throws {
        #expect(String(decoding: request.encoded(), as: UTF8.self) == line)
        #expect(try ControlRequest(decoding: Array(line.utf8)) == request)
    }

    @Test(arguments: [
        (#"{"request":"fly"}"#, "there is no request \"fly\""),
        (#"{"reqest":"lap"}"#, "\"request\" is missing"),
        (#"{"request":"start","activty":"cycling"}"#, "this request has no \"activty\""),
        (#"{"request":"start","plan":{"steps":[{"kind":"work"}]}}"#, "\"plan\": a plan as docs/plans.md has it is expected"),
        (#"{"request":"scan","seconds":0}"#, "\"seconds\": a whole number from 1 to 600 is expected"),
        (#"{"request":"scan","seconds":1e300}"#, "\"seconds\": a whole number from 1 to 600 is expected"),
        (#"{"request":"scan"}"#, "\"seconds\" is missing"),
        (#"{"request":"forget","sensor":7}"#, "\"sensor\": a text is expected"),
        (#"[1]"#, "\"\": an object is expected"),
    ]) func aWrongRequestIsTold(line: String, sentence: String) {
        let error = #expect(throws: ControlError.self) { try ControlRequest(decoding: Array(line.utf8)) }
        #expect(error?.description == sentence)
    }

    @Test func noJSONIsTold() {
        for line in ["", "start", "{", #"{"request":"lap","request":"stop"}"#, "\u{FEFF}", String(repeating: "[", count: 5000)] {
            let error = #expect(throws: ControlError.self) { try ControlRequest(decoding: Array(line.utf8)) }
            guard case .notJSON? = error else { Issue.record("\(line.prefix(20)): \(String(describing: error))"); continue }
        }
    }

    @Test func aStatusIsOneLineAndBack() throws {
        for seed in 0..<300 {
            var any = AnyStatus(seed: UInt64(seed))
            let reply = ControlReply.success(.status(any.status()))
            let line = reply.encoded()
            #expect(!line.contains(0x0A))
            #expect(try ControlReply(decoding: line) == reply, "seed \(seed)")
        }
    }

    @Test func otherRepliesAreOneLineAndBack() throws {
        var any = AnyStatus(seed: 1)
        for reply in [
            .success(), .failure("a lap needs a workout"), .success(.text("offset 512\n")), .success(.workout(any.outcome())),
        ]
            as [ControlReply]
        {
            let line = reply.encoded()
            #expect(!line.contains(0x0A))
            #expect(try ControlReply(decoding: line) == reply)
        }
        #expect(String(decoding: ControlReply.failure("no").encoded(), as: UTF8.self) == #"{"ok":false,"error":"no"}"#)
    }

    /// Any line that a gateway never wrote is an error and no trap.
    @Test func hostileReplies() throws {
        var generator = SeededGenerator(seed: 7)
        for seed in 0..<20 {
            var any = AnyStatus(seed: UInt64(seed))
            let line = ControlReply.success(.status(any.status())).encoded()
            for _ in 0..<50 {
                let end = Int(generator.next() % UInt64(line.count))
                #expect(throws: ControlError.self) { try ControlReply(decoding: Array(line[..<end])) }
                var torn = line
                torn[end] = UInt8(truncatingIfNeeded: generator.next())
                _ = try? ControlReply(decoding: torn)
                // Digits become numbers that no clock shows.
                let digits = torn.split(separator: UInt8(ascii: ":")).joined(separator: Array(":9e300,\"x\":".utf8))
                _ = try? ControlReply(decoding: Array(digits))
            }
        }
    }

    @Test(arguments: [
        (#""elapsedSeconds":1e18"#, "live.elapsedSeconds"), (#""elapsedSeconds":-5e9"#, "live.elapsedSeconds"),
        (#""elapsedSeconds":"1""#, "live.elapsedSeconds"),
    ]) func numbersThatNoClockShows(member: String, key: String) throws {
        let live =
            #"{"now":0,"state":"running","activity":"cycling","activityIndex":0,"# + member
            + #","timerSeconds":0,"values":[],"lap":{"index":0,"start":0,"elapsedSeconds":0,"timerSeconds":0},"sensors":[]}"#
        let line =
            #"{"ok":true,"status":{"isDemo":false,"capture":{"state":"off"},"live":"# + live
            + #","idle":[],"sources":[],"sensors":[],"devices":[],"notes":[],"rejected":0,"dropped":0}}"#
        #expect(throws: ControlError.invalid(key: "status." + key, expectation: "a number of seconds")) {
            try ControlReply(decoding: Array(line.utf8))
        }
    }
}
