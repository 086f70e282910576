import Ingest
import WireFormats
import Workouts

extension FuzzTarget {
    /// A receiver's bytes: the sentences found are the same wherever the chunks were cut, fixes are places on earth, and a route's
    /// points rise strictly in time whatever the offsets do.
    static let nmeaStream = FuzzTarget("nmea-stream", upTo: 4096) { bytes in
        let file = [UInt8](bytes)
        let chunks = Script.chunks(of: file)
        precondition(sentences(in: chunks) == sentences(in: [file]), "chunks change what a receiver said")
        var receiver = NMEAReceiver()
        var route = StrictRoute(file)
        for chunk in chunks {
            let offset = route.nextOffset()
            if let outcome = receiver.tick(at: offset) { route.take(outcome) }
            receiver.append(chunk, at: offset) { route.take($0) }
        }
        if let outcome = receiver.finish() { route.take(outcome) }
        var summary = NMEALogSummary()
        for chunk in chunks { summary.append(chunk) }
        summary.finish()
        precondition(summary.fixes <= summary.epochs && summary.unfilteredDistanceMetres.isFinite, "a summary of nonsense")
    }

    private struct Sentences: Equatable {
        var bodies: [[UInt8]] = []
        var counters = NMEACounters()
    }

    private static func sentences(in chunks: [[UInt8]]) -> Sentences {
        var framer = NMEALineFramer()
        var found = Sentences()
        for chunk in chunks {
            framer.append(chunk) { sentence in
                found.bodies.append([UInt8](sentence.body))
                read(sentence)
            }
        }
        found.counters = framer.counters
        return found
    }

    /// Every sentence as every formatter, also as those that it does not name.
    private static func read(_ sentence: borrowing NMEASentence) {
        _ = RMC(sentence)
        _ = GGA(sentence)
        _ = GNS(sentence)
        _ = GLL(sentence)
        _ = VTG(sentence)
        _ = GSA(sentence)
        _ = GST(sentence)
        _ = GSV(sentence)
        _ = ZDA(sentence)
        _ = TXT(sentence)
        _ = PUBX00(sentence)
        _ = PGRME(sentence)
        _ = sentence.talker?.description
    }
}

/// Fixes placed as a link places them, at offsets that stand, creep, leap and never go back.
struct StrictRoute {
    private var clock: RouteClock
    private var estimator = ClockEstimator(
        systemClock: WallClock(origin: Timestamp(microseconds: 0), source: .system, isTrusted: false), origin: .live)
    private var last: Offset?
    private var now = Offset.zero
    private var random: UInt32

    init(_ file: [UInt8]) {
        random = file.suffix(3).reduce(1) { $0 &* 65_599 &+ UInt32($1) }
        clock = RouteClock(origin: random & 1 == 0 ? nil : Timestamp(secondsSince1970: 1_764_489_600))
    }

    mutating func nextOffset() -> Offset {
        random = random &* 1_664_525 &+ 1_013_904_223
        let steps: [Int64] = [
            0, 1, 20_000, 100_000, 200_000, 1_000_000, 1_000_000, 1_000_000, 7_000_000, 60_000_000, 86_400_000_000,
        ]
        now = now + TimeSpan(microseconds: steps[Int(random >> 12) % steps.count])
        return now
    }

    mutating func take(_ outcome: FixOutcome) {
        _ = estimator.apply(outcome)
        guard case .fix(let fix) = outcome else { return }
        precondition(fix.latitude.magnitude <= 90 && fix.longitude.magnitude <= 180, "no such place on earth")
        precondition((fix.speedMetresPerSecond ?? 0) >= 0 && (0..<360).contains(fix.courseDegrees ?? 0), "no such movement")
        guard case .at(let offset) = clock.place(fix) else { return }
        precondition(last.map { $0 < offset } ?? true, "a route that goes back in time")
        last = offset
        let location = fix.location(at: offset)
        precondition((-180..<180).contains(location.longitude), "a longitude outside of its range")
    }
}
