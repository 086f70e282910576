import Testing
import Transports

@testable import Gateway

struct DoctorFindingsTests {
    /// A machine on which all is well.
    private var healthy: SystemFacts {
        var facts = SystemFacts()
        facts.groups = ["ada", "wattbeat"]
        facts.hasOwnGroup = true
        facts.gateway = .running(captureFault: nil)
        facts.bluetoothd = .init(process: 400, version: "5.66", isOnBus: true)
        facts.isBluetoothdInstalled = true
        facts.adapters = [.init(name: "hci0", isUp: true)]
        facts.sticks = [.init(name: "ANT USBStick2", node: "/dev/bus/usb/001/004", isUsable: true, group: "wattbeat")]
        facts.ruleEdition = 2
        facts.receivers = [.init(path: "/dev/wattbeat/gps-1", isUsable: true, group: "dialout")]
        facts.isClockSynchronised = true
        facts.timeZone = "Europe/Berlin"
        facts.folder = .init(path: "/var/lib/wattbeat/captures", freeBytes: 8_000_000_000, writing: .underWay)
        return facts
    }

    /// The only finding that is not ok.
    private func complaint(_ change: (inout SystemFacts) -> Void) throws -> DoctorFinding {
        var facts = healthy
        change(&facts)
        let complaints = DoctorFindings(facts).all.filter { $0.verdict != .ok }
        #expect(complaints.count == 1, "\(complaints)")
        return try #require(complaints.first)
    }

    private func finding(_ subject: String, _ facts: SystemFacts) -> DoctorFinding? {
        DoctorFindings(facts).all.first { $0.subject == subject }
    }

    @Test func aHealthyMachineHasNothingToType() {
        let findings = DoctorFindings(healthy)
        #expect(findings.verdict == .ok)
        #expect(findings.all.allSatisfy { $0.verdict == .ok && $0.remedy == nil }, "\(findings.all)")
        #expect(finding("bluetoothd", healthy)?.sentence == "running, version 5.66")
    }

    @Test func theGatewayAndItsSettings() throws {
        let full = try complaint { $0.gateway = .running(captureFault: "no space left on device") }
        #expect(full.verdict == .fault && full.sentence == "running, but captures nothing: no space left on device")
        let wrong = try complaint { $0.settingsFault = "settings.json:7: \"ftp\": watts are expected" }
        #expect(wrong.subject == "settings" && wrong.verdict == .fault)
        let stopped = try complaint { $0.gateway = .absent }
        #expect(stopped.verdict == .warning && stopped.remedy?.contains("wattbeat run") == true)
        var facts = healthy
        facts.gateway = .absent
        facts.unfinishedCaptures = ["a.capture.part"]
        #expect(finding("captures", facts)?.verdict == .warning)
    }

    @Test func bluetooth() throws {
        let stopped = try complaint { $0.bluetoothd = nil }
        #expect(stopped.verdict == .warning && stopped.remedy == "sudo systemctl enable --now bluetooth.service")
        let missing = try complaint { facts in
            facts.bluetoothd = nil
            facts.isBluetoothdInstalled = false
        }
        #expect(missing.remedy == "sudo apt install bluez")
        #expect(try complaint { $0.bluetoothd?.isOnBus = false }.verdict == .fault)
        let old = try complaint { $0.bluetoothd?.version = "5.43" }
        #expect(old.verdict == .warning && old.sentence.contains("5.43"))
        #expect(try complaint { $0.adapters = [] }.verdict == .warning)
        #expect(try complaint { $0.adapters[0].isUp = false }.remedy == "bluetoothctl power on")
        let blocked = try complaint { $0.adapters[0] = .init(name: "hci0", isUp: false, block: .soft) }
        #expect(blocked.verdict == .fault && blocked.remedy == "sudo rfkill unblock bluetooth")
        #expect(try complaint { $0.adapters[0].block = .hard }.verdict == .fault)
    }

    @Test func sticks() throws {
        let held = try complaint { $0.sticks[0].holders = [FileHolder(process: 812, name: "golden-cheetah")] }
        #expect(held.verdict == .fault)
        #expect(held.sentence == "ANT USBStick2: golden-cheetah (process 812) holds it" && held.remedy == "end it: kill 812")
        var facts = healthy
        facts.sticks[0].isClaimed = true
        facts.sticks[0].holders = [FileHolder(process: 900, name: "wattbeat")]
        #expect(DoctorFindings(facts).verdict == .ok, "our own gateway may")
        // Without root only the claim is seen, not whose it is.
        facts.gateway = .absent
        facts.sticks[0].holders = []
        #expect(finding("ANT stick", facts)?.remedy == "see which: sudo fuser -v /dev/bus/usb/001/004")
        facts.sticks[0].isClaimed = false
        facts.sticks[0].isUsable = false
        facts.groups = ["ada"]
        #expect(finding("ANT stick", facts)?.verdict == .fault)
        #expect(finding("ANT stick", facts)?.remedy == "sudo usermod -aG wattbeat $USER, then log in again")
        facts.sticks[0].group = "root"
        #expect(finding("ANT stick", facts)?.remedy?.hasPrefix("sudo make install") == true)
    }

    @Test func receivers() throws {
        let modem = try complaint { $0.receivers[0].holders = [FileHolder(process: 5, name: "ModemManager")] }
        #expect(modem.verdict == .fault && modem.remedy?.contains("systemctl stop ModemManager") == true)
        let gpsd = try complaint { $0.receivers[0].holders = [FileHolder(process: 6, name: "gpsd")] }
        #expect(gpsd.verdict == .warning && gpsd.remedy?.contains("systemctl stop gpsd.socket gpsd") == true)
        var facts = healthy
        facts.gateway = .absent
        facts.receivers[0].isUsable = false
        #expect(finding("GPS receiver", facts)?.remedy == "sudo usermod -aG dialout $USER, then log in again")
        facts = healthy
        facts.ruleEdition = nil
        facts.isModemManagerRunning = true
        #expect(finding("GPS receiver", facts)?.verdict == .warning)
    }

    @Test func rulesGroupsAndClock() throws {
        #expect(try complaint { $0.ruleEdition = nil }.remedy == "sudo make install")
        #expect(try complaint { $0.ruleEdition = 1 }.sentence == "older than this program")
        #expect(try complaint { $0.groups = ["ada"] }.remedy == "sudo usermod -aG wattbeat $USER, then log in again")
        #expect(try complaint { $0.isClockSynchronised = false }.remedy == "sudo timedatectl set-ntp true")
        #expect(try complaint { $0.timeZone = nil }.verdict == .warning)
    }

    @Test(arguments: [
        (200_000_000, DoctorFinding.Verdict.ok), (199_999_999, .warning), (20_000_000, .warning), (19_999_999, .fault),
        (0, .fault),
    ]) func room(bytes: Int, verdict: DoctorFinding.Verdict) {
        var facts = healthy
        facts.folder.freeBytes = Int64(bytes)
        #expect(DoctorFindings(facts).verdict == verdict)
    }

    @Test(arguments: [(19_999_999, "19 MB free"), (9_999_999_999, "9999 MB free"), (64_708_000_000, "64 GB free")])
    func roomInWords(bytes: Int, sentence: String) {
        var facts = healthy
        facts.folder.freeBytes = Int64(bytes)
        #expect(DoctorFindings(facts).all.last { $0.subject == "disk space" }?.sentence == sentence)
    }

    @Test func aFolderThatCannotBeWritten() throws {
        let finding = try complaint { $0.folder.writing = .impossible("Read-only file system") }
        #expect(finding.verdict == .fault)
        #expect(finding.sentence == "/var/lib/wattbeat/captures cannot be written: Read-only file system")
    }

    /// Nothing is called well that was not looked at.
    @Test func whatWasNotSeenIsNotOk() throws {
        #expect(try complaint { $0.folder.writing = .unseen }.remedy == "sudo wattbeat doctor")
        #expect(try complaint { $0.folder.freeBytes = nil }.subject == "disk space")
        #expect(try complaint { $0.bluetoothd?.isOnBus = nil }.verdict == .warning)
        // The gateway runs as another user; whether it has them open only root sees.
        let stick = try complaint { $0.sticks[0].isUsable = false }
        #expect(stick.verdict == .warning && stick.remedy == "wattbeat status")
        #expect(try complaint { $0.receivers[0].isUsable = false }.remedy == "wattbeat status")
        #expect(finding("ANT stick", SystemFacts())?.sentence == "none is plugged in")
    }

    @Test func aSerialStickIsItsTTY() throws {
        let none = try complaint { $0.sticks[0].node = nil }
        #expect(none.verdict == .fault && none.remedy == "sudo modprobe cp210x")
        var facts = healthy
        facts.gateway = .absent
        facts.sticks[0] = .init(name: "ANT2USB", node: "/dev/ttyUSB0", isUsable: false, group: "wattbeat")
        facts.groups = ["ada"]
        let forbidden = try #require(finding("ANT stick", facts))
        #expect(forbidden.verdict == .fault && forbidden.sentence == "ANT2USB: no permission to use /dev/ttyUSB0")
    }
}
