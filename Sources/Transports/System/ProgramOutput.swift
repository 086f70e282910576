internal import Glibc

/// What other programs print.
///
/// No other line of ours starts a program, and the gateway never does: `doctor` asks bluetoothd's version before it has a descriptor
/// that matters. So it is enough that pipes, accepted connections and temporary files are closed on exec from a moment after they are
/// made; `Tests/Checks` looks that it stays so.
public enum ProgramOutput {
    /// The first line that a command prints, up to 127 bytes of it; `nil` when there is none. Waits for the command's end.
    ///
    /// - Parameter command: for the shell: no text of anyone else's may go into it.
    public static func firstLine(of command: String) -> String? {
        guard let pipe = popen(command + " 2>/dev/null", "r") else { return nil }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, CInt(line.count), pipe) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
