internal import Dialogues
internal import Glibc

/// What to tell a person about a receiver's line, and what to do about it.
enum SerialSentences {
    static let unplugged = "unplugged: plug it in again, and it goes on by itself"
    static let noMoreLinks = "heard, but a capture can name no more links"

    static func absent(_ path: String) -> String { "there is no \(path): plug the receiver in, or name another path" }

    static func cannotOpen(_ path: String, code: Int32, in tree: SystemTree) -> String {
        switch code {
        case EACCES, EPERM:
            let group = tree.group(owning: path) ?? "dialout"
            // A receiver that udev has not yet handed over, or one that nobody but root may use.
            guard group != "root" else { return "only root may use \(path): is udev/60-wattbeat.rules installed?" }
            return "no permission to use \(path): type sudo usermod -aG \(group) $USER, then log in again"
        case EBUSY: return held(path, by: nil)
        case ENOTTY, EINVAL: return "\(path) is no serial line"
        default: return "\(path) cannot be opened: \(TransportError.message(code))"
        }
    }

    /// - Parameter holder: `nil` when it cannot be told.
    static func held(_ path: String, by holder: FileHolder?) -> String {
        guard let holder else {
            return "another program holds \(path), perhaps gpsd: type sudo fuser -v \(path) to see which"
        }
        let who = "\(holder.name) (process \(holder.process)) holds \(path)"
        return switch holder.name {
        case "gpsd": "\(who): read from gpsd://localhost:2947 in its place, or type sudo systemctl stop gpsd.socket gpsd"
        case "ModemManager":
            "\(who), taking it for a modem: install udev/60-wattbeat.rules, or type sudo systemctl stop ModemManager"
        default: "\(who): end it, or name another receiver"
        }
    }

    static func refused(_ path: String, baud: Int) -> String { "\(path) cannot be set to \(baud) baud" }

    /// - Parameters:
    ///   - isSearching: whether the speed is not known yet.
    ///   - isFixed: whether a person named the speed.
    static func condition(
        _ condition: ReceiverLine.Condition, baud: Int, isSearching: Bool, isFixed: Bool, isCDC: Bool
    ) -> String? {
        switch condition {
        case .well: nil
        case .listening: isSearching ? "listening for its speed" : nil
        case .silent where isCDC: "open, but silent: unplug it and plug it in again"
        case .silent where isFixed: "open, but silent: is its cable right, has it power, and is its speed really \(baud) baud?"
        case .silent: "open, but silent: is its cable right, and has it power?"
        case .garbled where isFixed && !isCDC: "bytes come, but no NMEA sentence: is its speed really \(baud) baud?"
        case .garbled: "bytes come, but no NMEA sentence: is it a GPS receiver, set to speak NMEA?"
        }
    }
}
