import Testing
import Workouts

/// What an unstamped log says of the time while its receiver sees no sky.
@Suite struct LogStampsWithoutPositionTests {
    private static func rmc(_ time: String, isValid: Bool) -> [UInt8] {
        let body =
            isValid ? "GNRMC,\(time),A,5312.6750,N,00547.8860,E,6.0,90.0,301126,,,A" : "GNRMC,\(time),V,,,,,,,301126,,,N"
        return sentence(body)
    }

    private static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0, ^)
        return Array("$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n".utf8)
    }

    /// In a tunnel the receiver goes on speaking, so its lines do not all arrive when it comes out.
    @Test func timeGoesOnInATunnel() {
        let log = StampedLog([
            Self.rmc("082340.00", isValid: true), Self.rmc("082341.00", isValid: false), Self.rmc("082342.00", isValid: false),
            Self.sentence("GNGGA,082343.00,,,,,0,00,,,M,,M,,"), Self.rmc("082400.00", isValid: true),
        ])
        #expect(log.seconds == [0, 1, 2, 3, 20])
        // 2026-11-30T08:23:40Z
        #expect(log.firstTimestamp == Timestamp(secondsSince1970: 1_796_027_020))
    }

    /// A receiver that starts anew tells any time until it has a position.
    @Test func aColdClockIsNotBelieved() {
        let log = StampedLog([
            Self.rmc("000001.00", isValid: false), Self.rmc("082340.00", isValid: true), Self.rmc("000001.00", isValid: false),
            Self.rmc("082500.00", isValid: false), Self.rmc("082345.00", isValid: true),
            // Nor is one that goes back.
            Self.rmc("082344.00", isValid: false),
        ])
        #expect(log.seconds == [0, 0, 0, 0, 5, 5])
        #expect(StampedLog([Self.rmc("000001.00", isValid: false)]).firstTimestamp == nil)
    }
}
