import Dialogues
import TestSupport
import Testing
import WireFormats

struct ATTClientTests {
    /// The stand-in answers each question that bluetoothd asked the recorded strap as that strap did.
    @Test func theStandInIsTheRecordedStrap() throws {
        var server = GATTServer.recordedStrap()
        var question: [UInt8]?
        var compared = 0
        for unit in try recordedUnits("captures/indoor-ride/ble.btsnoop", handle: 1).prefix(60) {
            if !unit.isReceived {
                question = unit.bytes
            } else if let asked = question, unit.bytes.first != 0x1B {
                // Of the lists of secondary and included services the strap has none.
                #expect(server.answer(asked) == unit.bytes)
                compared += 1
                question = nil
            }
        }
        #expect(compared == 22)
    }

    @Test func discoversTheRecordedStrap() throws {
        var conversation = Conversation(.recordedStrap())
        conversation.start()
        #expect(conversation.client.mtu == 517)
        let services: [GATTUUID] = [.genericAccess, .genericAttribute, .heartRate, .battery, .deviceInformation]
        #expect(conversation.events.first == .services(services))
        #expect(conversation.fact(.deviceName) == Array("Strap".utf8))
        #expect(conversation.fact(.manufacturerName) == Array("Wattbeat Virtual Sensors".utf8))
        #expect(conversation.fact(.serialNumber) == Array("C0:11:22:33:44:01".utf8))
        #expect(conversation.fact(.bodySensorLocation) == [1])
        #expect(conversation.fact(.batteryLevel) == [88])
        #expect(conversation.server.writes.map(\.handle) == [17, 25, 9])
        #expect(conversation.server.writes.map(\.value) == [[1, 0], [1, 0], [2, 0]])
        #expect(conversation.client.isReady && conversation.client.unusable == 0)
        // Facts come before measurements are turned on, so that a link can say what it is.
        let events = conversation.events
        let on = try #require(events.firstIndex(of: .turnedOn(.heartRateMeasurement)))
        #expect(on > (events.firstIndex { if case .fact(.firmwareRevision, _) = $0 { true } else { false } } ?? .max))
        #expect(events.firstIndex(of: .ready) ?? 0 > on)
    }

    /// 3609 is what the recording holds (its README).
    @Test func deliversEveryRecordedValue() throws {
        var conversation = Conversation(.recordedStrap())
        conversation.start()
        let units = try recordedUnits("captures/indoor-ride/ble.btsnoop", handle: 1).filter {
            $0.isReceived && $0.bytes[0] == 0x1B
        }
        for unit in units { conversation.receive(unit.bytes) }
        let measurements = conversation.events.count { if case .value(.heartRateMeasurement, _) = $0 { true } else { false } }
        #expect(measurements == 3609)
        #expect(conversation.values == units.map { Array($0.bytes.dropFirst(3)) })
    }

    @Test func measurementsFirstWhereThePeripheralIsKnown() throws {
        var wants = GATTWants.sensor
        wants.readsFactsFirst = false
        var conversation = Conversation(.recordedStrap(), wants: wants)
        conversation.start()
        let ready = try #require(conversation.events.firstIndex(of: .ready))
        let fact = try #require(conversation.events.firstIndex { if case .fact = $0 { true } else { false } })
        #expect(ready < fact)
    }

    /// A machine that stays at 23: values are cut at 20 bytes, and a longer name is read in parts of 22.
    @Test func mtu23() throws {
        var server = GATTServer.recordedStrap(mtu: 23)
        let long = (0..<50).map { UInt8(0x41 + $0 % 26) }
        server.set(28, value: long)
        server.set(30, value: Array(long.prefix(22)))
        var conversation = Conversation(server)
        conversation.start()
        #expect(conversation.client.mtu == 23)
        #expect(conversation.fact(.manufacturerName) == long)
        // As long as a packet holds: whether more is behind it shows only when it is asked.
        #expect(conversation.fact(.modelNumber) == Array(long.prefix(22)))
        conversation.receive(conversation.server.notification(16, [UInt8](repeating: 7, count: 30)))
        #expect(conversation.values == [[UInt8](repeating: 7, count: 20)])
    }

    @Test func whatCannotBeReadOrTurnedOnIsToldAndPassedOver() {
        var server = GATTServer.recordedStrap()
        server.set(28, error: 0x02)
        server.set(17, error: 0x05)
        var conversation = Conversation(server)
        conversation.start()
        #expect(conversation.events.contains(.refused(.manufacturerName, .error(ATTErrorCode(rawValue: 0x02)))))
        #expect(conversation.events.contains(.refused(.heartRateMeasurement, .error(.insufficientAuthentication))))
        #expect(ATTErrorCode.insufficientAuthentication.words == "pairing is needed")
        #expect(conversation.events.contains(.ready))
        #expect(!conversation.client.isTurnedOn(.heartRateMeasurement))
    }

    @Test func nothingThatIsWanted() {
        var conversation = Conversation(
            GATTServer([.init(1, 0x2800, [0x00, 0x18]), .init(2, 0x2803, [2, 3, 0, 0, 0x2A]), .init(3, 0x2A00)]))
        conversation.start()
        #expect(conversation.events == [.services([.genericAccess]), .dead(.useless)])
    }

    @Test func everyIndicationIsConfirmed() {
        var conversation = Conversation(.recordedStrap())
        conversation.start()
        conversation.sent = []
        conversation.receive([0x1D, 16, 0, 0x00, 0x48])
        conversation.receive([0x1D, 0xEF, 0xBE, 0x01])
        #expect(conversation.sent == [[0x1E], [0x1E]])
        #expect(conversation.values == [[0x00, 0x48]])
        #expect(conversation.client.unusable == 1)
    }

    /// We are a server to the peripheral, with no attributes.
    @Test func answersThePeripheralsRequests() {
        var conversation = Conversation(.recordedStrap())
        conversation.start()
        conversation.sent = []
        for request in ["02 17 00", "0A 03 00", "10 01 00 FF FF 00 28", "12 01 00 01", "18 00", "52 01 00 01", "D2 01", "1E"] {
            conversation.receive([UInt8](hex: request))
        }
        #expect(
            conversation.sent.map(hex) == [
                "03 05 02", "01 0A 00 00 06", "01 10 00 00 06", "01 12 00 00 06", "01 18 00 00 06",
            ])
        #expect(conversation.client.mtu == 23)
    }

    @Test func servicesThatChangeAreDiscoveredAnew() {
        var conversation = Conversation(.recordedStrap())
        conversation.start()
        conversation.events = []
        conversation.receive([0x1D, 8, 0, 0x01, 0x00, 0xFF, 0xFF])
        #expect(conversation.sent == [[0x1E]])
        #expect(conversation.events.contains(.turnedOn(.heartRateMeasurement)))
        #expect(conversation.events.contains(.ready))
        for _ in 0..<8 { conversation.receive([0x1D, 8, 0, 0x01, 0x00, 0xFF, 0xFF]) }
        #expect(conversation.events.last == .dead(.unsteady))
    }

    @Test func controlPoint() {
        var conversation = Conversation(.powerMeter())
        conversation.start()
        let requests = conversation.client.request(.cyclingPowerControlPoint, [0x0C], now: conversation.now)
        conversation.take(requests)
        #expect(conversation.server.writes.map { hex([UInt8($0.handle)] + $0.value) } == ["04 01 00", "07 02 00", "06 0C"])
        #expect(conversation.events.last == .written(.cyclingPowerControlPoint))
        conversation.receive([0x1D, 6, 0, 0x20, 0x0C, 0x01, 0x28, 0x00])
        #expect(conversation.events.last == .value(.cyclingPowerControlPoint, [0x20, 0x0C, 0x01, 0x28, 0x00]))
        #expect(conversation.sent == [[0x1E]])
        conversation.server.set(6, error: 0xFE)
        conversation.take(conversation.client.request(.cyclingPowerControlPoint, [0x0C], now: conversation.now))
        #expect(conversation.events.last == .refused(.cyclingPowerControlPoint, .error(ATTErrorCode(rawValue: 0xFE))))
        #expect(conversation.server.writes.count == 4)
        conversation.take(conversation.client.request(.scControlPoint, [0x01], now: conversation.now))
        #expect(conversation.events.last == .refused(.scControlPoint, .missing))
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
