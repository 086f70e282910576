import Workouts

/// What our files hold and FIT has no field for, as developer fields: readers that do not know them pass over them.
enum FITOwnField: UInt8, CaseIterable {
    /// Of a `record`: from 0. It can be had from heart rate and boundaries.
    case heartRateZoneIndex = 0
    /// Of a `session`: the 128 bits by which the workout is known, the highest byte first.
    case workoutID = 1
    /// Of a `device_info`: what a source is known by, and the quantities that came from it.
    case sourceIdentity = 2
    case sourceQuantities = 3
    case distanceOrigin = 4
    /// Of a `device_info`, where its own fields hold numbers alone.
    case sourceManufacturer = 5
    case sourceModel = 6
    case sourceSerialNumber = 7
    case sourceFirmware = 8
    /// Of a `lap`: what a machine or a device counted; `total_calories` may be reckoned.
    case machineEnergy = 9
    /// Of a `session`: what the workout's owner noted.
    case note = 10
    /// Of an `event`.
    case markerNote = 11

    /// Names this program among developers: fixed for ever, since services gather fields by it.
    static let applicationID: [UInt8] = Array("wattbeat".utf8) + [0x9B, 0x1E, 0x44, 0x0F, 0xA7, 0x52, 0xC3, 0x68]

    private var described: (name: String, type: FITBaseType, units: String?) {
        switch self {
        case .heartRateZoneIndex: ("hr_zone_index", .uint8, "zone")
        case .workoutID: ("workout_id", .byte, nil)
        case .sourceIdentity: ("source_identity", .string, nil)
        case .sourceQuantities: ("source_quantities", .string, nil)
        case .distanceOrigin: ("distance_origin", .string, nil)
        case .sourceManufacturer: ("source_manufacturer", .string, nil)
        case .sourceModel: ("source_model", .string, nil)
        case .sourceSerialNumber: ("source_serial_number", .string, nil)
        case .sourceFirmware: ("source_firmware", .string, nil)
        case .machineEnergy: ("machine_energy", .float32, "kcal")
        case .note: ("note", .string, nil)
        case .markerNote: ("marker_note", .string, nil)
        }
    }

    /// Describes the fields that a file uses: what must come before the first message that carries one.
    static func describe(for workout: Workout, note: String?, softwareVersion: UInt16, in file: inout FITFile) {
        var message = FITMessage(.developerDataID)
        message.add(1, .byte, applicationID.map { Int64($0) })
        message.add(3, .uint8, 0)
        message.add(4, .uint32, Int64(softwareVersion))
        file.append(message)
        for field in allCases where field.isUsed(by: workout, note: note) {
            let (name, type, units) = field.described
            message = FITMessage(.fieldDescription)
            message.add(0, .uint8, 0)
            message.add(1, .uint8, Int64(field.rawValue))
            message.add(2, .uint8, Int64(type.rawValue))
            message.add(3, name)
            if let units { message.add(8, units) }
            file.append(message)
        }
    }

    private func isUsed(by workout: Workout, note: String?) -> Bool {
        switch self {
        case .heartRateZoneIndex: Self.hasHeartRateZones(workout)
        case .workoutID: true
        case .sourceIdentity, .sourceQuantities: !workout.sources.isEmpty
        case .distanceOrigin: workout.sources.contains { $0.distanceOrigin != nil }
        case .sourceManufacturer:
            workout.sources.contains { $0.manufacturer.map { FITNames.manufacturer(named: $0) == nil } ?? false }
        case .sourceModel: workout.sources.contains { $0.model.map { UInt16($0) == nil } ?? false }
        case .sourceSerialNumber: workout.sources.contains { $0.serialNumber.map { UInt32($0) == nil } ?? false }
        case .sourceFirmware: workout.sources.contains { $0.firmware.map { FITDevices.softwareVersion($0) == nil } ?? false }
        case .machineEnergy: workout.summary.machineEnergyKilocalories.value != nil
        case .note: note != nil
        case .markerNote: workout.markers.contains { $0.kind == .marker && !$0.note.isEmpty }
        }
    }

    /// Whether any leg of a workout has zones to take the index from.
    static func hasHeartRateZones(_ workout: Workout) -> Bool {
        workout.zoneGroups[.heartRate] != nil || workout.activities.contains { $0.zoneGroups[.heartRate] != nil }
    }
}

extension FITMessage {
    /// Text, as `add` has it; nothing for none.
    mutating func addOwn(_ field: FITOwnField, _ text: String?, limit: Int = 63) {
        guard let text, !text.isEmpty else { return }
        addDeveloper(field.rawValue, text.fitBytes(limit: min(limit, 254)) + [0])
    }

    mutating func addOwn(_ field: FITOwnField, _ value: Float) {
        addDeveloper(field.rawValue, (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) })
    }
}

extension WorkoutID {
    /// The highest first.
    var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    /// - Parameter bytes: sixteen, as `bytes` has them.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let whole = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        self.init(high: UInt64(truncatingIfNeeded: whole >> 64), low: UInt64(truncatingIfNeeded: whole))
    }
}
