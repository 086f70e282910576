import Glibc
import JSONText
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

    /// Appends `text` as it is, but for signs that the terminal does not know.
    func write(_ text: String) throws(CommandError) {
        try write((terminal.hasUnicode ? text : text.withPlainSigns).utf8)
    }

    /// Appends a sentence for people and a line end: in signs that their terminal knows, and broken at its edge, where it has one.
    ///
    /// - Parameter isBroken: whether it is; not where a line is one of a log.
    func line(_ text: String = "", isBroken: Bool = true) throws(CommandError) {
        try put(text, isBroken: isBroken && terminal.hasEdge)
    }

    /// Lines of a page for people, which is 80 columns wide where nobody can tell.
    func page(_ lines: some Sequence<String>) throws(CommandError) {
        for line in lines { try put(line, isBroken: true) }
    }

    private func put(_ text: String, isBroken: Bool) throws(CommandError) {
        let text = terminal.hasUnicode ? text : text.withPlainSigns
        // Whoever has no more bytes than columns fits.
        guard isBroken, text.utf8.count > terminal.columns, text.columns > terminal.columns else { return try verbatim(text) }
        for part in text.flowed(to: terminal.columns) { try verbatim(part) }
    }

    /// Appends what programs read, and a line end, as it is.
    func verbatim(_ text: String) throws(CommandError) {
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
    static func complain(_ sentence: String) { _ = BackgroundWriter.send(complaint(sentence), to: STDERR_FILENO) }

    private static func complaint(_ sentence: String) -> [UInt8] {
        let text = shown(sentence) + "\n"
        return Array((Terminal.hasUnicode ? text : text.withPlainSigns).utf8)
    }

    /// `complain`, as the last word of a command that waits for nobody.
    func complainAtEnd(_ sentence: String) async {
        guard background != nil, let last = Self.inBackground(STDERR_FILENO) else { return Self.complain(sentence) }
        last.write(Self.complaint(sentence))
        await last.drain()
    }

    private static func inBackground(_ descriptor: Int32) -> BackgroundWriter? {
        BackgroundWriter(descriptor: descriptor) { "… \($0) lines are left out here: nobody read them in time" }
    }

    /// A piece of a picture for a person at standard error, which need not be complete.
    static func show(_ text: String) {
        _ = BackgroundWriter.send(Array((Terminal.hasUnicode ? text : text.withPlainSigns).utf8), to: STDERR_FILENO)
    }
}

extension Output {
    func json(_ value: JSONValue) throws(CommandError) {
        try write(value.utf8(.indented))
        try line()
    }

    func lines(_ lines: [String]) throws(CommandError) {
        // No empty line at the end.
        try page(lines.last == "" ? lines.dropLast() : lines[...])
    }
}
