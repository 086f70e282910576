import Dashboard
import Gateway
import Glibc
import Statistics
import Transports

/// Where pages are served, as a person says it.
enum Listening: Equatable, Sendable {
    case off
    case at(ServerAddress)

    static let usual = Listening.at(.usual)

    init?(_ text: String) {
        if text == "off" {
            self = .off
        } else if let address = ServerAddress(text) {
            self = .at(address)
        } else {
            return nil
        }
    }

    var address: ServerAddress? { if case .at(let address) = self { address } else { nil } }
}

/// The pages of a gateway in this process.
final class PageServer {
    struct Refusal: Error {
        /// Without a full stop.
        let sentence: String
    }

    private let server: DashboardServer
    private let dashboard: GatewayDashboard
    let url: String

    init(
        _ gateway: LiveGateway, _ feed: StatusFeed, _ trace: LiveTrace, store: String?, workouts: String,
        _ places: GatewayPlaces, at address: ServerAddress
    ) throws(Refusal) {
        let zone = ArchiveCalendar.machine(SystemClock().read()).timeZone
        let calendar = CalendarRules(timeZone: zone, firstWeekday: ArchiveCalendar.firstWeekday(Environment.all))
        // Who may see what belongs to the settings.
        let folder = Folder.parent(of: places.settings) ?? "."
        let setting = GatewayDashboard.Setting(
            version: String(Version.text.drop { $0 != " " }.dropFirst()), store: store,
            captures: places.captures, workouts: workouts, tokens: folder + "/access.json",
            calendar: calendar, names: Self.names)
        do throws(TransportError) { dashboard = try GatewayDashboard(gateway, feed, trace, setting) } catch {
            throw Refusal(sentence: "\(error)")
        }
        server = DashboardServer(dashboard)
        dashboard.attach(server.hub)
        do throws(ServerError) { url = try server.listen(at: address).url } catch { throw Refusal(sentence: "\(error)") }
    }

    func stop() { server.stop() }

    /// What this machine is called, alone and as mDNS says it.
    private static var names: [String] {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return [] }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let short = name.prefix { $0 != "." }
        return name.isEmpty ? [] : [name, String(short), short + ".local"]
    }
}
