/// Why a stick cannot be used, as far as a person can do something about it.
enum ANTStickFault: Error, Equatable {
    case noRight(path: String)
    /// Another program has it; `nil` when that cannot be found out.
    case busy(by: String?)
    /// It needs the driver that makes a tty of it.
    case noTTY
    /// Out of the port, or its driver took it away.
    case gone
    /// An error of the bus or the line, in the words of the library.
    case failed(String)
    /// It takes nothing that is sent.
    case stuck
}

extension ANTStickFault: CustomStringConvertible {
    /// A sentence without a full stop.
    var description: String {
        switch self {
        case .noRight(let path):
            """
            no right to open \(path): install the udev rule (sudo make install, then plug the stick in again) or join the group \
            wattbeat
            """
        case .busy(let holder?): "another program has the stick: \(holder); end it"
        case .busy(nil): "another program has the stick"
        case .noTTY: "the kernel made no tty for this stick: sudo modprobe cp210x"
        case .gone: "unplugged; it is taken up again when it is back"
        case .failed(let reason): "the stick failed: \(reason)"
        case .stuck: "the stick takes nothing that is sent; it is opened anew"
        }
    }

    /// `GoldenCheetah (process 4711)`, as far as this process may look into others; `nil` when it sees none.
    static func programs(holding path: String) -> String? {
        let holders = SystemTree.machine.holders(of: path)
        return holders.isEmpty ? nil : holders.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
    }

    /// Whether waiting alone will not help.
    var needsPerson: Bool {
        switch self {
        case .noRight, .busy, .noTTY: true
        case .gone, .failed, .stuck: false
        }
    }
}
