public import WireFormats
public import Workouts

internal import Glibc
internal import Ingest
internal import JSONText
internal import Transports

/// A plan in a file of its own (docs/plans.md).
public enum PlanFile {
    /// - Throws: `.file`, and `.mistakes` with all of them.
    public static func read(_ path: String) throws(SettingsError) -> PlanOutline {
        let bytes: [UInt8]?
        do throws(TransportError) {
            bytes = try EditedFile(path: path, mostBytes: JSONReader.mostBytes).read()
        } catch {
            throw .file(error)
        }
        guard let bytes else { throw .file(.cannotOpen(path: path, code: ENOENT)) }
        let tree: PlacedJSON
        do throws(JSONError) {
            tree = try JSONReader.read(bytes)
        } catch {
            throw .mistakes(path: path, [SettingsMistake(place: error.place, key: nil, sentence: error.sentence)])
        }
        var reader = PlanReader()
        guard let outline = reader.plan(tree) else {
            throw .mistakes(
                path: path,
                reader.mistakes.map { SettingsMistake(place: $0.place, key: $0.key, sentence: $0.sentence) }.sorted {
                    $0.place < $1.place
                })
        }
        return outline
    }

    /// The setting of a capture's header with which workouts follow the plan.
    public static func setting(_ outline: PlanOutline) -> CaptureHeader.Setting {
        CaptureHeader.Setting(name: "plan", value: PlanText.text(outline))
    }
}
