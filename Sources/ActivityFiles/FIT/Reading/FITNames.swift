/// The profile's names of what is often met.
///
/// - SeeAlso: FIT SDK 21.218, profile types `mesg_num` and `manufacturer`.
enum FITNames {
    static func message(_ number: UInt16) -> String? { messages[number] }
    static func manufacturer(_ number: UInt16) -> String? { manufacturers[number] }
    /// The number of a name, or of what is written where the name is not known.
    static func manufacturer(named name: String) -> UInt16? {
        if let number = UInt16(name) { return manufacturers[number] == nil && number < .max ? number : nil }
        return numbers[name]
    }

    private static let numbers = Dictionary(manufacturers.map { ($1, $0) }) { min($0, $1) }

    private static let messages: [UInt16: String] = [
        0: "file_id", 1: "capabilities", 2: "device_settings", 3: "user_profile", 6: "bike_profile", 7: "zones_target",
        8: "hr_zone", 9: "power_zone", 12: "sport", 13: "training_settings", 15: "goal", 18: "session", 19: "lap", 20: "record",
        21: "event", 23: "device_info", 26: "workout", 27: "workout_step", 30: "weight_scale", 31: "course",
        32: "course_point", 33: "totals", 34: "activity", 35: "software", 37: "file_capabilities", 49: "file_creator",
        53: "speed_zone", 55: "monitoring", 72: "training_file", 78: "hrv", 82: "ant_channel_id", 101: "length",
        103: "monitoring_info", 104: "battery", 105: "pad", 106: "slave_device", 127: "connectivity", 128: "weather_conditions",
        129: "weather_alert", 131: "cadence_zone", 132: "hr", 142: "segment_lap", 145: "memo_glob", 148: "segment_id",
        149: "segment_leaderboard_entry", 150: "segment_point", 151: "segment_file", 158: "workout_session",
        160: "gps_metadata", 161: "camera_event", 162: "timestamp_correlation", 164: "gyroscope_data",
        165: "accelerometer_data", 174: "obdii_data", 177: "nmea_sentence", 178: "aviation_attitude",
        206: "field_description", 207: "developer_data_id", 208: "magnetometer_data", 209: "barometer_data",
        216: "time_in_zone", 225: "set", 227: "stress_level", 258: "dive_settings", 268: "dive_summary", 285: "jump",
        290: "beat_intervals", 297: "respiration_rate", 312: "split", 313: "split_summary", 317: "climb_pro",
        370: "hrv_status_summary",
        371: "hrv_value", 372: "raw_bbi",
    ]

    private static let manufacturers: [UInt16: String] = [
        1: "garmin", 7: "quarq", 9: "saris", 13: "dynastream_oem", 15: "dynastream", 16: "timex", 23: "suunto",
        32: "wahoo_fitness", 38: "osynce", 41: "shimano", 48: "pioneer", 51: "4iiiis", 63: "specialized", 68: "cateye",
        69: "stages_cycling", 70: "sigmasport", 86: "elite", 89: "tacx", 95: "stryd", 118: "waterrower", 123: "polar_electro",
        255: "development", 258: "lezyne", 260: "zwift", 263: "favero_electronics", 265: "strava", 267: "bryton", 268: "sram",
        281: "trainer_road", 282: "the_sufferfest", 289: "hammerhead", 294: "coros", 303: "greenteg", 307: "onelap",
        309: "form", 331: "mywhoosh", 340: "peloton",
    ]
}
