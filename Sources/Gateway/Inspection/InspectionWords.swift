public import WireFormats

extension FileInspection {
    /// Why the file was not read to its end; `nil` when it was.
    public var problem: FileFault? { FileFault(path: path, fault: fault, ending: ending, bytesRead: bytes) }
}

extension LinkIdentity.Kind {
    /// As the capture format names it, without the characteristic.
    public var word: String {
        switch self {
        case .gatt: "gatt"
        case .ant: "ant"
        case .nmea: "nmea"
        case .gpsd: "gpsd"
        }
    }
}

extension RiderCommand {
    /// As the capture format writes it.
    public var words: String {
        switch self {
        case .start(let activity): activity.isEmpty ? "start" : "start \(activity)"
        case .pause(let automatic): automatic ? "pause automatic" : "pause rider"
        case .resume(let automatic): automatic ? "resume automatic" : "resume rider"
        case .lap: "lap"
        case .activity(let activity): "activity \(activity)"
        case .marker(let text): "marker \(text)"
        case .stop: "stop"
        }
    }
}
