internal import Glibc

/// How a receiver's line is set: raw, eight data bits, no parity, one stop bit, no flow control, modem lines ignored.
///
/// - SeeAlso: termios(3).
struct LineSettings {
    /// Bits a second.
    let baud: Int

    /// - Returns: `false` when no such speed is known.
    func apply(to line: inout termios) -> Bool {
        guard let speed = Self.speeds.first(where: { $0.baud == baud })?.code else { return false }
        // A carriage return would become a second line feed, and 0x11 and 0x13 would vanish. Breaks are not ignored either: to a
        // line set much too fast everything is a break, which must show as noise.
        line.c_iflag = 0
        line.c_oflag = 0
        // No echo: it would talk to the receiver.
        line.c_lflag = 0
        line.c_cflag &= ~(tcflag_t(CSIZE) | tcflag_t(PARENB) | tcflag_t(CSTOPB) | tcflag_t(CRTSCTS) | tcflag_t(HUPCL))
        line.c_cflag |= tcflag_t(CS8) | tcflag_t(CREAD) | tcflag_t(CLOCAL)
        withUnsafeMutableBytes(of: &line.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return cfsetispeed(&line, speed) == 0 && cfsetospeed(&line, speed) == 0
    }

    /// Whether the driver took it; `tcsetattr` is content with a part.
    func stands(in line: termios) -> Bool {
        var line = line
        let wanted = tcflag_t(CS8) | tcflag_t(CREAD) | tcflag_t(CLOCAL)
        let all = wanted | tcflag_t(CSIZE) | tcflag_t(PARENB) | tcflag_t(CSTOPB) | tcflag_t(CRTSCTS) | tcflag_t(HUPCL)
        return line.c_cflag & all == wanted && line.c_lflag & tcflag_t(ICANON | ECHO) == 0 && line.c_oflag & tcflag_t(OPOST) == 0
            && line.c_iflag & tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP | PARMRK | BRKINT | IGNBRK) == 0
            && cfgetospeed(&line) == Self.speeds.first { $0.baud == baud }?.code
    }

    /// From slow to fast.
    static var bauds: [Int] { speeds.map(\.baud) }

    private static let speeds: [(baud: Int, code: speed_t)] = [
        (4800, speed_t(B4800)), (9600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
        (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)), (460_800, speed_t(B460800)),
        (921_600, speed_t(B921600)),
    ]
}
