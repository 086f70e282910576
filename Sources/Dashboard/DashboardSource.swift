public import Statistics

/// Who knows what pages ask: the gateway. Documents are JSON as they stand elsewhere (docs/dashboard.md).
public protocol DashboardSource: AnyObject, Sendable {
    /// Answers once, from any thread, at once or when it is known.
    func answer(_ query: DashboardQuery, _ reply: @escaping @Sendable (DashboardAnswer) -> Void)
    /// Somebody looks on now, or nobody does any more: whether pictures have to be published.
    func setAudience(_ isThere: Bool)
    /// What every page asks first; at once.
    var facts: DashboardFacts { get }
    /// UTC now, microseconds since 1970.
    var nowMicroseconds: Int64 { get }
    /// Access tokens as they were kept; `nil` when there are none yet.
    func keptTokens() -> [UInt8]?
    /// - Returns: why they could not be kept: one sentence.
    func keep(tokens: [UInt8]) -> String?
}

/// What is asked of the source.
public enum DashboardQuery: Equatable, Sendable {
    case status
    /// - Parameter line: a request of docs/control.md.
    case control(line: [UInt8])
    /// One row a second of the workout that runs, from a second on; `nil`: the last ten minutes.
    case trace(after: Int?)
    /// Its route, from a place on.
    case liveRoute(after: Int)
    case workouts(WorkoutsQuery)
    /// - Parameter language: a tag; `nil`: as the settings say.
    case workout(id: String, language: String?)
    case series(id: String, stepSeconds: Int)
    case route(id: String)
    case edit(id: String, body: [UInt8])
    case delete(id: String)
    case restore(id: String)
    case file(id: String, kind: String)
    case statistics([Field])
    case days(from: CalendarDay, to: CalendarDay)
    case today
    case zones
    case moods(from: CalendarDay?, to: CalendarDay?)
    case addMood(body: [UInt8])
    case deleteMood(id: String)
    case plans
    case templates
    case settings
    /// What is kept where.
    case storage
    /// Sums that can be made again are thrown away.
    case clearCache

    public typealias Field = Request.Field
}

/// Which workouts are listed.
public struct WorkoutsQuery: Equatable, Sendable {
    public var from: CalendarDay?
    public var to: CalendarDay?
    public var sports: [String] = []
    public var source: String?
    /// Goes on behind a page: what `next` said.
    public var before: String?
    public var limit = 50
    public var isDeleted = false
    /// Of titles; `nil`: as the settings say.
    public var language: String?

    public init() {}
}

public enum DashboardAnswer: Sendable {
    /// One JSON value.
    case document([UInt8])
    case download([UInt8], type: String, name: String)
    /// JSON lines, made piece by piece as the client takes them; `nil` after the last.
    case lines(next: @Sendable (_ reply: @escaping @Sendable ([UInt8]?) -> Void) -> Void)
    case done
    case problem(Problem)
}

/// What stands in `session`.
public struct DashboardFacts: Equatable, Sendable {
    public var version = ""
    /// A language's tag.
    public var language = "en"
    public var languages: [String] = []
    /// `metric` or `imperial`.
    public var units = "metric"
    public var isDemo = false
    public var hasData = false
    /// Where map tiles come from, if the owner set it.
    public var tiles: String?
    /// What this machine is called in the network.
    public var names: [String] = []

    public init() {}
}
