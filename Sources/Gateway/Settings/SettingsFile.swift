import JSONText
import Transports

/// The settings file on its disk. It need not be there: then nothing is set.
public struct SettingsFile: Sendable {
    public let path: String
    private let file: EditedFile

    /// A new file is its owner's to write and its group's to read: it holds a person's weight and age.
    public init(path: String) {
        self.path = path
        file = EditedFile(path: path, mostBytes: JSONReader.mostBytes)
    }

    /// - Throws: `.file`, `.mistakes`.
    public func read() throws(SettingsError) -> SettingsDocument {
        let bytes: [UInt8]?
        do throws(TransportError) { bytes = try file.read() } catch { throw .file(error) }
        return try SettingsDocument(reading: bytes ?? [], path: path)
    }

    /// Changes the file as it stands now, whoever wrote it last; a file with mistakes is not touched.
    ///
    /// - Returns: what the file says now.
    /// - Throws: `.file`, `.mistakes`, `.refused`.
    public func edit(_ edit: SettingsEdit) throws(SettingsError) -> SettingsDocument {
        var document = SettingsDocument()
        let outcome: Result<Void, SettingsError>
        do throws(TransportError) {
            outcome = try file.edit { former throws(SettingsError) in
                let standing = try SettingsDocument(reading: former ?? [], path: path)
                document = try standing.applying(edit)
                return document.object == standing.object ? nil : document.utf8
            }
        } catch {
            throw .file(error)
        }
        try outcome.get()
        return document
    }
}
