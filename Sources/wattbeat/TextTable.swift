/// Rows in aligned columns, two spaces between them always.
struct TextTable {
    enum Alignment { case left, right }

    private let alignments: [Alignment]
    private(set) var rows: [[String]] = []

    init(_ alignments: Alignment...) { self.init(alignments: alignments) }

    /// - Parameter alignments: as many as there are columns, where that is found out only at run time.
    init(alignments: [Alignment]) { self.alignments = alignments }

    /// - Parameter row: cells, painted or not; missing ones are empty.
    mutating func add(_ row: String...) { rows.append(row) }
    mutating func add(_ row: [String]) { rows.append(row) }

    /// - Parameter indent: spaces in front of each line.
    func lines(indent: Int = 2) -> [String] {
        let widths = alignments.indices.map { column in rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                let isRight = column < alignments.count && alignments[column] == .right
                let width = column < widths.count ? widths[column] : 0
                if isRight { return row[column].leftPadded(to: width) }
                // The last column ends where its text ends.
                return column == row.count - 1 ? row[column] : row[column].padded(to: width)
            }
            let line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
            return line.withoutTrailingSpaces
        }
    }
}
