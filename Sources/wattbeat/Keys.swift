import Glibc
import Transports

/// Single keys from a terminal, without Enter and without their echo in the picture. Ctrl-C stays a signal.
final class Keys {
    private let former: termios?
    private var watching: Reactor.Token?

    /// `nil` where nobody types: standard input is no terminal, or belongs to the job in front.
    init?() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(), tcgetattr(STDIN_FILENO, &settings) == 0 else {
            return nil
        }
        former = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Where no picture shows what keys do, a line does.
    func tell(_ output: Output) {
        if !output.terminal.isInteractive { Output.complain(KeyMeaning.hint) }
    }

    /// Hands on what is typed, until nobody can type any more.
    func watch(on reactor: Reactor, _ take: @escaping ([Character]) -> Void) {
        watching = reactor.watch(STDIN_FILENO, .readable) { [weak self, weak reactor] _ in
            let typed = Self.read()
            if typed.isEmpty, let token = self?.watching { reactor?.unwatch(token) }
            take(typed)
        }
    }

    /// Empty at the end of input, and when the terminal is gone.
    private static func read() -> [Character] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? Array(String(decoding: bytes[..<count], as: UTF8.self)) : []
    }

    /// Gives the terminal back as it was.
    func restore() {
        guard var former else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &former)
    }

    deinit { restore() }
}

/// What a key asks for while a picture is shown.
enum KeyMeaning: Equatable {
    case lap, pauseOrResume, quit

    static let hint = "Enter: lap   p: pause, go on   q: end"

    init?(_ key: Character) {
        switch key {
        case "\n", "\r", "l", " ": self = .lap
        case "p": self = .pauseOrResume
        case "q", "\u{4}": self = .quit
        default: return nil
        }
    }
}
