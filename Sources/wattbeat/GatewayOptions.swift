import Gateway
import Workouts

/// What a person may say of a gateway that runs in this process.
enum GatewayOptions {
    static let settings = Option.text("settings", "FILE", "the settings file, where it is not in its usual place")
    static let captures = Option.text("captures", "DIR", "where captures are kept")
    static let workouts = Option.text("workouts", "DIR", "where FIT files and summaries of workouts are written")
    static let noStore = Flag("no-store", "keep captures and files alone")
    static let socket = Option.text("socket", "PATH", "the control socket, at which the other commands ask")
    static let bluetooth = Option<GatewaySettings.Bluetooth>.choice(
        "ble", "Bluetooth by bluetoothd, by a socket of our own, or not at all")
    static let ant = Option<GatewaySettings.ANT>.choice("ant", "how ANT sticks listen")
    static let gps = Option<GatewaySettings.Receiver>(
        "gps", "WHERE", "a receiver: auto, off, a tty as /dev/ttyUSB0@9600, or gpsd://HOST:PORT/DEVICE", isRepeatable: true,
        expecting: "auto, off, a path such as /dev/ttyUSB0@9600, or gpsd://HOST:PORT/DEVICE", read: GatewaySettings.Receiver.init)
    static let auto = Flag("auto", "start the workout at the first power or movement")
    static let demo = Option.text(
        "demo", "FILE", "play this recording in place of sensors; several make one ride", isRepeatable: true)
    static let demoIfAlone = Option.text(
        "demo-if-alone", "FILE", "the same, but only where there is no adapter, no stick and no receiver", isRepeatable: true)
    static let demoSpeed = Option.number("demo-speed", "N", 1...100, "play a demo so many times as fast")

    static let listen = Option<Listening>(
        "listen", "WHERE", "where pages are served: ADDRESS:PORT, a port of this machine, or off",
        expecting: "an address and a port such as 127.0.0.1:8737, a port, or off", read: Listening.init)

    static let shared: [any CommandOption] =
        [
            settings, captures, workouts, StoreAccess.store, noStore, socket, bluetooth, ant, gps, listen, demo, demoIfAlone,
            demoSpeed,
        ] + WorkoutNaming.options

    /// Where this gateway keeps its things.
    static func places(_ arguments: Arguments) -> GatewayPlaces {
        var places = GatewayPlaces(environment: Environment.all)
        // Others are told where it is, who may stand elsewhere.
        if let path = arguments[settings] { places.settings = Environment.absolute(path) }
        if let path = arguments[socket] { places.socket = path }
        return places
    }

    /// The store that this gateway writes into; `nil`: none. What is made up has one of its own, and so has a folder of captures that
    /// somebody named.
    static func store(_ arguments: Arguments, _ places: GatewayPlaces, isDemo: Bool) -> String? {
        if arguments[noStore] { return nil }
        if let path = arguments[StoreAccess.store] { return Environment.absolute(path) }
        return isDemo || arguments[captures] != nil
            ? Environment.absolute(places.captures) + "/history.db" : GatewayPlaces.historyStore(environment: Environment.all)
    }

    /// What the command line says above the settings file.
    static func adjustment(_ arguments: Arguments, _ wish: GatewaySession.Wish) -> (inout GatewaySettings) -> Void {
        let receivers = arguments.values(of: gps)
        let (bluetooth, ant) = (arguments[bluetooth], arguments[ant])
        return { settings in
            if let start = wish.start { settings.start = start }
            if let activity = wish.activity { settings.activity = activity }
            settings.template = wish.template
            if let bluetooth { settings.bluetooth = bluetooth }
            if let ant { settings.ant = ant }
            if !receivers.isEmpty { settings.receivers = receivers }
        }
    }
}
