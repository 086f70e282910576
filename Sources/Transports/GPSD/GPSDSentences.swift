internal import Dialogues
internal import Glibc

/// What to tell a person about gpsd, and what to do about it.
enum GPSDSentences {
    static let unplugged = "unplugged from gpsd"
    static let hungUp = "gpsd hung up: it is called again"
    static let timedOut = ETIMEDOUT

    static func unknown(_ host: String) -> String { "the host \(host) is not known: is it spelled right?" }

    static func refused(_ host: String, _ port: Int, code: Int32) -> String {
        let place = "\(host) port \(port)"
        return switch code {
        case ECONNREFUSED where isHere(host): "no gpsd answers at \(place): type sudo systemctl start gpsd.socket"
        case ECONNREFUSED: "no gpsd answers at \(place): gpsd listens to other machines only with its option -G"
        default: "gpsd at \(place) cannot be reached: \(TransportError.message(code))"
        }
    }

    static func stranger(_ host: String, _ port: Int) -> String { "what answers at \(host) port \(port) is no gpsd" }

    static func state(_ condition: GPSDConversation.Condition) -> DeviceStatus.State {
        switch condition {
        case .asking: .connecting
        case .well, .silent: .open
        case .noReceiver: .searching
        case .unplugged: .lost
        case .stranger: .fault
        }
    }

    /// - Parameter device: the receiver that a person named.
    static func condition(_ condition: GPSDConversation.Condition, device: String?) -> String? {
        switch condition {
        case .asking, .stranger, .well: nil
        case .noReceiver:
            if let device {
                "gpsd runs, but has no \(device): plug it in, or type sudo gpsdctl add \(device)"
            } else {
                "gpsd runs, but has no receiver: plug one in, or name it in /etc/default/gpsd"
            }
        case .silent: "gpsd runs, but its receiver says nothing: is its cable right, and has it power?"
        case .unplugged: unplugged
        }
    }

    private static func isHere(_ host: String) -> Bool { host == "localhost" || host.hasPrefix("127.") || host == "::1" }
}
