internal import JSONText
internal import Statistics

extension Router {
    /// All that is answered below `/api/v1` (Resources/openapi.json describes each).
    static let api = Router(routes: live + workouts + history + people + access)

    private static let live: [Route] =
        [
            Route(.get, "/api/v1/status", .scope(Scope(.read, .live)), .query { _ throws(Problem) in .status }),
            Route(
                .get, "/api/v1/events", .scope(Scope(.read, .live)),
                .own { server, call throws(Problem) in try server.events(call) }),
            Route(
                .get, "/api/v1/live/trace", .scope(Scope(.read, .live)),
                .query { call throws(Problem) in
                    try call.allow("after")
                    return .trace(after: try call.integer("after", 0...Int(Int32.max)))
                }),
            Route(
                .get, "/api/v1/live/route", .scope(Scope(.read, .location)),
                .query { call throws(Problem) in
                    try call.allow("after")
                    return .liveRoute(after: try call.integer("after", 0...Int(Int32.max)) ?? 0)
                }),
        ]
        + ["start", "pause", "resume", "lap", "stop"].map { name in
            Route(
                .post, "/api/v1/control/" + name, .scope(Scope(.write, .live)),
                .query { call throws(Problem) in .control(line: try call.controlLine(name)) })
        }

    private static let workouts: [Route] = [
        Route(
            .get, "/api/v1/workouts", .scope(Scope(.read, .workouts)),
            .query { call throws(Problem) in
                try call.allow("from", "to", "sport", "source", "before", "limit", "deleted", "language")
                var query = WorkoutsQuery()
                query.from = try call.day("from")
                query.to = try call.day("to")
                query.sports = call.values("sport")
                query.source = try call.value("source")
                query.before = try call.value("before")
                query.limit = try call.integer("limit", 1...500) ?? query.limit
                query.isDeleted = try call.isOn("deleted")
                query.language = try call.value("language")
                return .workouts(query)
            }),
        Route(
            .get, "/api/v1/workouts/{id}", .scope(Scope(.read, .workouts)),
            .query { call throws(Problem) in
                try call.allow("language")
                return .workout(id: try call.id(), language: try call.value("language"))
            }),
        Route(
            .patch, "/api/v1/workouts/{id}", .scope(Scope(.write, .workouts)),
            .query { call throws(Problem) in .edit(id: try call.id(), body: call.request.body) }),
        Route(
            .delete, "/api/v1/workouts/{id}", .scope(Scope(.write, .workouts)),
            .query { call throws(Problem) in .delete(id: try call.id()) }),
        Route(
            .post, "/api/v1/workouts/{id}/restore", .scope(Scope(.write, .workouts)),
            .query { call throws(Problem) in .restore(id: try call.id()) }),
        Route(
            .get, "/api/v1/workouts/{id}/series", .scope(Scope(.read, .workouts)),
            .query { call throws(Problem) in
                try call.allow("step")
                return .series(id: try call.id(), stepSeconds: try call.integer("step", 1...3600) ?? 1)
            }),
        Route(
            .get, "/api/v1/workouts/{id}/route", .scope(Scope(.read, .location)),
            .query { call throws(Problem) in .route(id: try call.id()) }),
        Route(
            .get, "/api/v1/workouts/{id}/{file}", .owner,
            .query { call throws(Problem) in
                let name = call.argument("file")
                guard name == "capture" || name.hasPrefix("file.") else {
                    throw .notFound("A workout has no \(name).")
                }
                return .file(id: try call.id(), kind: name == "capture" ? name : String(name.dropFirst(5)))
            }),
    ]

    private static let history: [Route] = [
        Route(
            .get, "/api/v1/statistics", .scope(Scope(.read, .statistics)),
            .query { call throws(Problem) in
                try call.allow("period", "back", "baseline", "from", "to", "scope", "bucket", "weeks", "metric")
                return .statistics(call.request.target.query)
            }),
        Route(
            .get, "/api/v1/days", .scope(Scope(.read, .statistics)),
            .query { call throws(Problem) in
                try call.allow("from", "to")
                guard let from = try call.day("from"), let to = try call.day("to"), from <= to else {
                    throw .badValue("from and to are dates such as 2026-03-01, the first not after the last.")
                }
                return .days(from: from, to: to)
            }),
        Route(.get, "/api/v1/today", .scope(Scope(.read, .statistics)), .query { _ throws(Problem) in .today }),
    ]

    private static let people: [Route] =
        [
            Route(.get, "/api/v1/zones", .scope(Scope(.read, .zones)), .query { _ throws(Problem) in .zones }),
            Route(
                .get, "/api/v1/moods", .scope(Scope(.read, .moods)),
                .query { call throws(Problem) in
                    try call.allow("from", "to")
                    return .moods(from: try call.day("from"), to: try call.day("to"))
                }),
            Route(
                .post, "/api/v1/moods", .scope(Scope(.write, .moods)),
                .query { call throws(Problem) in .addMood(body: call.request.body) }),
            Route(
                .delete, "/api/v1/moods/{id}", .scope(Scope(.write, .moods)),
                .query { call throws(Problem) in .deleteMood(id: call.argument("id")) }),
            Route(.get, "/api/v1/plans", .scope(Scope(.read, .plans)), .query { _ throws(Problem) in .plans }),
            Route(.get, "/api/v1/templates", .scope(Scope(.read, .plans)), .query { _ throws(Problem) in .templates }),
            Route(
                .get, "/api/v1/sensors", .scope(Scope(.read, .sensors)),
                .query { _ throws(Problem) in .control(line: Array(#"{"request":"sensors"}"#.utf8)) }),
            Route(
                .post, "/api/v1/sensors/scan", .scope(Scope(.write, .sensors)),
                .query { call throws(Problem) in .control(line: try call.controlLine("scan")) }),
            Route(.get, "/api/v1/storage", .owner, .query { _ throws(Problem) in .storage }),
            Route(.delete, "/api/v1/storage/cache", .owner, .query { _ throws(Problem) in .clearCache }),
            Route(.get, "/api/v1/settings", .owner, .query { _ throws(Problem) in .settings }),
            Route(
                .patch, "/api/v1/settings", .owner,
                .query { call throws(Problem) in .control(line: try call.controlLine("set")) }),
        ]
        + ["pair", "forget", "ignore", "rename", "priority", "calibrate"].map { name in
            Route(
                .post, "/api/v1/sensors/{sensor}/" + name, .scope(Scope(.write, .sensors)),
                .query { call throws(Problem) in
                    .control(line: try call.controlLine(name, sensor: call.argument("sensor")))
                })
        }

    private static let access: [Route] = [
        Route(.get, "/api/v1/session", .everyone, .own { server, call throws(Problem) in server.session(call) }),
        Route(.get, "/api/v1/phrases", .everyone, .own { server, call throws(Problem) in try server.phrases(call) }),
        Route(.get, "/api/v1/tokens", .owner, .own { server, call throws(Problem) in server.tokens(call) }),
        Route(.post, "/api/v1/tokens", .owner, .own { server, call throws(Problem) in try server.addToken(call) }),
        Route(.delete, "/api/v1/tokens/{token}", .owner, .own { server, call throws(Problem) in try server.removeToken(call) }),
        Route(.get, "/api/v1/join/code", .owner, .own { server, call throws(Problem) in try server.joinCode(call) }),
        Route(.post, "/api/v1/join", .everyone, .own { server, call throws(Problem) in try server.join(call) }),
        Route(.get, "/openapi.json", .everyone, .own { server, call throws(Problem) in server.description(call) }),
    ]
}
