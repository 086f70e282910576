import Dashboard
import JSONText
import Statistics
import Storage
import Transports
import Workouts

// What the store tells, on its desk's thread.
extension GatewayDashboard {
    func history(_ query: DashboardQuery, _ moment: Moment) -> DashboardAnswer {
        do throws(Problem) { return try answer(query, moment) } catch { return .problem(error) }
    }

    private func answer(_ query: DashboardQuery, _ moment: Moment) throws(Problem) -> DashboardAnswer {
        switch query {
        case .templates: return .document(templates(moment.settings).utf8())
        case .zones: return .document(zones(moment).utf8())
        case .storage: return .document(storage(moment).utf8())
        default: break
        }
        let store = try desk.store()
        switch query {
        case .workouts(let query): return .document(try list(query, store, moment).utf8())
        case .workout(let id, let language): return .document(try workout(id, store, moment, language).utf8())
        case .series(let id, let step):
            return .document(WorkoutColumns(try whole(id, store), stepSeconds: step).json.utf8())
        case .route(let id): return lines(of: try whole(id, store))
        case .file(let id, let kind): return try file(of: try whole(id, store), kind)
        case .edit(let id, let body):
            try edit(id, body, store)
            return .document(try workout(id, store, moment, nil).utf8())
        case .delete(let id):
            let id = try self.id(id, store)
            try asking { () throws(StorageError) in try store.delete(id) }
            return .done
        case .restore(let id):
            let id = try deletedID(id, store)
            try asking { () throws(StorageError) in _ = try store.restore(id) }
            return .done
        case .statistics(let fields): return .document(try statistics(fields, store, moment).utf8())
        case .days(let from, let to): return .document(try days(from...to, store, moment).utf8())
        case .today: return .document(try today(store, moment).utf8())
        case .moods(let from, let to):
            let range = try range(from, to)
            let moods = try asking { () throws(StorageError) in
                try MoodHistory(store, of: range, setting.calendar, now: moment.now)
            }
            return .document(moods.json.utf8())
        case .addMood(let body): return .document(try addMood(body, store, moment).utf8())
        case .deleteMood(let id):
            try asking { () throws(StorageError) in try store.deleteMood(id) }
            return .done
        case .plans:
            let plans = try asking { () throws(StorageError) in try store.plans() }
            return .document(JSONValue.object(["plans": .array(plans.map(\.json))]).utf8())
        case .clearCache:
            try asking { () throws(StorageError) in try store.clearDailyTotals() }
            return .done
        case .status, .control, .trace, .liveRoute, .zones, .templates, .settings, .storage:
            throw .notFound("This is not the store's to answer.")
        }
    }

    // MARK: What is kept where

    private func storage(_ moment: Moment) -> JSONValue {
        func part(_ path: String?, isFolder: Bool = false) -> JSONObject? {
            guard let path, Folder.identity(path) != nil else { return nil }
            let names = isFolder ? (try? Folder.names(in: path)) ?? [] : []
            let bytes = isFolder ? names.reduce(0) { $0 + (Folder.bytes("\(path)/\($1)") ?? 0) } : Folder.bytes(path) ?? 0
            return ["path": .string(path), "bytes": .integer(bytes)]
        }
        var store = part(setting.store)
        var cache = JSONValue.null
        if let open = try? desk.store() {
            store?["workouts"] = (try? open.count()).map { .integer($0) } ?? .null
            let isDemo = try? open.isDemo
            let status = (try? open.dailyTotalsStatus(rules: setting.calendar, isDemo: isDemo ?? false)) ?? nil
            if let status { cache = ["days": .integer(status.days), "isCurrent": .bool(status.isCurrent)] }
        }
        func told(_ object: JSONObject?) -> JSONValue { object.map { .object($0) } ?? .null }
        return [
            "store": told(store), "captures": told(part(setting.captures, isFolder: true)),
            "files": told(part(setting.workouts, isFolder: true)), "settings": told(part(moment.settingsFile)),
            "tokens": told(part(setting.tokens)), "cache": cache,
        ]
    }

    // MARK: Figures

    func range(_ from: CalendarDay?, _ to: CalendarDay?) throws(Problem) -> TimeRange? {
        guard from != nil || to != nil else { return nil }
        let start = from.map { setting.calendar.start(of: $0) } ?? Timestamp(microseconds: 0)
        let end = to.map { setting.calendar.range(of: $0).end } ?? Timestamp(microseconds: 4_102_444_800_000_000)
        guard start < end else { throw .badValue("from lies after to.") }
        return TimeRange(start: start, end: end)
    }

    private func session(_ store: HistoryStore, _ moment: Moment) -> HistorySession {
        HistorySession(store, setting.calendar, moment.settings.athlete(calendar: setting.calendar), now: moment.now)
    }

    private func report(
        _ request: StatsRequest, _ store: HistoryStore, _ moment: Moment
    ) throws(Problem) -> StatsReport? {
        do throws(ReportError) {
            return try session(store, moment).stats(request)
        } catch {
            switch error {
            case .storage(let error): throw Problem(error)
            case .period(let error): throw .badValue("The period is out of reach: \(error).")
            case .goal(let error): throw .badValue("The goal cannot be told: \(error).")
            }
        }
    }

    private func statistics(_ fields: [Request.Field], _ store: HistoryStore, _ moment: Moment) throws(Problem) -> JSONValue {
        let request = try StatsRequest(fields, today: setting.calendar.day(containing: moment.now))
        guard let report = try report(request, store, moment) else {
            throw .notFound("Nothing is stored yet that figures could be made of.")
        }
        return StatsJSON(report, zoneName: setting.calendar.timeZone.name).value
    }

    private func isDemo(_ store: HistoryStore) throws(Problem) -> Bool {
        try asking { () throws(StorageError) in try store.isDemo } ?? false
    }

    private func days(
        _ range: ClosedRange<CalendarDay>, _ store: HistoryStore, _ moment: Moment
    ) throws(Problem) -> JSONValue {
        let isDemo = try isDemo(store)
        let totals = try asking { () throws(StorageError) in
            try store.dailyTotals(of: range, rules: setting.calendar, isDemo: isDemo, now: moment.now, readsAll: false)
        }
        return ["days": .array(totals.days.map { .object(Self.day($0.day, $0.totals)) })]
    }

    private static func day(_ day: CalendarDay, _ totals: IntervalTotals) -> JSONObject {
        let load = totals.workouts.trainingStressScore ?? totals.workouts.trainingImpulse
        return [
            "day": .string("\(day)"), "exerciseSeconds": .number(totals.workouts.timer.seconds, decimals: 0),
            "distanceMetres": .number(totals.allData.distanceMetres, decimals: 0),
            "steps": .number(totals.allData.steps, decimals: 0), "load": .number(load, decimals: 1),
            "workouts": .integer(totals.workouts.count),
        ]
    }

    private func today(_ store: HistoryStore, _ moment: Moment) throws(Problem) -> JSONValue {
        let today = setting.calendar.day(containing: moment.now)
        let isDemo = try isDemo(store)
        let totals = try asking { () throws(StorageError) in
            try store.dailyTotals(of: today...today, rules: setting.calendar, isDemo: isDemo, now: moment.now, readsAll: false)
        }
        let report = try report(StatsRequest(HistoryQuery(.day)), store, moment)
        var object = Self.day(today, totals[today] ?? IntervalTotals())
        object["badge"] = .string(report?.badges.first { $0.day == today }?.badge.rawValue)
        object["goals"] =
            report.map { StatsJSON($0, zoneName: setting.calendar.timeZone.name).value }.flatMap { value in
                if case .object(let object) = value { object["goals"] } else { nil }
            } ?? []
        object["heartRates"] = trace.heartRates(20)
        return .object(object)
    }

    private func zones(_ moment: Moment) -> JSONValue {
        let settings = moment.settings.athlete(calendar: setting.calendar).settings(at: moment.now).undated(moment.now)
        return ZonesJSON.inForce(ZonesInForce.rows(of: settings, []), at: moment.now, setting.calendar)
    }

    private func templates(_ settings: GatewaySettings) -> JSONValue {
        [
            "templates": .array(
                settings.templates.map {
                    ["name": .string($0.name), "activity": .string($0.activity?.rawValue), "hasPlan": .bool($0.plan != nil)]
                })
        ]
    }

    /// - Throws: for what is no object.
    static func members(of body: [UInt8]) throws(Problem) -> [PlacedJSON.Member] {
        do throws(JSONError) {
            if let members = try JSONReader.read(body).members { return members }
        } catch {
            throw .badValue("The body is no JSON: \(error).")
        }
        throw .badValue("The body is to be an object.")
    }
}

extension StoredPlan {
    fileprivate var json: JSONValue {
        ["id": .string(id), "name": .string(name), "plannedFor": .string(plannedFor?.iso8601)]
    }
}
