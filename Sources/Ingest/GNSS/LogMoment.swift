import WireFormats

/// The time that one sentence or report of a log states.
struct LogMoment: Sendable {
    /// Milliseconds since midnight; a leap second has those after 86 400 000.
    let timeOfDay: Int64
    /// Microseconds since 1970, UTC, where the date stands with it.
    let utc: Int64?
    /// Whether it came with a valid position.
    let isPosition: Bool

    static let day: Int64 = 86_400_000

    /// The shorter way round the clock from `earlier`, milliseconds: midnight goes forwards, late data backwards.
    func since(_ earlier: LogMoment) -> Int64 {
        let step = timeOfDay - earlier.timeOfDay
        if step > Self.day / 2 { return step - Self.day }
        return step < -Self.day / 2 ? step + Self.day : step
    }

    init?(_ sentence: borrowing NMEASentence) {
        let time: NMEATimeOfDay
        let date: NMEADate?
        switch sentence.formatter {
        case .rmc:
            guard let rmc = RMC(sentence), let stated = rmc.timeOfDay else { return nil }
            (time, date, isPosition) = (stated, rmc.isFix ? rmc.date : nil, rmc.isFix)
        case .gga:
            guard let gga = GGA(sentence), let stated = gga.timeOfDay else { return nil }
            (time, date, isPosition) = (stated, nil, gga.isFix)
        case .gns:
            guard let gns = GNS(sentence), let stated = gns.timeOfDay else { return nil }
            (time, date, isPosition) = (stated, nil, gns.isFix)
        case .gll:
            guard let gll = GLL(sentence), let stated = gll.timeOfDay else { return nil }
            (time, date, isPosition) = (stated, nil, gll.isFix)
        case .zda:
            guard let zda = ZDA(sentence), let stated = zda.timeOfDay else { return nil }
            (time, date, isPosition) = (stated, zda.date, false)
        default: return nil
        }
        timeOfDay = Int64(time.milliseconds)
        utc = date.map { Int64($0.daysSince1970) * Self.day * 1000 + time.unixMicroseconds }
    }

    init?(_ report: GPSDReport) {
        // gpsd's time without a fix is the machine's, or a cold receiver's.
        guard case .tpv(let tpv) = report, tpv.mode >= 2, tpv.status != 8, let timestamp = tpv.timestamp, timestamp >= 0 else {
            return nil
        }
        timeOfDay = timestamp / 1000 % Self.day
        utc = timestamp
        isPosition = true
    }
}

/// Finds the moments in a log's records.
struct LogMoments: Sendable {
    private var framer = NMEALineFramer()
    private var reports: Set<LinkID> = []

    /// What a record's sentences or report say of the time, in their order.
    mutating func moments(in record: CaptureRecord) -> [LogMoment] {
        switch record.input {
        case .linkOpened(let link, let identity):
            if identity.kind == .gpsd { reports.insert(link) }
            return []
        case .bytes(let link, let line) where reports.contains(link):
            guard let report = try? GPSDReport(decoding: line), let moment = LogMoment(report) else { return [] }
            return [moment]
        case .bytes(_, let line):
            var moments: [LogMoment] = []
            framer.append(line.span) { sentence in
                if let moment = LogMoment(sentence) { moments.append(moment) }
            }
            return moments
        default: return []
        }
    }
}
