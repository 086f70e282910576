import WireFormats
import Workouts

/// One ANT+ sensor: its pages to readings.
struct ANTSensor: Sendable {
    let id: ChannelID
    let source: SourceID
    private var state: State
    private var lastPage: Offset?
    private var powerRest = RestReminder()
    private var cadenceRest = RestReminder()
    private var speedRest = RestReminder()
    /// Of the newest heart beat: a strap without skin goes on sending its last rate.
    private var lastBeat: Offset?

    private enum State {
        case heart(ANTBeatSequence)
        case power(ANTPowerMeter)
        case machine(ANTFitnessEquipment)
        case wheel(ANTRevolutionSequence)
        case crank(ANTRevolutionSequence)
        case both(wheel: ANTRevolutionSequence, crank: ANTRevolutionSequence)
        case footPod(ANTStrideSequence)
        /// Seen, named, and nothing of it is a reading of ours.
        case other
    }

    /// A rate without a new beat for so long is no rate.
    private static let beatHold = TimeSpan(seconds: 5)

    /// `nil` when there can be no more sources.
    init?(_ id: ChannelID, at offset: Offset, _ context: inout IngestContext) {
        let identity = SensorIdentity.ant(type: id.deviceType.rawValue, number: id.deviceNumber).text
        guard let source = context.source(identity, kind: .antPlus, name: id.deviceType.sensorName, at: offset) else {
            return nil
        }
        self.id = id
        self.source = source
        state =
            switch id.deviceType {
            case .heartRate: .heart(ANTBeatSequence())
            case .bicyclePower: .power(ANTPowerMeter())
            case .fitnessEquipment: .machine(ANTFitnessEquipment())
            case .speed: .wheel(ANTRevolutionSequence())
            case .cadence: .crank(ANTRevolutionSequence())
            case .speedAndCadence: .both(wheel: ANTRevolutionSequence(), crank: ANTRevolutionSequence())
            case .strideSpeedDistance: .footPod(ANTStrideSequence())
            default: .other
            }
    }

    mutating func take(_ page: DataPage, at offset: Offset, _ context: inout IngestContext) {
        context.heard(source, at: offset)
        let before = lastPage
        lastPage = offset
        let time = offset.microseconds
        switch state {
        case .heart(var sequence):
            let page = HeartRatePage(decoding: page)
            let update = sequence.apply(page, at: time)
            state = .heart(sequence)
            heart(page, update, trustsPages: sequence.trustsPages, at: offset, &context)
        case .power(var meter):
            let page = BicyclePowerPage(decoding: page)
            let update = meter.apply(page, at: time)
            state = .power(meter)
            if case .common(let common) = page { note(common, &context) }
            power(update, since: before, at: offset, &context)
        case .machine(var machine):
            let page = FitnessEquipmentPage(decoding: page)
            let update = machine.apply(page, at: time)
            state = .machine(machine)
            if case .common(let common) = page { note(common, &context) }
            equipment(page, update, since: before, at: offset, &context)
        case .wheel(var sequence):
            let page = RevolutionPage(decoding: page)
            let update = sequence.apply(page, at: time)
            state = .wheel(sequence)
            note(page.content, &context)
            wheel(update, since: before, rank: .ownSensorANT, at: offset, &context)
        case .crank(var sequence):
            let page = RevolutionPage(decoding: page)
            let update = sequence.apply(page, at: time)
            state = .crank(sequence)
            note(page.content, &context)
            crank(update.revolutionsPerMinute, rank: .ownSensorANT, at: offset, &context)
        case .both(var wheelSequence, var crankSequence):
            let page = SpeedCadencePage(decoding: page)
            let turned = wheelSequence.apply(eventTimeTicks: page.speedTimeTicks, revolutions: page.wheelRevolutions, at: time)
            let pedalled = crankSequence.apply(
                eventTimeTicks: page.cadenceTimeTicks, revolutions: page.crankRevolutions, at: time)
            state = .both(wheel: wheelSequence, crank: crankSequence)
            wheel(turned, since: before, rank: .ownSensorANT, at: offset, &context)
            crank(pedalled.revolutionsPerMinute, rank: .ownSensorANT, at: offset, &context)
        case .footPod(var sequence):
            let page = StrideSpeedDistancePage(decoding: page)
            footPod(page, &sequence, at: offset, &context)
            state = .footPod(sequence)
        case .other:
            note(CommonPage(decoding: page), &context)
        }
    }

    // MARK: Heart rate

    private mutating func heart(
        _ page: HeartRatePage, _ update: ANTBeatSequence.Update, trustsPages: Bool, at offset: Offset,
        _ context: inout IngestContext
    ) {
        if update.newBeats != 0 { lastBeat = offset }
        if let rate = page.beatsPerMinute, let lastBeat, offset - lastBeat <= Self.beatHold {
            context.reading(.heartRate, Double(rate), at: offset, from: source, rank: .ownSensorANT)
        }
        if update.lastInterval != nil || update.earlierInterval != nil || update.missedIntervals > 0 {
            context.beats(update.intervals, missed: update.missedIntervals, at: offset, from: source)
        }
        guard trustsPages else { return }
        switch page.content {
        case .manufacturer(let maker, let upper):
            let serial = UInt32(upper) << 16 | UInt32(id.deviceNumber16)
            context.update(source) {
                $0.manufacturer = "ANT+ manufacturer \(maker)"
                $0.serialNumber = "\(serial)"
            }
        case .product(_, let software, let model):
            context.update(source) {
                $0.model = "\(model)"
                $0.firmware = "\(software)"
            }
        case .battery(let percent, let battery):
            if let percent, percent <= 100 { context.battery(source, percent: Int(percent)) }
            if let status = battery.status.word { context.battery(source, status: status) }
        default: break
        }
    }

    // MARK: Power and machines

    private mutating func power(
        _ update: ANTPowerMeter.Update, since before: Offset?, at offset: Offset, _ context: inout IngestContext
    ) {
        if let watts = powerRest.remind(update.watts, at: offset) {
            context.reading(.power, watts, at: offset, from: source, rank: .ownSensorANT)
        }
        crank(update.cadencePerMinute, rank: .powerMeterANT, at: offset, &context)
        let circumference = context.settings.wheelCircumferenceMetres
        if let rate = speedRest.remind(update.wheelRevolutionsPerMinute, at: offset) {
            context.reading(.speed, rate / 60 * circumference, at: offset, from: source, rank: .powerMeterANT)
        }
        if let turns = update.wheelRevolutions, let before {
            context.amount(
                .distance, Double(turns) * circumference, from: before, to: offset, source: source, rank: .powerMeterANT,
                origin: .wheel)
        }
    }

    private mutating func equipment(
        _ page: FitnessEquipmentPage, _ update: ANTFitnessEquipment.Update, since before: Offset?, at offset: Offset,
        _ context: inout IngestContext
    ) {
        if let watts = powerRest.remind(update.watts, at: offset) {
            context.reading(.power, watts, at: offset, from: source, rank: .machineANT)
        }
        crank(update.cadencePerMinute, rank: .machineANT, at: offset, &context)
        if case .general(let general) = page {
            if let speed = general.speedMetresPerSecond {
                context.reading(.speed, speed, at: offset, from: source, rank: .machineANT)
            }
            // 0 is a machine nobody holds.
            if let rate = general.beatsPerMinute, rate > 0 {
                context.reading(.heartRate, Double(rate), at: offset, from: source, rank: .machineANT)
            }
        }
        // The lap key of the machine is the rider's.
        if update.isLap { context.lap(at: offset) }
        if let metres = update.metres, let since = lastGeneral {
            context.amount(
                .distance, Double(metres), from: since, to: offset, source: source, rank: .machineANT, origin: .machine)
        }
        if case .general = page { lastGeneral = offset }
        if let energy = update.kilocalories, let before {
            context.amount(.energy, Double(energy), from: before, to: offset, source: source, rank: .machineANT)
        }
    }

    /// The machine's distance grows between its general pages, which others lie between.
    private var lastGeneral: Offset?

    // MARK: Wheels, cranks, feet

    private mutating func wheel(
        _ update: ANTRevolutionSequence.Update, since before: Offset?, rank: MeasurementRank, at offset: Offset,
        _ context: inout IngestContext
    ) {
        let circumference = context.settings.wheelCircumferenceMetres
        if let rate = speedRest.remind(update.revolutionsPerMinute, at: offset) {
            context.reading(.speed, rate / 60 * circumference, at: offset, from: source, rank: rank)
        }
        if let turns = update.revolutions, let before {
            context.amount(
                .distance, Double(turns) * circumference, from: before, to: offset, source: source, rank: rank, origin: .wheel)
        }
    }

    private mutating func crank(_ rate: Double?, rank: MeasurementRank, at offset: Offset, _ context: inout IngestContext) {
        if let rate = cadenceRest.remind(rate, at: offset) {
            context.reading(.cadence, rate, at: offset, from: source, rank: rank)
        }
    }

    private mutating func footPod(
        _ page: StrideSpeedDistancePage, _ sequence: inout ANTStrideSequence, at offset: Offset, _ context: inout IngestContext
    ) {
        switch page {
        case .main(let main):
            let update = sequence.apply(main, at: offset.microseconds)
            if update.hasNews || main.speedTicks == 0 {
                context.reading(.speed, main.speedMetresPerSecond, at: offset, from: source, rank: .footPodANT)
            }
            defer { lastGeneral = offset }
            guard let since = lastGeneral else { return }
            if let metres = update.metres {
                context.amount(.distance, metres, from: since, to: offset, source: source, rank: .footPodANT, origin: .footPod)
            }
            // A stride is one step of each foot.
            if let strides = update.strides {
                context.amount(.steps, Double(strides) * 2, from: since, to: offset, source: source, rank: .footPodANT)
            }
        case .cadence(let cadence):
            context.reading(.stepRate, cadence.stridesPerMinute * 2, at: offset, from: source, rank: .footPodANT)
        case .common(let common): note(common, &context)
        case .raw: break
        }
    }

    // MARK: Facts

    private func note(_ page: CommonPage, _ context: inout IngestContext) {
        switch page {
        case .manufacturer(let maker):
            context.update(source) {
                $0.manufacturer = "ANT+ manufacturer \(maker.manufacturerID)"
                $0.model = "\(maker.modelNumber)"
            }
        case .product(let product):
            context.update(source) {
                $0.firmware = "\(product.softwareVersion)"
                if let serial = product.serialNumber { $0.serialNumber = "\(serial)" }
            }
        case .battery(let battery): if let status = battery.battery.status.word { context.battery(source, status: status) }
        case .request, .commandStatus, .raw: break
        }
    }

    private func note(_ content: RevolutionPage.Content, _ context: inout IngestContext) {
        switch content {
        case .battery(let battery): if let status = battery.status.word { context.battery(source, status: status) }
        case .manufacturer(let maker, _): context.update(source) { $0.manufacturer = "ANT+ manufacturer \(maker)" }
        case .product(_, let software, let model):
            context.update(source) {
                $0.model = "\(model)"
                $0.firmware = "\(software)"
            }
        case .counters, .operatingTime, .motion, .raw: break
        }
    }
}
