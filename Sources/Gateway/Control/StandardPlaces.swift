extension GatewayPlaces {
    /// Where a service keeps its things, as systemd's directories say, or a person, as the XDG Base Directory Specification 0.8 does.
    ///
    /// - Parameter environment: the process's variables.
    public init(environment: [String: String]) {
        let home = environment.folder("HOME") ?? Self.servicesState
        let data = (environment.folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/wattbeat"
        let config = (environment.folder("XDG_CONFIG_HOME") ?? home + "/.config") + "/wattbeat"
        let state = environment.folder("STATE_DIRECTORY")
        self.init(
            settings: (state ?? config) + "/settings.json", captures: (state ?? data) + "/captures",
            workouts: (state ?? data) + "/workouts",
            socket: (environment.folder("RUNTIME_DIRECTORY") ?? Self.persons(environment, data)) + Self.socketName)
    }

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

    private static func persons(_ environment: [String: String], _ data: String) -> String {
        environment.folder("XDG_RUNTIME_DIR").map { $0 + "/wattbeat" } ?? data
    }
}

extension [String: String] {
    /// A folder that a variable names: absolute, the first of several, without a slash at its end.
    fileprivate func folder(_ name: String) -> String? {
        guard let first = self[name]?.split(separator: ":").first, first.hasPrefix("/"), first.count > 1 else { return nil }
        return first.hasSuffix("/") ? String(first.dropLast()) : String(first)
    }
}
