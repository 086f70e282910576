import Glibc
public import Transports

/// What a capture's state means, and what to do about it.
enum CaptureWords {
    /// A capture that is over and not all on the disk.
    static func waits(_ path: String, _ shortfall: CaptureWriter.Shortfall) -> String {
        "the end of \(path) is not on the disk yet, and waits in memory: \(reason(shortfall.code))"
    }

    static func isWhole(_ path: String) -> String { "\(path) is whole on the disk now" }

    /// The gateway ends, and what waits is lost with it.
    ///
    /// - Parameter isStopped: whether the file's name says that its workout was.
    static func abandoned(_ path: String, _ shortfall: CaptureWriter.Shortfall, holdsWorkout: Bool, isStopped: Bool) -> String {
        let fate = isStopped ? "the workout ends where it is cut" : "a workout that was stopped may go on at the next start"
        let workout = holdsWorkout ? "; \(fate)" : ""
        return "the end of \(path) is lost\(workout): \(reason(shortfall.code))"
    }

    static func lacks(_ path: String, lost: Int) -> String {
        "\(path) lacks \(records(lost)) for which neither disk nor memory had room; the workout's files are made without them too"
    }

    /// While it is written.
    static func trouble(_ writer: CaptureWriter, _ code: Int32) -> String {
        if case .suspended = writer.state { return "not recording: \(reason(code))" }
        return "the last seconds may not be on the disk: \(reason(code))"
    }

    static func goesOn(lost: Int) -> String { "recording goes on" + (lost > 0 ? "; \(records(lost)) are lost" : "") }

    static func renewal(_ path: String, _ renewal: CaptureWriter.Renewal) -> String {
        switch renewal {
        case .displaced: "\(path) was removed or moved away: it was written anew, whole"
        case .diskFault(let code): "the disk refused some of \(path): it was written anew, whole; \(reason(code))"
        }
    }

    private static func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }

    /// Without a full stop.
    static func reason(_ code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "the disk is full; make room, and recording goes on by itself"
        case EROFS: "the disk may only be read, as after an error on a card; check it, and mount it writable again"
        case EACCES, EPERM: "the folder may not be written by this user; give it to the user that wattbeat runs as"
        case ENOENT: "the folder is gone; make it again, and recording goes on by itself"
        case ENOTDIR: "a file stands where its folder should be; move that away, and recording goes on by itself"
        case EEXIST: "another file has its name; move that away, and recording goes on by itself"
        case EIO: "the disk reports an error; use another one"
        case EWOULDBLOCK: "another wattbeat keeps its captures there; stop that one"
        default: "the disk refuses it (\(String(cString: strerror(code))))"
        }
    }
}

extension GatewayStatus.CaptureState {
    /// What a writer's state is for a person.
    public init(_ writer: CaptureWriter?) {
        guard let writer, writer.state != .closed else {
            self = .off
            return
        }
        switch (writer.state, writer.diskFault) {
        case (.suspended(let code, let lostRecords), _):
            self = .suspended(path: writer.path, sentence: CaptureWords.trouble(writer, code), lostRecords: lostRecords)
        case (_, let code?):
            self = .suspended(path: writer.path, sentence: CaptureWords.trouble(writer, code), lostRecords: 0)
        default: self = .writing(path: writer.path)
        }
    }
}
