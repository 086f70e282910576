import Glibc
import Transports

/// Standard output through one buffer. A failed write ends the command: with a sentence, or silently when the reader has gone.
final class Output {
    /// How to draw when a person watches.
    let terminal: Terminal

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Once nothing may wait for whoever reads.
    private var background: BackgroundWriter?
    private static let capacity = 1 << 16

    init(descriptor: Int32) {
        self.descriptor = descriptor
        terminal = Terminal(descriptor: descriptor)
        buffer.reserveCapacity(Self.capacity)
    }

    /// Appends `text` as it is.
    func write(_ text: String) throws(CommandError) { try write(text.utf8) }

    /// Appends `text` and a line end.
    func line(_ text: String = "") throws(CommandError) {
        try write(text.utf8)
        try write(CollectionOfOne(UInt8(ascii: "\n")))
    }

    /// Appends bytes; they leave when the buffer is full, at `flush()` and at the command's end.
    func write(_ bytes: some Collection<UInt8>) throws(CommandError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.capacity { try flush() }
    }

    /// From here on nothing waits for a terminal that is held or a pipe that nobody reads, lest a gateway stand still with it: what
    /// finds no room is left out, and said to be.
    func neverWaits() { background = background ?? Self.inBackground(descriptor) }

    /// Whether a picture would only be added to those that nobody has looked at yet.
    var isBehind: Bool { background?.isBehind ?? false }

    /// Waits until everything written so far is out; a cancelled command does so for two seconds at most.
    func settle() async throws(CommandError) {
        try flush()
        await background?.drain()
        try flush()
    }

    /// Hands everything written so far to the system.
    func flush() throws(CommandError) {
        let failure: Int32?
        if let background {
            background.write(buffer)
            failure = background.takeFailure()
        } else {
            failure = BackgroundWriter.send(buffer, to: descriptor)
        }
        buffer.removeAll(keepingCapacity: true)
        switch failure {
        case nil: return
        case EPIPE?: throw .readerGone
        case let code?: throw .system(.inputOutput, "cannot write standard output", errno: code)
        }
    }

    /// One line on standard error, control characters in the names of files shown; when even that fails there is no one left to tell.
    static func complain(_ sentence: String) { _ = BackgroundWriter.send(Array("\(shown(sentence))\n".utf8), to: STDERR_FILENO) }

    /// `complain`, as the last word of a command that waits for nobody.
    func complainAtEnd(_ sentence: String) async {
        guard background != nil, let last = Self.inBackground(STDERR_FILENO) else { return Self.complain(sentence) }
        last.write(Array("\(shown(sentence))\n".utf8))
        await last.drain()
    }

    private static func inBackground(_ descriptor: Int32) -> BackgroundWriter? {
        BackgroundWriter(descriptor: descriptor) { "… \($0) lines are left out here: nobody read them in time" }
    }

    /// A piece of a picture for a person at standard error, which need not be complete.
    static func show(_ text: String) { _ = BackgroundWriter.send(Array(text.utf8), to: STDERR_FILENO) }
}
