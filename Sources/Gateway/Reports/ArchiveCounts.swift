public import Statistics
public import Workouts

/// Samples of one quantity by one source, of no workout.
public struct ArchiveCounts {
    public let quantity: HistoryQuantity
    public let columns: SampleColumns
    public let source: SampleSource

    public init(quantity: HistoryQuantity, columns: SampleColumns, source: SampleSource) {
        self.quantity = quantity
        self.columns = columns
        self.source = source
    }
}
