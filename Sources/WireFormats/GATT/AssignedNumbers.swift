// Services by which sensors and machines are found.
extension GATTUUID {
    /// Heart Rate.
    public static let heartRate = Self(rawValue: 0x180D)
    /// Running Speed and Cadence.
    public static let runningSpeedAndCadence = Self(rawValue: 0x1814)
    /// Cycling Speed and Cadence.
    public static let cyclingSpeedAndCadence = Self(rawValue: 0x1816)
    /// Cycling Power.
    public static let cyclingPower = Self(rawValue: 0x1818)
    /// Fitness Machine.
    public static let fitnessMachine = Self(rawValue: 0x1826)
}

// Services beside them.
extension GATTUUID {
    /// Generic Access.
    public static let genericAccess = Self(rawValue: 0x1800)
    /// Generic Attribute.
    public static let genericAttribute = Self(rawValue: 0x1801)
    /// Device Information.
    public static let deviceInformation = Self(rawValue: 0x180A)
    /// Battery; bluetoothd keeps it to itself.
    public static let battery = Self(rawValue: 0x180F)
}

// Attributes that a discovery meets.
extension GATTUUID {
    /// Declares a service.
    public static let primaryService = Self(rawValue: 0x2800)
    /// Declares a service that others include.
    public static let secondaryService = Self(rawValue: 0x2801)
    /// Declares a characteristic: its value follows.
    public static let characteristic = Self(rawValue: 0x2803)
    /// Turns notifications and indications on.
    public static let clientCharacteristicConfiguration = Self(rawValue: 0x2902)
}

// Characteristics of Generic Access and Generic Attribute.
extension GATTUUID {
    /// UTF-8.
    public static let deviceName = Self(rawValue: 0x2A00)
    /// What kind of thing it is.
    public static let appearance = Self(rawValue: 0x2A01)
    /// Handles that are no longer valid.
    public static let serviceChanged = Self(rawValue: 0x2A05)
}

// Characteristics of Battery and Device Information.
extension GATTUUID {
    /// `BatteryLevel`.
    public static let batteryLevel = Self(rawValue: 0x2A19)
    /// `SystemID`.
    public static let systemID = Self(rawValue: 0x2A23)
    /// `DeviceInformationString`.
    public static let modelNumber = Self(rawValue: 0x2A24)
    /// `DeviceInformationString`.
    public static let serialNumber = Self(rawValue: 0x2A25)
    /// `DeviceInformationString`.
    public static let firmwareRevision = Self(rawValue: 0x2A26)
    /// `DeviceInformationString`.
    public static let hardwareRevision = Self(rawValue: 0x2A27)
    /// `DeviceInformationString`.
    public static let softwareRevision = Self(rawValue: 0x2A28)
    /// `DeviceInformationString`.
    public static let manufacturerName = Self(rawValue: 0x2A29)
    /// `PnPID`.
    public static let pnpID = Self(rawValue: 0x2A50)
}

// Characteristics of Heart Rate.
extension GATTUUID {
    /// `HeartRateMeasurement`.
    public static let heartRateMeasurement = Self(rawValue: 0x2A37)
    /// `BodySensorLocation`.
    public static let bodySensorLocation = Self(rawValue: 0x2A38)
    /// `HeartRateControlPoint`.
    public static let heartRateControlPoint = Self(rawValue: 0x2A39)
}

// Characteristics of the speed and cadence services.
extension GATTUUID {
    /// `RSCMeasurement`.
    public static let rscMeasurement = Self(rawValue: 0x2A53)
    /// `RSCFeature`.
    public static let rscFeature = Self(rawValue: 0x2A54)
    /// `SpeedCadenceControlPoint`.
    public static let scControlPoint = Self(rawValue: 0x2A55)
    /// `CSCMeasurement`.
    public static let cscMeasurement = Self(rawValue: 0x2A5B)
    /// `CSCFeature`.
    public static let cscFeature = Self(rawValue: 0x2A5C)
    /// `SensorLocation`; of Cycling Power, too.
    public static let sensorLocation = Self(rawValue: 0x2A5D)
}

// Characteristics of Cycling Power.
extension GATTUUID {
    /// `CyclingPowerMeasurement`.
    public static let cyclingPowerMeasurement = Self(rawValue: 0x2A63)
    /// Forces round the crank; not decoded.
    public static let cyclingPowerVector = Self(rawValue: 0x2A64)
    /// `CyclingPowerFeature`.
    public static let cyclingPowerFeature = Self(rawValue: 0x2A65)
    /// `CyclingPowerControlPoint`.
    public static let cyclingPowerControlPoint = Self(rawValue: 0x2A66)
}

// Characteristics of Fitness Machine.
extension GATTUUID {
    /// `FitnessMachineFeature`.
    public static let fitnessMachineFeature = Self(rawValue: 0x2ACC)
    /// `TreadmillData`.
    public static let treadmillData = Self(rawValue: 0x2ACD)
    /// `IndoorBikeData`.
    public static let indoorBikeData = Self(rawValue: 0x2AD2)
    /// `TrainingStatus`.
    public static let trainingStatus = Self(rawValue: 0x2AD3)
    /// `SupportedRange`, in tenths.
    public static let supportedResistanceRange = Self(rawValue: 0x2AD6)
    /// `SupportedRange`, in watts.
    public static let supportedPowerRange = Self(rawValue: 0x2AD8)
    /// `FitnessMachineControlPoint`.
    public static let fitnessMachineControlPoint = Self(rawValue: 0x2AD9)
    /// `FitnessMachineStatus`.
    public static let fitnessMachineStatus = Self(rawValue: 0x2ADA)
}
