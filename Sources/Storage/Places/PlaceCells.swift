import Glibc

/// Answers by cell, the latest used ones.
struct PlaceCells {
    /// A piece of the Earth of about 1 km by 1 km: rows of latitude, each cut in equal parts of longitude.
    struct Cell: Hashable {
        let row: Int
        let column: Int

        private static let rows = 20_015  // half the Earth's circumference in kilometres

        /// `nil` for what is no place on Earth.
        init?(latitude: Double, longitude: Double) {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
            row = min(Int((latitude + 90) / 180 * Double(Self.rows)), Self.rows - 1)
            let columns = Self.columns(of: row)
            column = min(Int((longitude + 180) / 360 * Double(columns)), columns - 1)
        }

        /// In degrees.
        var middle: (latitude: Double, longitude: Double) {
            (
                (Double(row) + 0.5) / Double(Self.rows) * 180 - 90,
                (Double(column) + 0.5) / Double(Self.columns(of: row)) * 360 - 180
            )
        }

        private static func columns(of row: Int) -> Int {
            let latitude = (Double(row) + 0.5) / Double(rows) * .pi - .pi / 2
            return max(Int((2 * Double(rows) * cos(latitude)).rounded()), 1)
        }
    }

    struct Answer {
        let settlement: Settlement?
        fileprivate var lastUse: Int
    }

    static let capacity = 1024

    private var answers: [Cell: Answer] = [:]
    private var uses = 0

    var count: Int { answers.count }

    /// A remembered answer; `nil` when there is none.
    subscript(cell: Cell) -> Answer? {
        mutating get {
            guard let answer = answers[cell] else { return nil }
            uses += 1
            answers[cell]?.lastUse = uses
            return answer
        }
    }

    /// Forgets those that were not used for longest, half of all, when it is full.
    mutating func remember(_ settlement: Settlement?, for cell: Cell) {
        if answers.count >= Self.capacity {
            let middle = answers.values.map(\.lastUse).sorted()[answers.count / 2]
            answers = answers.filter { $0.value.lastUse >= middle }
        }
        uses += 1
        answers[cell] = Answer(settlement: settlement, lastUse: uses)
    }
}
