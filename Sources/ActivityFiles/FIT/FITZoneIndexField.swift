import Workouts

/// The one thing in our records that FIT has no field for: the index of the heart-rate zone, from 0, as a developer field.
///
/// Readers that do not know it pass over it; what it says can be had from heart rate and boundaries.
enum FITZoneIndexField {
    static let number: UInt8 = 0
    private static let name = "hr_zone_index"
    /// Names this program among developers: fixed for ever, since services gather fields by it.
    private static let applicationID: [UInt8] = Array("wattbeat".utf8) + [0x9B, 0x1E, 0x44, 0x0F, 0xA7, 0x52, 0xC3, 0x68]

    /// Whether any leg of a workout has zones to take the index from.
    static func isUsed(by workout: Workout) -> Bool {
        workout.zoneGroups[.heartRate] != nil || workout.activities.contains { $0.zoneGroups[.heartRate] != nil }
    }

    /// What must come before the first record that carries the field.
    static func describe(in file: inout FITFile, softwareVersion: UInt16) {
        var message = FITMessage(.developerDataID)
        message.add(1, .byte, applicationID.map { Int64($0) })
        message.add(3, .uint8, 0)
        message.add(4, .uint32, Int64(softwareVersion))
        file.append(message)

        message = FITMessage(.fieldDescription)
        message.add(0, .uint8, 0)
        message.add(1, .uint8, Int64(number))
        message.add(2, .uint8, Int64(FITBaseType.uint8.rawValue))
        message.add(3, name)
        message.add(8, "zone")
        file.append(message)
    }
}
