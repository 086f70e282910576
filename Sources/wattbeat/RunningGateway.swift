import Gateway
import Transports

/// A gateway that runs already: two cannot share a stick, a receiver or a strap, and the second would hear nothing.
enum RunningGateway {
    /// - Returns: a client of it; `nil` where none answers, or where a recording is played, which is in nobody's way.
    /// - Throws: where one is there and does not let this person in.
    static func find(_ arguments: Arguments) throws(CommandError) -> ControlClient? {
        if !arguments.values(of: GatewayOptions.demo).isEmpty { return nil }
        if !arguments.values(of: GatewayOptions.demoIfAlone).isEmpty, HardwarePresence().isNone { return nil }
        do throws(ControlClient.Failure) {
            return try ControlClient(paths: ControlAccess.paths(arguments))
        } catch {
            // Whatever else is wrong with the socket is said where this gateway puts its own there.
            if case .notAllowed(let path) = error, arguments[ControlAccess.socket] == nil {
                throw CommandError(.notAllowed, "a gateway runs already (\(path)), and \(error.sentence)")
            }
            return nil
        }
    }

    /// What a person types to end the gateway that answers at `path`.
    static func ending(_ path: String) -> String {
        path == GatewayPlaces.servicesSocket
            ? "stop it by sudo systemctl stop wattbeat" : "end it with Ctrl-C where it was started"
    }

    /// Options that say how a gateway of its own would be.
    static func own(_ arguments: Arguments) -> [String] {
        let of: [any CommandOption] =
            [
                GatewayOptions.settings, GatewayOptions.captures, GatewayOptions.workouts, StoreAccess.store,
                GatewayOptions.noStore, GatewayOptions.bluetooth, GatewayOptions.ant, GatewayOptions.gps, GatewayOptions.auto,
            ] + WorkoutNaming.options
        return of.filter { arguments.has($0) }.map { "--" + $0.name }
    }
}
