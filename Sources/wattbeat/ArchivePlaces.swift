import Gateway
import Transports

/// Where to look for workouts: what a person names, or the folders of the settings in use.
struct ArchivePlaces {
    let paths: [String]
    /// What to say when no workout is there, and what to do.
    let nothingFound: String

    /// - Returns: also the settings: of the gateway that runs, or a person's own.
    static func inUse(_ arguments: Arguments) throws(CommandError) -> (ArchivePlaces, GatewaySettings) {
        let (settings, places) = try settings(arguments)
        guard arguments.operands.isEmpty else {
            let names = list(arguments.operands)
            let nothing =
                "there is no workout in \(names): captures of wattbeat's and FIT, TCX, GPX and CSV files of activities are read"
            return (ArchivePlaces(paths: arguments.operands, nothingFound: nothing), settings)
        }
        let folders = [settings.captureFolder ?? places.captures, settings.workoutFolder ?? places.workouts]
        let nothing =
            "nothing is recorded yet in \(list(folders)): record something (wattbeat record), name files or folders, or look at "
            + "made-up workouts (--demo)"
        // Before the first workout they need not be there.
        return (ArchivePlaces(paths: folders.filter { FileIdentity(path: $0) != nil }, nothingFound: nothing), settings)
    }

    private static func list(_ paths: [String]) -> String {
        let few = paths.prefix(3).joined(separator: " and ")
        return paths.count > 3 ? "\(few) and \(paths.count - 3) more" : few
    }

    /// What a gateway that runs goes by; where none does or none can be asked, the file, which need not be there.
    private static func settings(_ arguments: Arguments) throws(CommandError) -> (GatewaySettings, GatewayPlaces) {
        let own = GatewayPlaces(environment: Environment.all)
        if arguments[GatewayOptions.settings] == nil, let running = try running(arguments, own) { return running }
        do throws(SettingsError) {
            return (try SettingsFile(path: arguments[GatewayOptions.settings] ?? own.settings).read().settings, own)
        } catch {
            throw CommandError(error)
        }
    }

    private static func running(
        _ arguments: Arguments, _ own: GatewayPlaces
    ) throws(CommandError) -> (GatewaySettings, GatewayPlaces)? {
        do throws(CommandError) {
            let client = try ControlAccess.client(arguments)
            defer { client.close() }
            let gateway = RemoteSensors(client: client)
            guard case .text(let text)? = try gateway.ask(.settings, within: patience),
                let document = try? SettingsDocument(reading: Array(text.utf8), path: "")
            else { return nil }
            return (document.settings, places(of: try gateway.settingsFile(), own))
        } catch {
            // One that is named is meant.
            if arguments[ControlAccess.socket] != nil { throw error }
            return nil
        }
    }

    /// A service has its settings, captures and workouts in one folder.
    private static func places(of settingsFile: String?, _ own: GatewayPlaces) -> GatewayPlaces {
        guard let settingsFile, settingsFile != own.settings, settingsFile.hasSuffix("/settings.json"),
            let folder = Folder.parent(of: settingsFile), FileIdentity(path: folder + "/captures") != nil
        else { return own }
        return GatewayPlaces(environment: ["STATE_DIRECTORY": folder])
    }

    /// Seconds; a gateway that is asked in passing must not hold up what needs none.
    private static let patience = 2
}
