import Glibc

extension GatewayPlaces {
    /// Where a service keeps its things, as systemd's directories say, or a person, as the XDG Base Directory Specification 0.8 does.
    ///
    /// - Parameter environment: the process's variables.
    public init(environment: [String: String]) {
        let config = (environment.folder("XDG_CONFIG_HOME") ?? Self.home(environment) + "/.config") + "/wattbeat"
        let data = Self.data(environment)
        self.init(
            settings: (environment.folder("STATE_DIRECTORY") ?? config) + "/settings.json", captures: data + "/captures",
            workouts: data + "/workouts",
            socket: (environment.folder("RUNTIME_DIRECTORY") ?? Self.persons(environment)) + Self.socketName)
    }

    /// The table of settlements (docs/places.md), beside captures and workouts; need not be there.
    public static func placesTable(environment: [String: String]) -> String { data(environment) + "/places.db" }

    /// The store of workouts (docs/store.md), beside captures and workouts; need not be there.
    public static func historyStore(environment: [String: String]) -> String { data(environment) + "/history.db" }

    /// Which store a person means who names none.
    public enum StoreInUse: Equatable, Sendable {
        case own(path: String)
        /// There is none of the person's own, and the service's may be read.
        case service(path: String)
        /// The same, but for this person, who is not of its group.
        case closed(own: String, service: String)
    }

    /// A person's own store, if there is one, and else the service's, for those who may read it.
    ///
    /// - Parameter service: only a test knows another place.
    public static func storeInUse(environment: [String: String], service: String = servicesStore) -> StoreInUse {
        let own = historyStore(environment: environment)
        if own == service || access(own, F_OK) == 0 { return .own(path: own) }
        if access(service, R_OK) == 0 { return .service(path: service) }
        return errno == EACCES ? .closed(own: own, service: service) : .own(path: own)
    }

    /// The service's, beside its captures.
    public static let servicesStore = servicesState + "/history.db"

    /// Where a client looks for a gateway, in order: the person's own, then the service's.
    public static func sockets(environment: [String: String]) -> [String] {
        var paths = [GatewayPlaces(environment: environment).socket]
        if !paths.contains(servicesSocket) { paths.append(servicesSocket) }
        return paths
    }

    /// Where the service answers.
    public static let servicesSocket = servicesRuntime + socketName

    private static let socketName = "/control.sock"
    private static let servicesRuntime = "/run/wattbeat"
    /// For who has no home, too.
    private static let servicesState = "/var/lib/wattbeat"

    private static func persons(_ environment: [String: String]) -> String {
        environment.folder("XDG_RUNTIME_DIR").map { $0 + "/wattbeat" } ?? ownData(environment)
    }

    private static func home(_ environment: [String: String]) -> String { environment.folder("HOME") ?? servicesState }

    private static func ownData(_ environment: [String: String]) -> String {
        (environment.folder("XDG_DATA_HOME") ?? home(environment) + "/.local/share") + "/wattbeat"
    }

    private static func data(_ environment: [String: String]) -> String {
        environment.folder("STATE_DIRECTORY") ?? ownData(environment)
    }
}

extension [String: String] {
    /// A folder that a variable names: absolute, the first of several, without a slash at its end.
    fileprivate func folder(_ name: String) -> String? {
        guard let first = self[name]?.split(separator: ":").first, first.hasPrefix("/"), first.count > 1 else { return nil }
        return first.hasSuffix("/") ? String(first.dropLast()) : String(first)
    }
}
