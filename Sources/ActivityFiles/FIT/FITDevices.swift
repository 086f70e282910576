import Workouts

/// Who made the file and which sensors served: `file_id`, `file_creator`, `device_info`.
struct FITDevices {
    /// "Development", which FIT leaves to makers without a number of their own.
    static let manufacturer: UInt16 = 255
    private static let product: UInt16 = 1

    let workout: Workout
    /// Hundredths: 1.23 is 123.
    let softwareVersion: UInt16
    let startSecond: Int64

    /// What the file says it was made by: where people look for what was made up for show.
    private var productName: String { workout.isDemo ? Self.demoName : Self.name }
    static let name = "wattbeat"
    static let demoName = "wattbeat DEMO"

    /// As a reader of the file finds it.
    var maker: FITMaker {
        var maker = FITMaker()
        maker.manufacturer = Self.manufacturer
        maker.product = Self.product
        maker.serialNumber = workout.fileSerialNumber
        maker.createdSeconds = UInt32(clamping: startSecond)
        maker.productName = productName
        return maker
    }

    func appendMaker(to file: inout FITFile) {
        var message = FITMessage(.fileID)
        message.add(0, .enum, 4)  // an activity
        message.add(1, .uint16, Int64(Self.manufacturer))
        message.add(2, .uint16, Int64(Self.product))
        message.add(3, .uint32z, Int64(workout.fileSerialNumber))
        message.add(4, .uint32, startSecond)
        message.add(8, productName)
        file.append(message)

        message = FITMessage(.fileCreator)
        message.add(0, .uint16, Int64(softwareVersion))
        file.append(message)
    }

    /// Behind the descriptions of our own fields, which the sources use.
    func appendSources(to file: inout FITFile) {
        file.append(creator)
        let quantities = SourceQuantities(workout)
        for (index, source) in workout.sources.prefix(253).enumerated() {
            file.append(device(source, index: Int64(index + 1), quantities.words(of: source.id)))
        }
    }

    private var creator: FITMessage {
        var message = FITMessage(.deviceInfo)
        message.add(253, .uint32, startSecond)
        message.add(0, .uint8, 0)
        message.add(2, .uint16, Int64(Self.manufacturer))
        message.add(3, .uint32z, Int64(workout.fileSerialNumber))
        message.add(4, .uint16, Int64(Self.product))
        message.add(5, .uint16, Int64(softwareVersion))
        message.add(25, .enum, 5)
        message.add(27, productName)
        return message
    }

    private func device(_ source: SampleSource, index: Int64, _ quantities: String) -> FITMessage {
        var message = FITMessage(.deviceInfo)
        message.add(253, .uint32, startSecond)
        message.add(0, .uint8, index)
        let antDevice = source.antDevice
        if let type = antDevice?.type ?? deviceType(source) { message.add(1, .uint8, type) }
        let manufacturer = source.manufacturer.flatMap { FITNames.manufacturer(named: $0) }
        if let manufacturer { message.add(2, .uint16, Int64(manufacturer)) }
        let serial = source.serialNumber.flatMap { UInt32($0) }
        if let serial, serial != 0 { message.add(3, .uint32z, Int64(serial)) }
        let product = source.model.flatMap { UInt16($0) }
        if let product { message.add(4, .uint16, Int64(product)) }
        let version = source.firmware.flatMap { Self.softwareVersion($0) }
        if let version { message.add(5, .uint16, Int64(version)) }
        if let number = antDevice?.number { message.add(21, .uint16z, number) }
        if let type = source.kind.fitSourceType ?? (antDevice == nil ? nil : 1) { message.add(25, .enum, type) }
        if let name = source.name ?? (product == nil ? source.model : nil) { message.add(27, name) }
        if let status = source.batteryStatus { message.add(11, .uint8, status.fitBatteryStatus) }
        if let percent = source.batteryPercent, (0...100).contains(percent) { message.add(32, .uint8, Int64(percent)) }
        message.addOwn(.sourceIdentity, source.identity, limit: 254)
        message.addOwn(.sourceQuantities, quantities, limit: 254)
        message.addOwn(.distanceOrigin, source.distanceOrigin?.rawValue)
        if manufacturer == nil { message.addOwn(.sourceManufacturer, source.manufacturer) }
        if product == nil { message.addOwn(.sourceModel, source.model) }
        if serial == nil { message.addOwn(.sourceSerialNumber, source.serialNumber) }
        if version == nil { message.addOwn(.sourceFirmware, source.firmware) }
        return message
    }

    /// Hundredths of what is written as FIT's versions are, `4.40`; `nil` for all else.
    static func softwareVersion(_ text: String) -> UInt16? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, let whole = UInt16(parts[0]), let hundredths = UInt16(parts[1]),
            whole < 655, text == "\(whole)." + (hundredths < 10 ? "0" : "") + "\(hundredths)"
        else { return nil }
        return whole * 100 + hundredths
    }

    /// What kind of sensor it is, in the numbers of its radio; told by what it measured, `nil` when that does not say.
    private func deviceType(_ source: SampleSource) -> Int64? {
        let quantities = workout.series.filter { $0.source == source.id }.map(\.quantity)
        switch source.kind {
        case .ble:
            if quantities.contains(.power) { return 2 }
            if quantities.contains(.stepRate) { return 6 }
            if quantities.contains(.heartRate) { return 1 }
            switch (quantities.contains(.speed), quantities.contains(.cadence)) {
            case (true, true): return 3
            case (true, false): return 4
            case (false, true): return 5
            case (false, false): return nil
            }
        case .gps: return 0
        case .barometer: return 4
        case .antPlus, .imported, .manual, .demo: return nil
        }
    }
}

extension Workout {
    /// With maker and time, what services know a workout by: from its identity alone, so the same in every export.
    var fileSerialNumber: UInt32 {
        let folded = id.high ^ id.low
        let serial = UInt32(truncatingIfNeeded: folded ^ folded >> 32)
        return max(serial, 1)  // 0 is "no value"
    }
}

extension SampleSource.Kind {
    fileprivate var fitSourceType: Int64? {
        switch self {
        case .antPlus: 1
        case .ble: 3
        case .gps, .barometer: 5
        case .imported, .manual, .demo: nil
        }
    }
}

extension SampleSource {
    /// Device type and number of an ANT+ channel ID, from `ant:120:12345`.
    fileprivate var antDevice: (type: Int64, number: Int64?)? {
        let parts = identity.split(separator: ":")
        guard kind == .antPlus || kind == .imported, parts.count >= 3, parts[0] == "ant", let type = UInt8(parts[1]),
            let number = UInt32(parts[2])
        else { return nil }
        // The field has the 16 bits that a channel ID had before its number was extended.
        return (Int64(type), (1...0xFFFF).contains(number) ? Int64(number) : nil)
    }
}

extension SampleSource.BatteryStatus {
    /// `battery_status` of the FIT profile.
    var fitBatteryStatus: Int64 {
        switch self {
        case .new: 1
        case .good: 2
        case .ok: 3
        case .low: 4
        case .critical: 5
        }
    }
}
