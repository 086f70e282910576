import Gateway
import Statistics
import Testing
import WireFormats

/// Whose figures a demo is shown in.
@Suite struct DemoDeskTests {
    private typealias Setting = CaptureHeader.Setting

    private let header = CaptureHeader(
        identity: "0", start: nil, isSynchronised: false,
        settings: [
            Setting(name: "ftp", value: "250"), Setting(name: "lthr", value: "170"),
            Setting(name: "wheel-circumference", value: "2.1"), Setting(name: "zones.power", value: "coggan7"),
            Setting(name: "boot", value: "0123"),
        ])

    private func engine(_ own: [Setting], dated: [GatewaySettings.Dated] = []) -> [String] {
        var settings = GatewaySettings()
        settings.engine = own
        settings.dated = dated
        let today = CalendarDay(year: 2026, month: 6, day: 1)
        return DemoDesk(settings, on: today, header: header).settings.engine.map { "\($0.name)=\($0.value)" }
    }

    @Test func theRecordingsForWhoHasNone() {
        let recorded = ["ftp=250", "lthr=170", "wheel-circumference=2.1", "zones.power=coggan7"]
        #expect(engine([]) == recorded)
        // Of the bicycle that was ridden, not of the rider who looks.
        #expect(engine([Setting(name: "wheel-circumference", value: "2.2")]) == recorded)
    }

    /// None of the recorded rider's beside them: a threshold heart rate of another's would judge this one's.
    @Test func onesOwnAlone() {
        #expect(
            engine([
                Setting(name: "ftp", value: "180"), Setting(name: "auto-pause", value: "on"),
                Setting(name: "zones.heart-rate", value: "114,133"),
            ]) == ["wheel-circumference=2.1", "ftp=180", "zones.heart-rate=114,133"])
    }

    /// Those in force today: the recording's own day is no day of theirs.
    @Test func onesOwnFiguresWithDates() {
        let dated = [2025: "190", 2026: "200", 2027: "210"].sorted { $0.key < $1.key }.map { year, watts in
            GatewaySettings.Dated(
                from: CalendarDay(year: year, month: 1, day: 1), changes: [.init(name: "ftp", value: watts)])
        }
        #expect(engine([], dated: dated) == ["wheel-circumference=2.1", "ftp=200"])
    }
}
