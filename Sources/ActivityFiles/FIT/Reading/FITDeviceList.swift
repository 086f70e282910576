import Workouts

/// The device and its sensors, as `device_info` messages tell them: each often, since batteries run down.
struct FITDeviceList {
    struct Device: Equatable {
        var index: UInt8
        /// Of ANT+, Bluetooth or the device's own parts, as `sourceType` says.
        var type: UInt8?
        /// 0 ANT, 1 ANT+, 2 Bluetooth, 3 Bluetooth low energy, 4 Wi-Fi, 5 local.
        var sourceType: UInt8?
        var manufacturer: UInt16?
        var product: UInt16?
        var serialNumber: UInt32?
        var antNumber: UInt16?
        /// Hundredths.
        var softwareVersion: UInt16?
        var productName: String?
        var batteryPercent: UInt8?
        var batteryStatus: UInt8?
    }

    /// In the order in which they were first told.
    private(set) var devices: [Device] = []

    /// As our own files name them, in the order of the file.
    private(set) var own: [OwnSource] = []

    mutating func take(_ message: FITDataMessage, _ developer: FITDeveloperFields) {
        guard let index = message.integer(0).flatMap({ UInt8(exactly: $0) }) else { return }
        let place = devices.firstIndex { $0.index == index } ?? devices.count
        if place == devices.count { devices.append(Device(index: index)) }
        func latest<Value: FixedWidthInteger>(_ number: UInt8, _ former: Value?) -> Value? {
            message.integer(number).flatMap { Value(exactly: $0) } ?? former
        }
        var device = devices[place]
        device.type = latest(1, device.type)
        device.manufacturer = latest(2, device.manufacturer)
        device.serialNumber = latest(3, device.serialNumber)
        device.product = latest(4, device.product)
        device.softwareVersion = latest(5, device.softwareVersion)
        device.batteryStatus = latest(11, device.batteryStatus)
        device.antNumber = latest(21, device.antNumber)
        device.sourceType = latest(25, device.sourceType)
        device.productName = message.text(27) ?? device.productName
        device.batteryPercent = latest(32, device.batteryPercent)
        devices[place] = device
        guard let identity = developer.ownText(.sourceIdentity, of: message), own.count < Int(UInt8.max) else { return }
        var source = device.source(SourceID(0))
        source.identity = identity
        source.manufacturer = developer.ownText(.sourceManufacturer, of: message) ?? source.manufacturer
        source.serialNumber = developer.ownText(.sourceSerialNumber, of: message) ?? source.serialNumber
        source.firmware = developer.ownText(.sourceFirmware, of: message) ?? source.firmware
        if let model = developer.ownText(.sourceModel, of: message) {
            // What other readers were told in place of a name.
            if source.name == model { source.name = nil }
            source.model = model
        }
        source.distanceOrigin = developer.ownText(.distanceOrigin, of: message)
            .flatMap { SampleSource.DistanceOrigin(rawValue: $0) }
        own.append(OwnSource(source, quantities: developer.ownText(.sourceQuantities, of: message) ?? ""))
    }

    /// The recording device, then its sensors. The first is there always.
    func sources(maker: FITMaker) -> (sources: [SampleSource], providers: [Quantity: SourceID]) {
        var recorder = devices.first { $0.index == 0 } ?? Device(index: 0)
        recorder.manufacturer = recorder.manufacturer ?? maker.manufacturer
        recorder.product = recorder.product ?? maker.product
        recorder.serialNumber = recorder.serialNumber ?? maker.serialNumber
        recorder.productName = recorder.productName ?? maker.productName
        // Its own type is not a sensor's.
        recorder.type = nil
        var sources = [recorder.source(SourceID(0))]
        sources[0].distanceOrigin = .device
        var quantities: [[Quantity]] = [[]]
        for device in devices where device.index != 0 {
            let id = SourceID(UInt16(sources.count))
            var source = device.source(id)
            source.distanceOrigin = device.distanceOrigin
            sources.append(source)
            quantities.append(device.quantities)
        }
        var providers: [Quantity: SourceID] = [:]
        for quantity in Quantity.allCases {
            // Of two straps nobody says which one counted.
            let able = quantities.indices.filter { quantities[$0].contains(quantity) }
            if able.count == 1 { providers[quantity] = sources[able[0]].id }
        }
        return (sources, providers)
    }
}

extension FITDeviceList.Device {
    fileprivate func source(_ id: SourceID) -> SampleSource {
        var source = SampleSource(id: id, kind: .imported, identity: identity, name: productName)
        source.manufacturer = manufacturer.map { FITNames.manufacturer($0) ?? "\($0)" }
        source.model = product.map { "\($0)" }
        source.serialNumber = serialNumber.map { "\($0)" }
        source.firmware = softwareVersion.map { version in
            "\(version / 100)." + (version % 100 < 10 ? "0" : "") + "\(version % 100)"
        }
        source.batteryPercent = batteryPercent.flatMap { $0 <= 100 ? Int($0) : nil }
        source.batteryStatus = batteryStatus.flatMap { SampleSource.BatteryStatus(fit: $0) }
        return source
    }

    /// As a sensor is known over its radio, where the file says that; else by maker, product and serial number.
    private var identity: String {
        if isANT, let type, let number = antNumber { return "ant:\(type):\(number)" }
        let parts = [manufacturer.map { UInt32($0) }, product.map { UInt32($0) }, serialNumber].map { $0.map(String.init) ?? "" }
        let known = parts.allSatisfy(\.isEmpty) ? "device" : parts.joined(separator: ":")
        // Sensors without a number of their own are told apart by their place in the file.
        return "fit:" + known + (serialNumber == nil && index != 0 ? ":\(index)" : "")
    }

    /// Old devices do not say over which radio; their sensors were ANT+ ones.
    private var isANT: Bool { sourceType.map { $0 <= 1 } ?? true }
    private var isBluetooth: Bool { sourceType == 2 || sourceType == 3 }

    fileprivate var quantities: [Quantity] {
        switch type {
        case 120? where isANT, 1? where isBluetooth: [.heartRate]
        case 11? where isANT, 2? where isBluetooth: [.power]
        case 121? where isANT, 3? where isBluetooth: [.cadence, .speed, .distance]
        case 122? where isANT, 5? where isBluetooth: [.cadence]
        case 123? where isANT, 4? where isBluetooth: [.speed, .distance]
        case 124? where isANT, 6? where isBluetooth: [.stepRate]
        default: []
        }
    }

    fileprivate var distanceOrigin: SampleSource.DistanceOrigin? {
        quantities.contains(.distance) ? .wheel : nil
    }
}

extension SampleSource.BatteryStatus {
    fileprivate init?(fit number: UInt8) {
        let all: [Self] = [.new, .good, .ok, .low, .critical]
        guard let status = all.first(where: { $0.fitBatteryStatus == Int64(number) }) else { return nil }
        self = status
    }
}
