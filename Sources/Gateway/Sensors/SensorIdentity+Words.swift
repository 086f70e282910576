import WireFormats

extension SensorIdentity {
    /// What a person may type; to end "… is expected".
    static let expectation = "a sensor such as ble:C0:11:22:33:44:01, ant:120:12345 or gps:/dev/ttyACM0"
}
