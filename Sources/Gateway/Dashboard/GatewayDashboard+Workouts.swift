import ActivityFiles
import Dashboard
import JSONText
import Phrases
import Statistics
import Storage
import Workouts

// Workouts as pages list, show, change and save them.
extension GatewayDashboard {
    func id(_ text: String, _ store: HistoryStore) throws(Problem) -> WorkoutID {
        let ids = try asking { () throws(StorageError) in try store.workoutIDs() }
        return try Self.id(text, among: ids)
    }

    func deletedID(_ text: String, _ store: HistoryStore) throws(Problem) -> WorkoutID {
        let ids = try asking { () throws(StorageError) in try store.deletedWorkouts().map(\.id) }
        return try Self.id(text, among: ids)
    }

    private static func id(_ text: String, among ids: [WorkoutID]) throws(Problem) -> WorkoutID {
        let found = ids.filter { $0.storeText.hasPrefix(text) }
        guard let id = found.first else { throw .notFound("There is no workout \(text).") }
        guard found.count == 1 else { throw .badValue("\(found.count) workouts begin with \(text): give more digits.") }
        return id
    }

    func whole(_ text: String, _ store: HistoryStore) throws(Problem) -> Workout {
        let id = try id(text, store)
        guard let workout = try asking({ () throws(StorageError) in try store.workout(id) }) else {
            throw .notFound("There is no workout \(text).")
        }
        return workout
    }

    func list(_ query: WorkoutsQuery, _ store: HistoryStore, _ moment: Moment) throws(Problem) -> JSONValue {
        let anchor = try asking { () throws(StorageError) in try store.anchor().text }
        if query.isDeleted {
            let deleted = try asking { () throws(StorageError) in try store.deletedWorkouts() }
            let rows = deleted.prefix(query.limit).map { one -> JSONValue in
                [
                    "id": .string(one.id.storeText), "reason": .string(one.reason.rawValue),
                    "deletedAt": .string(one.deletedAt.iso8601),
                ]
            }
            return ["workouts": .array(rows), "next": .null, "anchor": .string(anchor)]
        }
        var filter = WorkoutFilter()
        let range = try range(query.from, query.to)
        (filter.from, filter.to, filter.source) = (range?.start, range?.end, query.source)
        if !query.sports.isEmpty {
            let sports = query.sports.compactMap(ActivityType.init(rawValue:))
            guard sports.count == query.sports.count else {
                throw .badValue("sport: there are \(ActivityType.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            filter.types = Set(sports)
        }
        var skipped = 0
        if let before = query.before {
            guard let count = Int(before), count >= 0 else { throw .badValue("before: what next said.") }
            skipped = count
        }
        let page = try asking { () throws(StorageError) in
            try ListedWorkouts(store, filter, limit: query.limit, skipping: skipped)
        }
        let shown = skipped + page.listings.count
        guard case .object(var object) = page.json(words(moment, query.language)) else { return .null }
        object["next"] = shown < page.count ? .string("\(shown)") : .null
        object["anchor"] = .string(anchor)
        return .object(object)
    }

    private func words(_ moment: Moment, _ language: String?) -> Phrasebook {
        Phrasebook(language.flatMap(Language.init(rawValue:)) ?? moment.settings.language, Units(moment.settings.units))
    }

    func workout(
        _ text: String, _ store: HistoryStore, _ moment: Moment, _ language: String?
    ) throws(Problem) -> JSONValue {
        let workout = try whole(text, store)
        let (edits, origin, route) = try asking { () throws(StorageError) in
            (try store.edits(of: workout.id), try store.origin(of: workout.id), try store.route(of: workout.id))
        }
        guard case .object(var object) = workoutJSON(workout) else { return .null }
        object["title"] = .string(workout.name ?? words(moment, language).title(of: workout, place: nil))
        object["note"] = .string(edits.note)
        object["edits"] = ["name": .string(edits.name), "type": .string(edits.type?.rawValue), "note": .string(edits.note)]
        object["source"] = [
            "kind": .string(origin?.kind.rawValue), "place": .string(origin?.place), "format": .string(origin?.format),
        ]
        object["hasCapture"] = .bool(origin?.kind == .capture)
        object["routeState"] = Self.state(of: route)
        return .object(object)
    }

    private static func state(of route: RouteAnswer) -> JSONValue {
        func state(_ word: String, _ points: Int, _ sentence: String?) -> JSONValue {
            ["state": .string(word), "points": .integer(points), "sentence": .string(sentence)]
        }
        return switch route {
        case .route(let route): state("recorded", route.count, nil)
        case .none(.noneRecorded): state("none", 0, "No place was recorded.")
        case .none(.noAccess): state("noAccess", 0, "There was a receiver, and its places could not be had.")
        case .none(.unassigned(let places)):
            state("unassociated", places, "\(places) places of the time belong to no workout.")
        }
    }

    func edit(_ text: String, _ body: [UInt8], _ store: HistoryStore) throws(Problem) {
        let id = try id(text, store)
        var edits = try asking { () throws(StorageError) in try store.edits(of: id) }
        for member in try Self.members(of: body) {
            switch (member.name, member.value.content) {
            case ("name", .string(let name)): edits.name = name
            case ("name", .null): edits.name = nil
            case ("notes", .string(let note)), ("note", .string(let note)): edits.note = note
            case ("notes", .null), ("note", .null): edits.note = nil
            case ("type", .null): edits.type = nil
            case ("type", .string(let word)):
                guard let type = ActivityType(rawValue: word) else { throw .badValue("type: there is no \(word).") }
                edits.type = type
            default: throw .badValue("\(member.name): there are name, notes and type, each a text or null.")
            }
        }
        let changed = edits
        try asking { () throws(StorageError) in try store.setEdits(changed, of: id) }
    }

    func lines(of workout: Workout) -> DashboardAnswer {
        let batches = RouteLines(workout)
        return .lines { [desk] reply in
            if !desk.add({ reply(batches.next()) }) { reply(nil) }
        }
    }

    /// Batches of a route as JSON, made one at a time.
    private final class RouteLines: @unchecked Sendable {
        private var batches: AnyIterator<JSONValue>

        init(_ workout: Workout) { batches = AnyIterator(workout.routeBatchesJSON.makeIterator()) }

        func next() -> [UInt8]? { batches.next()?.utf8() }
    }

    func file(of workout: Workout, _ kind: String) throws(Problem) -> DashboardAnswer {
        let local = workout.startTimestamp.iso8601(utcOffsetSeconds: workout.clock.utcOffsetSeconds ?? 0)
        let name = "\(local.prefix(10))-\(workout.type.rawValue)-\(workout.id.storeText.prefix(8)).\(kind)"
        if kind == "json" {
            return .download(workoutJSON(workout, route: .full).utf8(.indented), type: "application/json", name: name)
        }
        guard let format = ActivityFormat(rawValue: kind) else {
            throw .notFound("A workout is to be had as fit, tcx, gpx, csv and json.")
        }
        do throws(UnwritableWorkout) {
            return .download(try format.encoded(workout), type: format.mediaType, name: name)
        } catch {
            throw Problem(409, "Not writable", "\(error.sentence).")
        }
    }
}
