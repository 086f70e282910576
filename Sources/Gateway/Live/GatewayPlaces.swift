/// Where a gateway keeps its things.
public struct GatewayPlaces: Equatable, Sendable {
    /// The settings file; need not be there.
    public var settings: String
    public var captures: String
    public var workouts: String
    /// The control socket.
    public var socket: String

    public init(settings: String, captures: String, workouts: String, socket: String) {
        self.settings = settings
        self.captures = captures
        self.workouts = workouts
        self.socket = socket
    }
}
