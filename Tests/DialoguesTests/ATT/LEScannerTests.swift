import Dialogues
import TestSupport
import Testing
import WireFormats

struct LEScannerTests {
    /// Answers commands as a controller does, until nothing more is sent.
    private func run(
        _ scanner: inout LEScanner, _ outputs: [LEScanner.Output], answering status: (String) -> String
    ) -> (sent: [String], told: [LEScanner.Output]) {
        var (sent, told): ([String], [LEScanner.Output]) = ([], [])
        var waiting = outputs[...]
        while let output = waiting.popFirst() {
            guard case .send(let bytes) = output else {
                told.append(output)
                continue
            }
            let command = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
            sent.append(command)
            let parameters = [UInt8](hex: status(command))
            waiting += scanner.receive([0x04, 0x0E, UInt8(3 + parameters.count), 1, bytes[1], bytes[2]] + parameters, now: 0)
        }
        return (sent, told)
    }

    /// Status, then 64 octets; octet 37 has the extended scan commands in bits 5 and 6.
    private func supported(_ octet37: String) -> String {
        "00" + String(repeating: "00", count: 37) + octet37 + String(repeating: "00", count: 26)
    }

    /// Vol 4, Part E, §7.8.10 and §7.8.11: active, 60 ms interval, 30 ms window, public address, all; on, duplicates filtered.
    @Test func anOldController() {
        var scanner = LEScanner()
        let (sent, told) = run(&scanner, scanner.scan(true, now: 0)) { $0 == "01021000" ? supported("00") : "00" }
        #expect(sent == ["01021000", "016D0C020100", "010C20020001", "010B20070160003000" + "0000", "010C20020101"])
        #expect(told == [.scanning(true)])
        #expect(scanner.isSettled)
        let (stopped, off) = run(&scanner, scanner.scan(false, now: 0)) { _ in "00" }
        #expect(stopped == ["010C20020001"])
        #expect(off == [.scanning(false)])
        // Known by now.
        #expect(run(&scanner, scanner.scan(true, now: 0)) { _ in "00" }.sent.count == 3)
    }

    /// §7.8.64 and §7.8.65: on the 1 Mbit/s PHY, for ever.
    @Test func aNewController() {
        var scanner = LEScanner()
        let (sent, told) = run(&scanner, scanner.scan(true, now: 0)) { $0 == "01021000" ? supported("60") : "00" }
        #expect(
            Array(sent.dropFirst(2)) == [
                "014220060001" + "00000000", "0141200800000101" + "60003000", "014220060101" + "00000000",
            ])
        #expect(told == [.scanning(true)])
    }

    /// Extended commands are claimed and refused: the old ones are tried, once.
    @Test func aControllerThatClaimsTooMuch() {
        var scanner = LEScanner()
        let (sent, told) = run(&scanner, scanner.scan(true, now: 0)) { command in
            command == "01021000" ? supported("60") : command.hasPrefix("0141") ? "01" : "00"
        }
        #expect(sent.last == "010C20020101")
        #expect(told == [.scanning(true)])
    }

    @Test func aRefusalIsTold() {
        var scanner = LEScanner()
        let (_, told) = run(&scanner, scanner.scan(true, now: 0)) { $0 == "01021000" ? supported("00") : "0C" }
        #expect(told == [.failed(status: 0x0C)])
        // No rights to ask what is supported is no fault.
        var other = LEScanner()
        let (_, end) = run(&other, other.scan(true, now: 0)) { $0.hasPrefix("010210") || $0.hasPrefix("016D") ? "01" : "00" }
        #expect(end == [.scanning(true)])
    }

    @Test func aDeafController() throws {
        var scanner = LEScanner()
        _ = scanner.scan(true, now: 7)
        let moment = try #require(scanner.nextWake)
        #expect(scanner.wake(now: moment - 1) == [])
        #expect(scanner.wake(now: moment) == [.failed(status: nil)])
        #expect(scanner.nextWake == nil)
    }

    /// Asked for the opposite before the first is done: it ends as last asked for.
    @Test func aChangeOfMind() {
        var scanner = LEScanner()
        let first = scanner.scan(true, now: 0)
        #expect(scanner.scan(false, now: 0) == [])
        let (sent, told) = run(&scanner, first) { $0 == "01021000" ? supported("00") : "00" }
        #expect(sent == ["01021000", "010C20020001"])
        #expect(told == [.scanning(false)])
    }

    @Test func junkIsCounted() {
        var scanner = LEScanner()
        for packet in ["", "04", "02 00 00", "04 3E", "04 3E 05 02 01"] {
            #expect(scanner.receive([UInt8](hex: packet), now: 0) == [])
        }
        #expect(scanner.unusable == 5)
        // Answers to what others asked the controller.
        #expect(scanner.receive([UInt8](hex: "04 0E 04 01 0C20 00"), now: 0) == [])
    }
}
