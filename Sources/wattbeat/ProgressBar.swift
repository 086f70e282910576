import Glibc

/// A bar on standard error while a long file is read; nothing where nobody watches or where it takes no time.
final class ProgressBar {
    private let terminal = Terminal(descriptor: STDERR_FILENO)
    private var lastPercent = -1

    /// What is less is done before a bar can be seen.
    private let least: Int64

    /// - Parameter least: of what is counted; bytes of files, if nothing else is said.
    init(from least: Int64 = 16 << 20) { self.least = least }

    /// - Parameter total: `nil` when nobody knows how much there is.
    func show(_ read: Int64, of total: Int64?) {
        guard terminal.isInteractive, let total, total >= least else { return }
        let percent = Int(min(read, total) * 100 / total)
        guard percent != lastPercent else { return }
        lastPercent = percent
        let width = max(0, min(40, terminal.columns - 8))
        Output.show(terminal.startOfLine + terminal.bar(Double(percent) / 100, width: width) + " \(percent) %")
    }

    /// Takes the bar away.
    func finish() {
        if lastPercent >= 0 { Output.show(terminal.startOfLine) }
        lastPercent = -1
    }
}
