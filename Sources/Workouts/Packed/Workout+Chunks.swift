extension Workout {
    /// Whether any beats were heard.
    public var hasBeats: Bool { !beatLog.isEmpty }

    /// All beats, in the order of arrival.
    public var beatChunks: [PackedChunk] { beatLog.chunks }

    /// The same, each made when it is asked for: a day's beats have megabytes.
    public var beatChunksOneByOne: some Sequence<PackedChunk> { beatLog.chunksOneByOne }

    /// - Returns: whether all chunks were whole.
    public mutating func setBeats(_ chunks: [PackedChunk]) -> Bool {
        guard let log = PackedLog<Beats>(chunks: chunks) else { return false }
        beatLog = log
        return true
    }
}

extension Route {
    /// All places, in order.
    public var chunks: [PackedChunk] { log.chunks }

    /// The same, each made when it is asked for: a day's places have megabytes.
    public var chunksOneByOne: some Sequence<PackedChunk> { log.chunksOneByOne }

    /// - Returns: `nil` when a chunk is damaged.
    public init?(syncID: WorkoutID, version: Int, source: SourceID?, isSmoothed: Bool, chunks: [PackedChunk]) {
        guard let log = PackedLog<Location>(chunks: chunks) else { return nil }
        self.init(syncID: syncID, version: version, log: log, source: source, isSmoothed: isSmoothed)
    }

    /// Whether the places lie in order of time, each later than the one before.
    public var isOrdered: Bool { log.isOrdered }
}
