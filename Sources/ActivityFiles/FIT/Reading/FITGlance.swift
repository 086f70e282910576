public import Workouts

/// What the first messages of a FIT file say of it, without the rest: enough to put files in order and to know one again.
public struct FITGlance: Equatable, Sendable {
    /// Whether it says that it is an activity, or says nothing of that.
    public let isActivity: Bool
    /// Whether this program wrote it.
    public let isOurs: Bool
    /// Whether it is ours and made up for show.
    public let isDemo: Bool
    /// The id that a recording of its first part has; `nil` where it derives from all bytes.
    public let id: WorkoutID?
    /// When the file was made, as it says; `nil` for what only counts from when the device was switched on.
    public let created: Timestamp?
    /// The moment of its first record or event; `nil` as above.
    public let began: Timestamp?

    /// - Parameter prefix: the file's first bytes, some kilobytes of them or all.
    /// - Throws: what is no FIT file at all; damage behind the header only ends the look.
    public init(decoding prefix: [UInt8]) throws(FITFault) {
        let header = try FITHeader(decoding: prefix, at: 0)
        let isCut = header.dataSize == 0 || header.size + header.dataSize > prefix.count
        let end = isCut ? prefix.count : header.size + header.dataSize
        var reader = FITMessageReader(prefix, data: header.size..<end, isCut: isCut)
        var fileType: UInt8?
        var maker: FITMaker?
        var began: Timestamp?
        while began == nil, let message = try? reader.next() {
            switch FITMessage.Kind(rawValue: message.number) {
            case .fileID where maker == nil:
                fileType = message.integer(0).flatMap { UInt8(exactly: $0) }
                maker = FITMaker(message)
            case .record, .event: began = message.timestamp.flatMap { Timestamp(fitSecond: $0) }
            default: break
            }
        }
        isActivity = FITPart.isActivity(fileType)
        isOurs = maker?.isOurs ?? false
        self.began = began
        created = maker?.createdSeconds.flatMap { Timestamp(fitSecond: $0) }
        isDemo = maker?.isDemo ?? false
        id = maker?.identity.map { WorkoutID(hashing: Array($0.utf8)) }
    }
}

extension FITPart {
    /// Whether it says that it is an activity, or says nothing of that: a course, say, holds records too.
    public var isActivity: Bool { Self.isActivity(fileType) }

    fileprivate static func isActivity(_ fileType: UInt8?) -> Bool { (fileType ?? activity) == activity }

    private static let activity: UInt8 = 4
}

extension Timestamp {
    /// - Parameter fitSecond: since 1989-12-31; `nil` for what counts from when the device was switched on.
    fileprivate init?(fitSecond: UInt32) {
        guard fitSecond >= 0x1000_0000, fitSecond < .max else { return nil }
        self.init(secondsSince1970: FITRecordingAssembly.epochSecond + Int64(fitSecond))
    }
}

extension FITActivity {
    /// The id that the workout has when its file is read again.
    public static func idWhenRead(of workout: Workout) -> WorkoutID {
        let devices = FITDevices(
            workout: workout, softwareVersion: softwareVersion, startSecond: FITDates(workout).second(workout.start))
        return WorkoutID(hashing: Array((devices.maker.identity ?? "").utf8))
    }
}
