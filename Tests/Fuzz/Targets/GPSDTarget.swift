import Ingest
import WireFormats

extension FuzzTarget {
    /// Lines of gpsd's JSON: reports or typed errors, and the route that comes of them rises strictly in time.
    static let gpsd = FuzzTarget("gpsd", upTo: 2048) { bytes in
        let file = [UInt8](bytes)
        var receiver = GPSDReceiver()
        var route = StrictRoute(file)
        for line in file.split(separator: 0x0A) {
            let offset = route.nextOffset()
            if let outcome = receiver.tick(at: offset) { route.take(outcome) }
            guard let report = try? GPSDReport(decoding: Array(line)) else { continue }
            receiver.apply(report, at: offset) { route.take($0) }
        }
        if let outcome = receiver.finish() { route.take(outcome) }
    }
}
