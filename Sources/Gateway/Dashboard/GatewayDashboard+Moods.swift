import Dashboard
import JSONText
import Storage
import Workouts

// Check-ins that pages make.
extension GatewayDashboard {
    func addMood(_ body: [UInt8], _ store: HistoryStore, _ moment: Moment) throws(Problem) -> JSONValue {
        var (kind, valence): (MoodCheckIn.Kind, Double?) = (.momentary, nil)
        var (labels, associations): ([MoodCheckIn.Label], [MoodCheckIn.Association]) = ([], [])
        var (workout, note): (WorkoutID?, String?) = (nil, nil)
        for member in try Self.members(of: body) {
            let refusal = Problem.badValue(
                "\(member.name): \(member.value.kindInWords) is not what is expected; docs/store.md says it.")
            switch member.name {
            case "kind":
                guard let word = member.value.string, let known = MoodCheckIn.Kind(rawValue: word) else { throw refusal }
                kind = known
            case "valence":
                guard let number = member.value.double else { throw refusal }
                valence = number
            case "labels":
                labels = (member.value.elements ?? []).compactMap { $0.string.flatMap(MoodCheckIn.Label.init) }
                guard labels.count == member.value.elements?.count else { throw refusal }
            case "associations":
                associations = (member.value.elements ?? []).compactMap { $0.string.flatMap(MoodCheckIn.Association.init) }
                guard associations.count == member.value.elements?.count else { throw refusal }
            case "workout" where member.value.isNull: break
            case "workout":
                guard let text = member.value.string, text.utf8.count >= 6 else { throw refusal }
                workout = try id(text.lowercased(), store)
            case "note" where member.value.isNull: break
            case "note":
                guard let text = member.value.string, text.utf8.count <= 4000 else { throw refusal }
                note = text
            default:
                throw .badValue("There is no \(member.name): there are kind, valence, labels, associations, workout and note.")
            }
        }
        guard let valence else { throw .badValue("valence: a number from -1 to 1 is expected.") }
        let mood: MoodCheckIn
        do throws(MoodError) {
            mood = try MoodCheckIn(
                at: moment.now, kind, valence: valence, labels: labels, associations: associations, workout: workout)
        } catch {
            throw .badValue("valence: a number from -1 to 1 is expected.")
        }
        let said = note
        let uid = try asking { () throws(StorageError) in try store.add(mood, note: said) }
        return .object(StoredMood(id: uid, mood: mood, note: said).json(setting.calendar))
    }
}
