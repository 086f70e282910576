/// What is embedded in the program, by its path.
struct Pages: Sendable {
    private let assets: [String: Asset]
    private let words: Words

    /// Paths of pages and the file of each; `{}` stands for one segment.
    static let pages: [(pattern: String, file: String)] = [
        ("/", "live.html"), ("/today", "today.html"), ("/history", "history.html"), ("/workouts", "workouts.html"),
        ("/workout/{}", "workout.html"), ("/sensors", "sensors.html"), ("/moods", "moods.html"), ("/settings", "settings.html"),
        ("/join", "join.html"),
    ]

    init() {
        var assets: [String: Asset] = [:]
        var words: [String: [UInt8]] = [:]
        for (name, bytes) in Self.files {
            if name.hasPrefix("words/") {
                words[String(name.dropFirst(6).dropLast(5))] = bytes
                continue
            }
            assets[name] = Asset(bytes, type: Asset.type(of: name), cacheControl: "no-cache")
        }
        self.assets = assets
        self.words = Words(words)
    }

    func asset(_ request: Request) -> Asset? {
        let segments = request.target.segments
        if segments.count == 2, segments[0] == "app" { return assets["app/" + segments[1]] }
        let page = Self.pages.first { page in
            let parts = page.pattern.split(separator: "/")
            return parts.count == segments.count && zip(parts, segments).allSatisfy { $0 == "{}" || $0 == $1 }
        }
        return page.flatMap { assets[$0.file] }
    }

    func words(_ language: String) -> Asset? { words.asset(language) }

    /// By their names below `Pages`.
    private static var files: [(name: String, bytes: [UInt8])] {
        [
            ("app/api.js", PackageResources.api_js),
            ("app/base.css", PackageResources.base_css),
            ("app/charts.js", PackageResources.charts_js),
            ("app/chips.js", PackageResources.chips_js),
            ("app/curve.js", PackageResources.curve_js),
            ("app/dom.js", PackageResources.dom_js),
            ("app/figures.js", PackageResources.figures_js),
            ("app/first.js", PackageResources.first_js),
            ("app/heat.js", PackageResources.heat_js),
            ("app/history.css", PackageResources.history_css),
            ("app/history.js", PackageResources.history_js),
            ("app/icon.svg", PackageResources.icon_svg),
            ("app/icons.js", PackageResources.icons_js),
            ("app/join.js", PackageResources.join_js),
            ("app/live.css", PackageResources.live_css),
            ("app/live.js", PackageResources.live_js),
            ("app/metrics.js", PackageResources.metrics_js),
            ("app/moods.css", PackageResources.moods_css),
            ("app/moods.js", PackageResources.moods_js),
            ("app/moodweeks.js", PackageResources.moodweeks_js),
            ("app/plan.js", PackageResources.plan_js),
            ("app/qr.js", PackageResources.qr_js),
            ("app/rings.js", PackageResources.rings_js),
            ("app/route.js", PackageResources.route_js),
            ("app/sensors.css", PackageResources.sensors_css),
            ("app/sensors.js", PackageResources.sensors_js),
            ("app/settings.css", PackageResources.settings_css),
            ("app/settings.js", PackageResources.settings_js),
            ("app/shell.js", PackageResources.shell_js),
            ("app/splits.js", PackageResources.splits_js),
            ("app/start.js", PackageResources.start_js),
            ("app/theme.js", PackageResources.theme_js),
            ("app/today.css", PackageResources.today_css),
            ("app/today.js", PackageResources.today_js),
            ("app/trace.js", PackageResources.trace_js),
            ("app/traces.js", PackageResources.traces_js),
            ("app/words.js", PackageResources.words_js),
            ("app/workout.css", PackageResources.workout_css),
            ("app/workout.js", PackageResources.workout_js),
            ("app/workouts.css", PackageResources.workouts_css),
            ("app/workouts.js", PackageResources.workouts_js),
            ("app/zonemodels.js", PackageResources.zonemodels_js),
            ("app/zones.js", PackageResources.zones_js),
            ("history.html", PackageResources.history_html),
            ("join.html", PackageResources.join_html),
            ("live.html", PackageResources.live_html),
            ("moods.html", PackageResources.moods_html),
            ("sensors.html", PackageResources.sensors_html),
            ("settings.html", PackageResources.settings_html),
            ("today.html", PackageResources.today_html),
            ("words/cs.json", PackageResources.cs_json),
            ("words/de.json", PackageResources.de_json),
            ("words/en.json", PackageResources.en_json),
            ("words/es.json", PackageResources.es_json),
            ("words/fr.json", PackageResources.fr_json),
            ("words/it.json", PackageResources.it_json),
            ("words/ja.json", PackageResources.ja_json),
            ("words/ko.json", PackageResources.ko_json),
            ("words/pt.json", PackageResources.pt_json),
            ("words/zh-Hans.json", PackageResources.zh_Hans_json),
            ("workout.html", PackageResources.workout_html),
            ("workouts.html", PackageResources.workouts_html),
        ]
    }
}
