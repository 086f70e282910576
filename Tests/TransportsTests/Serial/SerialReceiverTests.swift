import Foundation
import Testing
import WireFormats

@testable import Transports

struct SerialReceiverTests {
    static let first = Array("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n".utf8)
    static let second = Array("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n".utf8)
    static let name = "/dev/serial/by-id/usb-u-blox_7-if00"

    let reactor: Reactor
    let intake = ReceiverIntake()

    init() throws { reactor = try Reactor() }

    private func receiver(_ path: String, baud: Int? = nil, in tree: SystemTree = .machine) -> SerialReceiver {
        SerialReceiver(reactor: reactor, intake: intake, path: path, baud: baud, in: tree)
    }

    @Test func bytesArriveAsTheyWereSaid() throws {
        let line = try PseudoTerminal()
        let receiver = receiver(line.path, baud: 4800)
        receiver.start()
        reactor.turn { receiver.isOpen }
        #expect(intake.links == [LinkIdentity(kind: .nmea, address: line.path)])
        #expect(intake.sightings.map(\.sensor) == ["gps:\(line.path)"])
        // Everything a cooked line would swallow, change or echo: CR, XON, XOFF, ^C, ^D, ^Z, DEL, 0xFF, NUL.
        let nasty: [UInt8] = [13, 10, 0x11, 0x13, 3, 4, 26, 127, 0xFF, 0, 0xFF]
        line.say(Self.first + nasty)
        reactor.turn { intake.bytes.count == Self.first.count + nasty.count }
        #expect(intake.bytes == Self.first + nasty)
        #expect(line.heard() == [], "nothing goes into the receiver")
        #expect(intake.reports.last == DeviceStatus(device: "gps:\(line.path)", state: .open))
        receiver.stop()
        #expect(intake.reasons == ["stopped"])
        #expect(intake.reports.last == DeviceStatus(device: "gps:\(line.path)", state: .removed))
    }

    @Test func theLineIsRawAndGivenBack() throws {
        let line = try PseudoTerminal()
        // Held open, as a pty forgets its settings with its last user.
        let keeper = open(line.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(keeper) }
        let before = line.settings
        let port = try SerialPort(path: line.path)
        #expect(port.set(LineSettings(baud: 38_400)))
        var raw = line.settings
        #expect(cfgetospeed(&raw) == speed_t(B38400) && cfgetispeed(&raw) == speed_t(B38400))
        #expect(raw.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0)
        #expect(raw.c_iflag & tcflag_t(ICRNL | IXON | ISTRIP | PARMRK | BRKINT | IGNBRK) == 0)
        #expect(raw.c_oflag & tcflag_t(OPOST) == 0)
        #expect(raw.c_cflag & tcflag_t(CLOCAL) != 0 && raw.c_cflag & tcflag_t(HUPCL) == 0)
        #expect(!port.set(LineSettings(baud: 12_345)))
        port.shut()
        let after = line.settings
        #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag && after.c_oflag == before.c_oflag)
        #expect(after.c_cflag == before.c_cflag)
    }

    @Test func theSpeedIsFoundAndNothingIsLost() throws {
        let line = try PseudoTerminal()
        let receiver = receiver(line.path)
        receiver.start()
        reactor.turn { receiver.isOpen }
        #expect(intake.links.isEmpty)
        #expect(intake.reports.last?.state == .connecting)
        line.say(Self.first)
        reactor.turn(until: reactor.now + 100_000)
        line.say(Self.second)
        reactor.turn { !intake.bytes.isEmpty }
        #expect(intake.bytes == Self.first + Self.second)
        #expect(intake.reports.last?.state == .open)
        receiver.stop()
    }

    @Test func aCableComesOutAndInAgainAsAnotherTTY() throws {
        let machine = try PretendedMachine()
        var line = try PseudoTerminal()
        try machine.link(Self.name, to: line.path)
        let receiver = receiver(Self.name, baud: 9600, in: machine.tree)
        receiver.start()
        reactor.turn { receiver.isOpen }
        line.say(Self.first)
        reactor.turn { intake.bytes == Self.first }

        try machine.remove(Self.name)
        line.hangUp()
        reactor.turn { intake.openLinks.isEmpty }
        #expect(intake.reasons == ["unplugged"])
        #expect(intake.reports.last?.state == .lost)
        #expect(intake.reports.last?.sentence == "unplugged: plug it in again, and it goes on by itself")

        // udev takes the folder away with its last name, and makes it anew.
        try machine.remove("/dev/serial")
        reactor.turn(until: reactor.now + 50_000)
        line = try PseudoTerminal()
        try machine.link(Self.name, to: line.path)
        reactor.turn { intake.links.count == 2 }
        line.say(Self.second)
        reactor.turn { intake.bytes == Self.first + Self.second }
        #expect(Set(intake.links.map(\.address)) == [Self.name])
        #expect(Set(intake.reports.map(\.device)) == ["gps:\(Self.name)"])
        #expect(intake.reports.last?.state == .open)
        receiver.stop()
    }

    @Test func aTTYIsKnownByItsLastingName() throws {
        let machine = try PretendedMachine()
        let line = try PseudoTerminal()
        // As the kernel lays it out for a receiver of USB's own class.
        let usb = "/sys/devices/pci0/usb1/1-1"
        for (file, text) in [("idVendor", "1546\n"), ("product", "u-blox 7\n"), ("manufacturer", "u-blox AG\n")] {
            try machine.write(text, "\(usb)/\(file)")
        }
        let node = (line.path as NSString).lastPathComponent
        try machine.link("/sys/class/tty/\(node)/device", to: "../../../devices/pci0/usb1/1-1/1-1:1.0")
        try machine.makeFolder("\(usb)/1-1:1.0")
        try machine.link("\(usb)/1-1:1.0/driver", to: "../../../../../bus/usb/drivers/cdc_acm")
        try machine.link("/dev/wattbeat/gps-1-1", to: line.path)
        try machine.link(Self.name, to: line.path)

        let device = SerialDevice("/dev/wattbeat/gps-1-1", in: machine.tree)
        #expect(device.path == "/dev/wattbeat/gps-1-1")
        #expect(device.product == "u-blox 7" && device.manufacturer == "u-blox AG" && device.serial == nil)
        #expect(device.isCDC)

        let receiver = receiver(Self.name, in: machine.tree)
        receiver.start()
        reactor.turn { receiver.isOpen }
        // No speed to be found: the link stands at once.
        #expect(intake.links.first?.name == "u-blox 7")
        #expect(intake.links.first?.facts.map(\.name) == ["manufacturer", "model"])
        #expect(intake.reports.last?.name == "u-blox 7")
        receiver.stop()
    }

    @Test func aNameThatChangesGivesWayToOneThatDoesNot() throws {
        let machine = try PretendedMachine()
        try machine.write("", "/dev/ttyACM0")
        #expect(SerialDevice("/dev/ttyACM0", in: machine.tree).path == "/dev/ttyACM0")
        try machine.link(Self.name, to: "../../ttyACM0")
        #expect(SerialDevice("/dev/ttyACM0", in: machine.tree).path == Self.name)
        try machine.link("/dev/wattbeat/gps-1234", to: "../ttyACM0")
        #expect(SerialDevice("/dev/ttyACM0", in: machine.tree).path == "/dev/wattbeat/gps-1234")
        #expect(SerialDevice(Self.name, in: machine.tree).path == Self.name, "a person's own choice of a name stands")
    }

    @Test func whoHoldsTheLineIsSaid() throws {
        let line = try PseudoTerminal()
        let holder = Process()
        holder.executableURL = URL(filePath: "/usr/bin/sleep")
        holder.arguments = ["60"]
        holder.standardInput = FileHandle(forReadingAtPath: line.path)
        try holder.run()
        defer { kill(holder.processIdentifier, SIGKILL) }
        let receiver = receiver(line.path, baud: 9600)
        receiver.start()
        reactor.turn { !intake.reports.isEmpty }
        let last = intake.reports.last
        #expect(last?.state == .fault)
        #expect(last?.sentence?.hasPrefix("sleep (process \(holder.processIdentifier)) holds \(line.path)") == true)
        // It lets go, and the line is had without a word from anyone.
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        reactor.turn { intake.reports.last?.state == .open }
        receiver.stop()
    }

    @Test func whatIsNoLineIsSaid() throws {
        let machine = try PretendedMachine()
        try machine.write("text", "/dev/file")
        let file = receiver("/dev/file", in: machine.tree)
        file.start()
        reactor.turn { !intake.reports.isEmpty }
        #expect(intake.reports.last?.sentence == "/dev/file is no serial line")
        file.stop()
        let absent = receiver("/dev/ttyACM7", in: machine.tree)
        absent.start()
        #expect(intake.reports.last?.state == .searching)
        #expect(intake.reports.last?.sentence == "there is no /dev/ttyACM7: plug the receiver in, or name another path")
        absent.stop()
    }

    @Test func sentencesSayWhatToType() throws {
        let machine = try PretendedMachine()
        try machine.write("root:x:0:\ndialout:x:20:ada\n", "/etc/group")
        let denied = SerialSentences.cannotOpen("/dev/x", code: EACCES, in: machine.tree)
        #expect(denied == "no permission to use /dev/x: type sudo usermod -aG dialout $USER, then log in again")
        let held = SerialSentences.held("/dev/ttyACM0", by: FileHolder(process: 412, name: "gpsd"))
        #expect(held.contains("gpsd (process 412) holds /dev/ttyACM0: read from gpsd://localhost:2947"))
        #expect(SerialSentences.cannotOpen("/dev/x", code: EBUSY, in: machine.tree).contains("sudo fuser -v /dev/x"))
    }

    @Test func aFloodIsReadInPieces() throws {
        let line = try PseudoTerminal()
        let receiver = receiver(line.path, baud: 460_800)
        receiver.start()
        reactor.turn { receiver.isOpen }
        var said = 0
        for _ in 0..<200 {
            line.say(Self.first)
            said += Self.first.count
            reactor.turn(until: reactor.now)
        }
        reactor.turn { intake.bytes.count == said }
        #expect(intake.pieces.allSatisfy { $0.count <= 4096 })
        receiver.stop()
    }

    @Test func nothingIsToldAfterStop() throws {
        let line = try PseudoTerminal()
        let receiver = receiver(line.path, baud: 9600)
        // While it is looked for who holds the line, and while the line is open.
        receiver.start()
        receiver.stop()
        receiver.start()
        reactor.turn { receiver.isOpen }
        receiver.stop()
        let told = intake.reports.count
        line.say(Self.first)
        line.hangUp()
        reactor.turn(until: reactor.now + 50_000)
        #expect(intake.bytes.isEmpty && intake.reports.count == told)
        receiver.stop()
    }
}
