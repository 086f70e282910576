extension ZoneConfiguration {
    /// What people call a zone: its number from 1, and as the model's author numbers them where he does so otherwise (core §3: Friel's
    /// are 1, 2, 3, 4, 5a, 5b, 5c).
    ///
    /// - Parameter index: from 0. One that there is no zone of is told by its number, too.
    public func label(of index: Int) -> String {
        let friel = ["1", "2", "3", "4", "5a", "5b", "5c"]
        guard modelName == "friel7", zoneCount == friel.count, friel.indices.contains(index) else {
            return "\(index == .max ? index : index + 1)"
        }
        return friel[index]
    }
}
