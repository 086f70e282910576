import Ingest
import Transports
import WireFormats
import Workouts

/// What kind of workout other tools' files hold, where nobody says: told by the sensors that speak in their first part.
enum ReplayActivity {
    private static let recordsLookedAt = 4000

    /// `nil` when the sensors fit no activity or several.
    static func guess(_ files: [RecordedFile]) -> ActivityType? {
        var signs = Signs()
        for file in files { look(at: file, &signs) }
        if signs.hasPedals { return signs.hasReceiver ? .cycling : .indoorCycling }
        if signs.hasFeet { return signs.hasReceiver ? .running : .treadmillRunning }
        return nil
    }

    private struct Signs {
        var hasPedals = false
        var hasFeet = false
        var hasReceiver = false
    }

    private static func look(at file: RecordedFile, _ signs: inout Signs) {
        var framer = ANTMessageFramer()
        var sticks: Set<LinkID> = []
        do throws(TransportError) {
            var reader = CaptureReader(file)
            for _ in 0..<recordsLookedAt {
                guard let record = try reader.next() else { return }
                switch record.input {
                case .linkOpened(let link, let identity):
                    note(identity.kind, &signs)
                    if identity.kind == .ant { sticks.insert(link) }
                case .bytes(let link, let bytes) where sticks.contains(link):
                    framer.append(bytes)
                    while let message = framer.nextMessage() {
                        if let type = ANTDataMessage(message)?.channelID?.deviceType { note(type, &signs) }
                    }
                default: break
                }
            }
        } catch {
            // The replay itself tells what is wrong with the file.
        }
    }

    private static func note(_ kind: LinkIdentity.Kind, _ signs: inout Signs) {
        switch kind {
        case .gatt(let characteristic):
            switch GATTUUID(rawValue: characteristic) {
            case .cyclingPowerMeasurement, .cscMeasurement, .indoorBikeData: signs.hasPedals = true
            case .rscMeasurement, .treadmillData: signs.hasFeet = true
            default: break
            }
        case .nmea, .gpsd: signs.hasReceiver = true
        case .ant: break
        }
    }

    private static func note(_ type: DeviceType, _ signs: inout Signs) {
        switch type {
        case .bicyclePower, .speed, .cadence, .speedAndCadence: signs.hasPedals = true
        case .strideSpeedDistance: signs.hasFeet = true
        default: break
        }
    }
}
