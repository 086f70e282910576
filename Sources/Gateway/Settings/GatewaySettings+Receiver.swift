import Transports

extension GatewaySettings.Receiver {
    /// As in the file and on the command line: `auto`, `off`, `/dev/ttyUSB0`, `/dev/ttyUSB0@9600`, `gpsd://localhost:2947/dev/ttyACM0`.
    public init?(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "off": self = .off
        case _ where text.hasPrefix(Self.scheme):
            guard let receiver = Self.gpsd(text.dropFirst(Self.scheme.count)) else { return nil }
            self = receiver
        case _ where text.hasPrefix("/") && !text.utf8.contains(0):
            guard let at = text.lastIndex(of: "@") else {
                self = .serial(path: text, baud: nil)
                return
            }
            guard let baud = Int(text[text.index(after: at)...]), Self.bauds.contains(baud) else { return nil }
            self = .serial(path: String(text[..<at]), baud: baud)
        default: return nil
        }
    }

    /// The same again.
    public var text: String {
        switch self {
        case .auto: "auto"
        case .off: "off"
        case .serial(let path, let baud): path + (baud.map { "@\($0)" } ?? "")
        case .gpsd(let host, let port, let device):
            "\(Self.scheme)\(host.contains(":") ? "[\(host)]" : host):\(port)\(device ?? "")"
        }
    }

    /// To end "… is expected".
    public static let expectation = "\"auto\", a path such as /dev/ttyUSB0 or /dev/ttyUSB0@9600, or gpsd://HOST:PORT/DEVICE"

    /// What receivers are sold with.
    public static let bauds = SerialReceiver.bauds

    static let gpsdPort = 2947
    private static let scheme = "gpsd://"

    /// `HOST[:PORT][/DEVICE]`; a host of colons stands in brackets.
    private static func gpsd(_ text: Substring) -> Self? {
        let place = text.prefix { $0 != "/" }
        let device = text.dropFirst(place.count)
        let host: Substring
        let rest: Substring
        if place.first == "[" {
            host = place.dropFirst().prefix { $0 != "]" }
            let behind = place.dropFirst(host.count + 1)
            guard behind.first == "]" else { return nil }
            rest = behind.dropFirst()
        } else {
            host = place.prefix { $0 != ":" }
            rest = place.dropFirst(host.count)
        }
        var port = gpsdPort
        if let colon = rest.first {
            guard colon == ":", let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
            port = Int(number)
        }
        guard !host.isEmpty, device.count != 1, !host.contains(where: { $0.isWhitespace || $0 == "\0" }) else { return nil }
        return .gpsd(host: String(host), port: port, device: device.isEmpty ? nil : String(device))
    }
}
