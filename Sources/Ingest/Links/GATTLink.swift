import WireFormats
import Workouts

/// Values of one characteristic of one peripheral.
struct GATTLink: LinkDecoder {
    let link: LinkID
    let characteristic: GATTUUID
    private let source: SourceID
    private var wheel = RevolutionTracker(.wheel)
    private var crank = RevolutionTracker(.crank)
    private var bike = FitnessMachineParts<IndoorBikeData>()
    private var treadmill = FitnessMachineParts<TreadmillData>()
    private var distance = GrowingTotal()
    private var energy = GrowingTotal()
    private var run = RunningPace()

    var sources: [SourceID] { [source] }
    var wakeAt: Offset? { earliest(wheel.wakeAt, crank.wakeAt) }

    init?(_ link: LinkID, _ characteristic: GATTUUID, _ identity: LinkIdentity, at offset: Offset, _ context: inout IngestContext)
    {
        guard let source = context.source(identity.sourceIdentity("ble"), kind: .ble, name: identity.name, at: offset)
        else { return nil }
        self.link = link
        self.characteristic = characteristic
        self.source = source
        context.take(identity, for: source)
    }

    mutating func take(_ bytes: [UInt8], at offset: Offset, _ context: inout IngestContext) {
        context.heard(source, at: offset)
        do throws(WireError) {
            try decode(bytes, at: offset, &context)
        } catch {
            context.reject(link, error, of: source)
        }
    }

    private mutating func decode(_ bytes: [UInt8], at offset: Offset, _ context: inout IngestContext) throws(WireError) {
        switch characteristic {
        case .heartRateMeasurement: heart(try HeartRateMeasurement(decoding: bytes), at: offset, &context)
        case .cyclingPowerMeasurement: power(try CyclingPowerMeasurement(decoding: bytes), at: offset, &context)
        case .cscMeasurement:
            let value = try CSCMeasurement(decoding: bytes)
            turn(value.wheel, value.crank, rank: .ownSensorBLE, at: offset, &context)
        case .rscMeasurement: pace(try RSCMeasurement(decoding: bytes), at: offset, &context)
        case .indoorBikeData:
            if let record = bike.append(try IndoorBikeData(decoding: bytes)) { machine(record, at: offset, &context) }
        case .treadmillData:
            if let record = treadmill.append(try TreadmillData(decoding: bytes)) { machine(record, at: offset, &context) }
        case .batteryLevel: context.battery(source, percent: Int(try BatteryLevel(decoding: bytes).percent))
        case .manufacturerName: try note(bytes, &context) { $0.manufacturer = $1 }
        case .modelNumber: try note(bytes, &context) { $0.model = $1 }
        case .serialNumber: try note(bytes, &context) { $0.serialNumber = $1 }
        case .firmwareRevision: try note(bytes, &context) { $0.firmware = $1 }
        // Features, locations and control points change no reading.
        default: break
        }
    }

    private func note(
        _ bytes: [UInt8], _ context: inout IngestContext, _ set: (inout SampleSource, String) -> Void
    ) throws(WireError) {
        let text = try DeviceInformationString(decoding: bytes).text
        if !text.isEmpty { context.update(source) { set(&$0, text) } }
    }

    private func heart(_ value: HeartRateMeasurement, at offset: Offset, _ context: inout IngestContext) {
        if let rate = value.heartBeatsPerMinute {
            context.reading(.heartRate, Double(rate), at: offset, from: source, rank: .ownSensorBLE)
        }
        if let intervals = value.rrIntervals, !intervals.isEmpty {
            context.beats(Array(intervals), missed: 0, at: offset, from: source)
        }
    }

    private mutating func power(_ value: CyclingPowerMeasurement, at offset: Offset, _ context: inout IngestContext) {
        context.reading(.power, Double(value.watts), at: offset, from: source, rank: .ownSensorBLE)
        turn(value.wheel, value.crank, rank: .powerMeterBLE, at: offset, &context)
    }

    private mutating func turn(
        _ wheelPair: WheelRevolutions?, _ crankPair: CrankRevolutions?, rank: MeasurementRank, at offset: Offset,
        _ context: inout IngestContext
    ) {
        if let wheelPair {
            let outcome = wheel.apply(wheelPair, at: offset)
            let circumference = context.settings.wheelCircumferenceMetres
            if let rate = outcome.rate { context.reading(.speed, rate * circumference, at: offset, from: source, rank: rank) }
            if let turned = outcome.turned {
                context.amount(
                    .distance, Double(turned.revolutions) * circumference, from: turned.since, to: offset, source: source,
                    rank: rank,
                    origin: .wheel)
            }
        }
        if let crankPair, let rate = crank.apply(crankPair, at: offset).ratePerMinute {
            context.reading(.cadence, rate, at: offset, from: source, rank: rank)
        }
    }

    private mutating func pace(_ value: RSCMeasurement, at offset: Offset, _ context: inout IngestContext) {
        let isStrides = context.settings.strideSensors.contains(context.sources[source].identity)
        let stepRate = Double(value.cadencePerMinute) * (isStrides ? 2 : 1)
        context.reading(.speed, value.metresPerSecond, at: offset, from: source, rank: .footPodBLE)
        context.reading(.stepRate, stepRate, at: offset, from: source, rank: .footPodBLE)
        let covered = run.apply(metresPerSecond: value.metresPerSecond, stepsPerMinute: stepRate, at: offset)
        let total = value.totalDistanceMetres.map { distance.apply($0, at: offset) } ?? covered.map { ($0.metres, $0.since) }
        if let (metres, since) = total {
            context.amount(.distance, metres, from: since, to: offset, source: source, rank: .footPodBLE, origin: .footPod)
        }
        if let covered {
            context.amount(.steps, covered.steps, from: covered.since, to: offset, source: source, rank: .footPodBLE)
        }
    }

    private mutating func machine(_ record: IndoorBikeData, at offset: Offset, _ context: inout IngestContext) {
        if let speed = record.kilometresPerHour {
            context.reading(.speed, speed / 3.6, at: offset, from: source, rank: .machineBLE)
        }
        if let cadence = record.revolutionsPerMinute {
            context.reading(.cadence, cadence, at: offset, from: source, rank: .machineBLE)
        }
        if let watts = record.watts { context.reading(.power, Double(watts), at: offset, from: source, rank: .machineBLE) }
        session(record.session, record.distanceMetres, at: offset, &context)
    }

    private mutating func machine(_ record: TreadmillData, at offset: Offset, _ context: inout IngestContext) {
        if let speed = record.kilometresPerHour {
            context.reading(.speed, speed / 3.6, at: offset, from: source, rank: .machineBLE)
        }
        if let watts = record.watts.value { context.reading(.power, Double(watts), at: offset, from: source, rank: .machineBLE) }
        session(record.session, record.distanceMetres, at: offset, &context)
    }

    private mutating func session(
        _ session: FitnessMachineSession, _ metres: UInt32?, at offset: Offset, _ context: inout IngestContext
    ) {
        // A machine without a strap says 0.
        if let rate = session.beatsPerMinute.value, rate > 0 {
            context.reading(.heartRate, Double(rate), at: offset, from: source, rank: .machineBLE)
        }
        if let metres, let grown = distance.apply(Double(metres), at: offset) {
            context.amount(
                .distance, grown.amount, from: grown.since, to: offset, source: source, rank: .machineBLE, origin: .machine)
        }
        if let total = session.totalEnergyKilocalories.value, let grown = energy.apply(Double(total), at: offset) {
            context.amount(.energy, grown.amount, from: grown.since, to: offset, source: source, rank: .machineBLE)
        }
    }

    mutating func pass(to offset: Offset, _ context: inout IngestContext) {
        switch characteristic {
        case .cyclingPowerMeasurement, .cscMeasurement: break
        default: return
        }
        let rank: MeasurementRank = characteristic == .cscMeasurement ? .ownSensorBLE : .powerMeterBLE
        if let rate = wheel.pass(to: offset) {
            context.reading(.speed, rate * context.settings.wheelCircumferenceMetres, at: offset, from: source, rank: rank)
        }
        if let rate = crank.pass(to: offset) { context.reading(.cadence, rate * 60, at: offset, from: source, rank: rank) }
    }

    mutating func flush(at offset: Offset, _ context: inout IngestContext) {
        bike.discard()
        treadmill.discard()
    }
}
