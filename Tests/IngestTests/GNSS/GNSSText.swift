import Ingest
import WireFormats
import Workouts

/// `$`, each body, its checksum, CR LF.
func nmea(_ bodies: String...) -> [UInt8] { nmea(bodies) }

func nmea(_ bodies: [String]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF")
    return bodies.flatMap { body in
        var sum: UInt8 = 0
        for byte in body.utf8 { sum ^= byte }
        return [UInt8]("$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])\r\n".utf8)
    }
}

/// All that comes of these bytes, arrived at once, and the end of input.
func outcomes(_ bytes: [UInt8]) -> [FixOutcome] {
    var receiver = NMEAReceiver()
    var all: [FixOutcome] = []
    receiver.append(bytes, at: .zero) { all.append($0) }
    if let last = receiver.finish() { all.append(last) }
    return all
}

func outcomes(_ bodies: String...) -> [FixOutcome] { outcomes(nmea(bodies)) }

/// The fixes among outcomes.
func fixes(_ outcomes: [FixOutcome]) -> [Fix] {
    outcomes.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
}

func fixes(_ bodies: String...) -> [Fix] { fixes(outcomes(nmea(bodies))) }

extension Timestamp {
    /// UTC; from `date -u -d … +%s`.
    init(unix: Double) { self.init(microseconds: Int64((unix * 1000).rounded()) * 1000) }
}

/// One epoch of a plain receiver, at `hhmmss[.s]`, position as given.
func epoch(_ time: String, date: String = "120419", latitude: String = "4552.65403,S", longitude: String = "17030.00668,E")
    -> [String]
{
    [
        "GNRMC,\(time),A,\(latitude),\(longitude),5.83,338.20,\(date),,,A,V",
        "GNGGA,\(time),\(latitude),\(longitude),1,12,0.64,14.2,M,1.8,M,,",
    ]
}
