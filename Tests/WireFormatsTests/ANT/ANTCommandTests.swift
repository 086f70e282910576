import TestSupport
import Testing
import WireFormats

@Suite struct ANTCommandTests {
    /// Frames A1 to A9 of the reference, and frames whose checksum was worked out by hand.
    @Test(
        arguments: [
            (.reset, "A4 01 4A 00 EF"),
            (.request(.capabilities), "A4 02 4D 00 54 BF"),
            (.assignChannel(0, .receive, network: 0), "A4 03 42 00 00 00 E5"),
            (.assignChannel(1, .receive, network: 0, isBackgroundScan: true), "A4 04 42 01 00 00 01 E2"),
            (.setChannelID(channel: 0, .any(.heartRate)), "A4 05 51 00 00 00 78 00 88"),
            (.setChannelPeriod(channel: 0, ticks: 8070), "A4 03 43 00 86 1F 7D"),
            (.setRadioFrequency(channel: 0, megahertz: ANTCommand.antPlusFrequency), "A4 02 45 00 39 DA"),
            (.setLibConfiguration([.channelID, .signalStrength, .receiveTime]), "A4 02 6E 00 E0 28"),
            (.openChannel(0), "A4 01 4B 00 EE"),
            (.closeChannel(0), "A4 01 4C 00 E9"),
            (.unassignChannel(0), "A4 01 41 00 E4"),
            (.openRxScan, "A4 02 5B 00 01 FC"),
            (.setSearchTimeout(channel: 0, .never), "A4 02 44 00 FF 1D"),
            (.setSearchTimeout(channel: 0, .steps(12)), "A4 02 44 00 0C EE"),
            (.setSearchTimeout(channel: 0, .steps(255)), "A4 02 44 00 FE 1C"),
            (.setLowPrioritySearchTimeout(channel: 2, .steps(0)), "A4 02 63 02 00 C7"),
            (.enableExtendedMessages(true), "A4 02 66 00 01 C1"),
            (.setTransmitPower(3), "A4 02 47 00 03 E2"),
            (.setNetworkKey(network: 0, .antPlus), "A4 09 46 00 B9 A5 21 FB BD 72 C3 45 64"),
        ] as [(ANTCommand, String)])
    func frames(command: ANTCommand, hex: String) {
        #expect(command.encoded() == [UInt8](hex: hex))
    }

    @Test func dataGoesOutAsItIs() {
        let page = TrainerCommand.targetPower(watts: 250).encoded()
        #expect(ANTCommand.acknowledged(channel: 3, page).message == ANTMessage(.acknowledgedData, [3] + page.bytes))
        #expect(ANTCommand.broadcast(channel: 3, page).message == ANTMessage(.broadcastData, [3] + page.bytes))
    }

    @Test func aPairingIDWithTwentyBits() {
        let id = ChannelID(deviceNumber16: 12345, deviceType: .bicyclePower, isPairing: true, transmissionType: 0x35)
        #expect(ANTCommand.setChannelID(channel: 4, id).message == ANTMessage(.channelID, [4, 0x39, 0x30, 0x8B, 0x35]))
        #expect(id.deviceNumber == 208953)
    }
}

@Suite struct ANTReportTests {
    @Test func anEventIsNoReply() {
        #expect(ANTReport(ANTMessage(.response, [0, 1, 2])) == .event(channel: 0, .receiveFailed))
        #expect(
            ANTReport(ANTMessage(.response, [0, 0x4B, 0x15])) == .response(channel: 0, to: .openChannel, .channelInWrongState))
        // Event 0x0A is the start of a transmission, whatever its number suggests.
        #expect(ANTReport(ANTMessage(.response, [0, 1, 0x0A])) == .event(channel: 0, .transferStarted))
    }

    @Test func startUpCauses() {
        #expect(ANTReport(ANTMessage(.startUp, [0])) == .startUp([]))
        #expect(ANTReport(ANTMessage(.startUp, [0x22])) == .startUp([.watchdog, .command]))
    }

    @Test func capabilitiesOfNewAndOldSticks() {
        guard case .capabilities(let new) = ANTReport(ANTMessage(.capabilities, [8, 8, 0, 0xBA, 0x36, 0])),
            case .capabilities(let old) = ANTReport(ANTMessage(.capabilities, [4, 3, 0, 0]))
        else { Issue.record("no capabilities"); return }
        #expect(new.hasExtendedMessages && new.hasScanMode && new.hasSerialNumber && new.hasSearchList)
        #expect(new.maximumSensRcoreChannels == 0)
        #expect(old.maximumChannels == 4)
        #expect(!old.hasExtendedMessages && !old.hasScanMode)
        #expect(old.advancedOptions2 == nil)
    }

    @Test func versionEndsAtNUL() {
        #expect(ANTReport(ANTMessage(.version, Array("AP2USB1.05".utf8) + [0, 0x41])) == .version("AP2USB1.05"))
    }

    @Test func statusUsesTwoBits() {
        #expect(ANTReport(ANTMessage(.channelStatus, [5, 0xA3])) == .channelStatus(channel: 5, .tracking))
    }

    /// Too short for its kind, it is handed on as it is.
    @Test func everyTruncationStaysAMessage() {
        for id in 0...255 {
            for count in 0...20 {
                let message = ANTMessage(MessageID(rawValue: UInt8(id)), [UInt8](repeating: 0xE0, count: count))
                _ = ANTReport(message)
            }
        }
        #expect(ANTReport(ANTMessage(.response, [0, 1])) == .other(ANTMessage(.response, [0, 1])))
        #expect(ANTReport(ANTMessage(.broadcastData, [0, 1])) == .other(ANTMessage(.broadcastData, [0, 1])))
    }

    @Test func everyProfileHasItsPeriod() {
        #expect(DeviceType.heartRate.channelPeriod == 8070)
        #expect(DeviceType.bicyclePower.channelPeriod == 8182)
        #expect(DeviceType.strideSpeedDistance.channelPeriod == 8134)
        #expect(DeviceType(rawValue: 99).channelPeriod == nil)
    }
}
