import Testing
import WireFormats

@testable import Transports

struct StandingTests {
    private let strap = BluetoothAddress(0xC011_2233_4401)

    private func status(_ standing: Standing, isMissed: Bool = false) -> DeviceStatus {
        standing.status(of: strap, name: "Strap", isMissed: isMissed)
    }

    /// Once may be chance; twice in a row, each about half a minute after the link was made, is a strap that wants slower parameters.
    @Test func hangsUpAgainAndAgain() throws {
        var standing = Standing()
        standing.noteEnd(of: strap, .lost(0), after: 31_000_000)
        #expect(status(standing).sentence == "it hung up")
        standing.noteEnd(of: strap, .lost(104), after: 29_000_000)
        #expect(status(standing).state == .lost)
        #expect(status(standing).sentence?.contains("conn_max_interval") == true)
        standing.noteEnd(of: strap, .lost(0), after: 600_000_000)
        #expect(status(standing).sentence == "it hung up")
    }

    /// That it is not heard is the more pressing news, but for what only a person can mend.
    @Test func missing() {
        var standing = Standing()
        #expect(status(standing, isMissed: true).state == .searching)
        standing.note(strap, .open)
        standing.noteEnd(of: strap, .lost(110), after: 1)
        #expect(status(standing).sentence == "it was heard no longer")
        #expect(status(standing, isMissed: true).state == .lost)
        #expect(status(standing, isMissed: true).sentence?.hasPrefix("not heard") == true)
        standing.noteEnd(of: strap, .needsPairing, after: 1)
        #expect(status(standing, isMissed: true).state == .fault)
    }

    @Test func onlyNewsIsTold() {
        var standing = Standing()
        let status = DeviceStatus(device: "bluetooth:hci0", state: .open)
        #expect(standing.update(status) == status)
        #expect(standing.update(status) == nil)
        let removed = DeviceStatus(device: "bluetooth:hci0", state: .removed)
        #expect(standing.update(removed) == removed)
        #expect(standing.update(removed) == nil)
    }
}
