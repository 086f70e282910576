/// What a machine's facts come to: one finding a thing, always in the same order.
public struct DoctorFindings: Equatable, Sendable {
    public let all: [DoctorFinding]

    public init(_ facts: SystemFacts) {
        all =
            Self.gateway(facts) + Self.bluetooth(facts) + Self.group(facts) + Self.sticks(facts) + Self.rule(facts)
            + Self.receivers(facts) + Self.clock(facts) + Self.disk(facts)
    }

    /// The gravest of all.
    public var verdict: DoctorFinding.Verdict { all.map(\.verdict).max() ?? .ok }

    // MARK: The gateway

    static func gateway(_ facts: SystemFacts) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        switch facts.gateway {
        case .running(nil): findings.append(.init("gateway", .ok, "running"))
        case .running(let fault?): findings.append(.init("gateway", .fault, "running, but captures nothing: \(fault)"))
        case .unreachable(let sentence): findings.append(.init("gateway", .warning, sentence))
        case .absent:
            findings.append(
                .init("gateway", .warning, "not running", "wattbeat run, or sudo systemctl enable --now wattbeat.service"))
        }
        if let fault = facts.settingsFault {
            findings.append(.init("settings", .fault, fault, "correct the file, then wattbeat settings check"))
        } else {
            findings.append(.init("settings", .ok, "understood"))
        }
        if !facts.unfinishedCaptures.isEmpty {
            let count = facts.unfinishedCaptures.count
            let what = count == 1 ? "a capture was cut off" : "\(count) captures were cut off"
            findings.append(.init("captures", .warning, "\(what): the next start finishes or resumes it", "wattbeat run"))
        } else if case .absent = facts.gateway {
            findings.append(.init("captures", .ok, "none was cut off"))
        }
        return findings
    }

    // MARK: Disk, clock

    private static func disk(_ facts: SystemFacts) -> [DoctorFinding] {
        let folder = facts.folder
        var findings: [DoctorFinding] = []
        switch folder.writing {
        case .possible: findings.append(.init("capture folder", .ok, "\(folder.path) can be written"))
        case .underWay: findings.append(.init("capture folder", .ok, "\(folder.path): the gateway writes there"))
        case .impossible(let fault):
            let remedy = "name another with --captures, or see who owns it: ls -ld \(folder.path)"
            findings.append(.init("capture folder", .fault, "\(folder.path) cannot be written: \(fault)", remedy))
        case .unseen:
            findings.append(
                .init("capture folder", .warning, "\(folder.path): only the gateway's user may look", "sudo wattbeat doctor"))
        }
        guard let free = folder.freeBytes else {
            findings.append(.init("disk space", .warning, "it cannot be told how much is free", "df \(folder.path)"))
            return findings
        }
        let verdict: DoctorFinding.Verdict = free < 20_000_000 ? .fault : free < 200_000_000 ? .warning : .ok
        let remedy = verdict == .ok ? nil : "make room: an hour of captures takes some 10 MB"
        let room = free < 10_000_000_000 ? "\(free / 1_000_000) MB" : "\(free / 1_000_000_000) GB"
        findings.append(.init("disk space", verdict, "\(room) free", remedy))
        return findings
    }

    private static func clock(_ facts: SystemFacts) -> [DoctorFinding] {
        let clock: DoctorFinding =
            facts.isClockSynchronised
            ? .init("clock", .ok, "synchronised")
            : .init(
                "clock", .warning, "not synchronised: workouts may be dated wrongly until a GPS receiver tells the date",
                "sudo timedatectl set-ntp true")
        let zone: DoctorFinding =
            facts.timeZone.map { .init("time zone", .ok, $0) }
            ?? .init("time zone", .warning, "none is set: days are cut in UTC", "sudo timedatectl set-timezone Europe/Berlin")
        return [clock, zone]
    }
}
