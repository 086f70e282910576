import Foundation
import Glibc
import Testing

@testable import Transports

/// A stick behind a serial chip, with a pseudo terminal in its place.
struct ANTSerialStickTests {
    /// The other end of the line.
    private final class Line {
        let descriptor: CInt
        let path: String
        private var isOpen = true

        init() throws {
            descriptor = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
            var (locked, number): (CInt, CUnsignedInt) = (0, 0)
            // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
            try #require(ioctl(descriptor, 0x4004_5431, &locked) == 0 && ioctl(descriptor, 0x8004_5430, &number) == 0)
            path = "/dev/pts/\(number)"
        }

        func say(_ bytes: [UInt8]) { #expect(write(descriptor, bytes, bytes.count) == bytes.count) }

        func hear() -> [UInt8] {
            var bytes: [UInt8] = Array(repeating: 0, count: 256)
            let count = read(descriptor, &bytes, bytes.count)
            return Array(bytes.prefix(max(count, 0)))
        }

        func hangUp() {
            if isOpen { Glibc.close(descriptor) }
            isOpen = false
        }

        deinit { hangUp() }
    }

    private func turn(_ reactor: Reactor, until isSo: () -> Bool) -> Bool {
        let end = reactor.now + 10_000_000
        while !isSo(), reactor.now < end { reactor.turn(until: min(end, reactor.now + 10_000)) }
        return isSo()
    }

    @Test func carriesBytesAsTheyAre() throws {
        let (reactor, line) = (try Reactor(), try Line())
        let stick = try ANTSerialStick(line.path, on: reactor)
        var heard: [UInt8] = []
        stick.onBytes = { heard += $0 }
        // Line ends, interrupts and flow control are bytes like any other.
        let bytes = [0x0A, 0x0D, 0x03, 0x11, 0x13, 0x04, 0x00, 0xFF] + VirtualANTStick.frame(0x6F, [0x20])
        line.say(bytes)
        #expect(turn(reactor) { heard == bytes })
        stick.send(bytes)
        var said: [UInt8] = []
        #expect(
            turn(reactor) {
                said += line.hear(); return said == bytes
            })
        stick.finish(saying: [0xA4, 1, 0x4A, 0, 0xEF], within: 200_000)
        #expect(line.hear() == [0xA4, 1, 0x4A, 0, 0xEF])
    }

    @Test func tellsThatTheLineIsGone() throws {
        let (reactor, line) = (try Reactor(), try Line())
        let stick = try ANTSerialStick(line.path, on: reactor)
        var faults: [ANTStickFault] = []
        stick.onLost = { faults.append($0) }
        line.hangUp()
        #expect(turn(reactor) { !faults.isEmpty })
        #expect(faults == [.gone])
    }

    @Test func noLine() throws {
        let reactor = try Reactor()
        #expect(throws: ANTStickFault.gone) { try ANTSerialStick("/dev/wattbeat-no-such-tty", on: reactor) }
    }
}
