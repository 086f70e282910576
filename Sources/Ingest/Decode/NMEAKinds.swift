import JSONText
import WireFormats
import Workouts

/// Receivers' sentences and gpsd's reports.
let nmeaKinds: [DecodableKind] = [
    DecodableKind("nmea", "one NMEA 0183 sentence, from $ to the checksum, as its fields") { packets, _ in
        guard packets.count == 1 else { return ["error": .string("nmea reads one sentence, not \(packets.count)")] }
        return NMEAText.sentence(packets[0])
    },
    DecodableKind("seq.nmea", "NMEA 0183 sentences in order of arrival, as the fixes they make", isSequence: true) { packets, _ in
        NMEAText.fixes(packets)
    },
    DecodableKind("gpsd", "one line of gpsd's JSON") { packets, _ in
        guard packets.count == 1 else { return ["error": .string("gpsd reads one report, not \(packets.count)")] }
        return GPSDText.report(packets[0])
    },
]
