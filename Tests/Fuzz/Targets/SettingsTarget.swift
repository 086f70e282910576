import Gateway
import WireFormats

extension FuzzTarget {
    /// Any bytes are settings or are refused with a place; what is read and written again is read as the same.
    static let settings = FuzzTarget("settings", upTo: 1024) { bytes in
        do throws(SettingsError) {
            let document = try SettingsDocument(reading: [UInt8](bytes), path: "settings.json")
            guard let again = try? SettingsDocument(reading: document.utf8, path: "settings.json") else {
                fatalError("\(document.object) cannot be read back")
            }
            precondition(again.settings == document.settings, "\(document.object) changed on its way")
        } catch {
            precondition(!error.description.isEmpty, "refused without a word")
        }
    }

    /// A line of the control socket is a request or a typed error; a request written again is read as itself.
    static let controlRequest = FuzzTarget("control-request", upTo: 512) { bytes in
        do throws(ControlError) {
            let request = try ControlRequest(decoding: [UInt8](bytes))
            precondition((try? ControlRequest(decoding: request.encoded())) == request, "\(request) changed on its way")
        } catch {
            precondition(!"\(error)".isEmpty, "refused without a word")
        }
    }
}
