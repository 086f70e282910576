/// How it stands with the store that a gateway writes into.
public enum StoreState: Equatable, Sendable {
    /// There is none.
    case off
    /// All that is over is in it.
    case current(path: String)
    /// What was recorded earlier is brought in: so many captures of `total` are still to come; 0 of 0 until it is known how many.
    case storing(path: String, captures: Int, total: Int)
    /// It cannot be written, and so many captures wait for it, at least. `sentence`: why, and what to do.
    case waiting(path: String, captures: Int, total: Int, sentence: String)
}
