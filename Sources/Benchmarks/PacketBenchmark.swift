import WireFormats

/// Characteristics' values and ANT+ pages, as the examples of the references have them.
struct PacketBenchmark {
    private static let packets = 2_000_000
    /// What a stick sends at once: one USB packet.
    private static let chunk = 64

    private let examples: [String: [[UInt8]]]

    init() throws {
        var examples: [String: [[UInt8]]] = [:]
        for path in Files.paths(in: "Fixtures/examples", endings: [".tsv"]) {
            for line in String(decoding: try Files.contents(of: path), as: UTF8.self).split(whereSeparator: \.isNewline) {
                let columns = line.split(separator: "\t")
                guard columns.count > 2, !line.hasPrefix("#") else { continue }
                let bytes = columns[2].split(separator: " ").compactMap { UInt8($0, radix: 16) }
                examples[String(columns[1]), default: []].append(bytes)
            }
        }
        self.examples = examples
    }

    func run() {
        print("\nBluetooth: values of a characteristic, an item is a value\n\(Row.heading)")
        value(HeartRateMeasurement.self, "hr_measurement")
        value(CyclingPowerMeasurement.self, "cp_measurement")
        value(CSCMeasurement.self, "csc_measurement")
        value(RSCMeasurement.self, "rsc_measurement")
        value(IndoorBikeData.self, "indoor_bike_data")
        value(TreadmillData.self, "treadmill_data")
        value(BatteryLevel.self, "battery_level")
        print("\nANT+: a stick's bytes in chunks of \(Self.chunk), framed, with channel ids; an item is a page\n\(Row.heading)")
        page(HeartRatePage.self, "ant_page.hrm")
        page(BicyclePowerPage.self, "ant_page.power")
        page(FitnessEquipmentPage.self, "ant_page.fec")
        page(RevolutionPage.self, "ant_page.speed")
        page(SpeedCadencePage.self, "ant_page.speed_cadence")
        page(StrideSpeedDistancePage.self, "ant_page.sdm")
    }

    private func value<Value: CharacteristicValue>(_: Value.Type, _ kind: String) {
        let values = (examples[kind] ?? []).filter { (try? Value(decoding: $0)) != nil }
        guard !values.isEmpty else { return print("\(kind): no example") }
        let rounds = Self.packets / values.count
        let bytes = values.reduce(0) { $0 + $1.count } * rounds
        print(
            Row(
                Measurement(of: kind, bytes: bytes, items: rounds * values.count) {
                    for _ in 0..<rounds {
                        for value in values {
                            if let decoded = try? Value(decoding: value.span) { keep(decoded) }
                        }
                    }
                }))
    }

    private func page<Page: ANTPage>(_: Page.Type, _ kind: String) {
        let pages = (examples[kind] ?? []).filter { $0.count == 8 }
        guard !pages.isEmpty else { return print("\(kind): no example") }
        let sender: [UInt8] = [0x80, 0x39, 0x30, 0x0B, 0x05]
        // As long as all chunks together that begin where a message does.
        let once = pages.flatMap { ANTMessage(.broadcastData, [0] + $0 + sender).encoded() }
        let stream = Array(repeating: once, count: Self.chunk).flatMap { $0 }
        let rounds = max(1, Self.packets / (pages.count * Self.chunk))
        print(
            Row(
                Measurement(of: kind, bytes: stream.count * rounds, items: pages.count * Self.chunk * rounds) {
                    var framer = ANTMessageFramer()
                    for _ in 0..<rounds {
                        var start = 0
                        while start < stream.count {
                            framer.append(stream.span.extracting(start..<start + Self.chunk))
                            start += Self.chunk
                            while let message = framer.nextMessage() {
                                if let data = ANTDataMessage(message) { keep(Page(decoding: data.page)) }
                            }
                        }
                    }
                }))
    }
}
