/// How patient a plan is, in microseconds.
public struct BlueZTiming: Equatable, Sendable {
    /// Before a Connect that is not answered is broken off.
    public var connect: Int64 = 25_000_000
    /// From the link to the last service that is needed.
    public var services: Int64 = 10_000_000
    /// The same on a link that was there before.
    public var adoption: Int64 = 3_000_000
    /// For reading what a sensor says of itself, before its values are asked for regardless.
    public var facts: Int64 = 3_000_000
    /// Without a value on a link that should bring some, before it is made anew; doubled each time it did not help.
    public var silence: Int64 = 30_000_000
    /// Of listening before a sensor that is looked for counts as not heard.
    public var notHeard: Int64 = 15_000_000
    /// Of listening since the latest break before that is judged; a shorter break, as for a Connect, interrupts nothing.
    public var hearing: Int64 = 3_000_000
    /// How long a sighting is good for a Connect.
    public var freshness: Int64 = 10_000_000
    /// For the other adapters to hear a sensor as well.
    public var comparison: Int64 = 1_500_000
    /// In a row with `InProgress` before the adapter is switched off and on; doubled each time it did not help.
    public var stuck: Int64 = 30_000_000
    /// The same for a discovery, with which nobody else can interfere.
    public var deafStuck: Int64 = 5_000_000
    /// Of a discovery that is refused in a row before an adapter counts as deaf.
    public var deaf: Int64 = 1_500_000
    /// For what may be only passing, as while a daemon starts, before it is told as a fault.
    public var passing: Int64 = 3_000_000
    /// The same while other sensors are linked, which that would cost.
    public var stuckWhileLinked: Int64 = 120_000_000
    /// For an adapter to switch off.
    public var switching: Int64 = 5_000_000
    /// A discovery that BlueZ says does not run, before it is begun again.
    public var deafness: Int64 = 15_000_000
    /// A link that ends sooner counts as a peripheral's hanging up.
    public var shortLink: Int64 = 45_000_000
    /// From StartNotify to the moment at which `Notifying` must say so.
    public var rearming: Int64 = 2_000_000
    /// Between two attempts: doubling from the first to the longest.
    public var firstRetry: Int64 = 1_000_000
    public var longestRetry: Int64 = 30_000_000
    /// Of uninterrupted listening after a sensor went missing; then `listening` with pauses that double.
    public var eagerness: Int64 = 60_000_000
    public var listening: Int64 = 10_000_000
    public var firstPause: Int64 = 5_000_000
    public var longestPause: Int64 = 30_000_000
    /// Between two sightings that differ in signal alone.
    public var sighting: Int64 = 1_000_000
    /// For a call that has no patience of its own.
    public var call: Int64 = 30_000_000

    public init() {}

    /// When what is sought since a moment is next listened for, or no longer.
    ///
    /// - Returns: whether to listen `elapsed` microseconds after it went missing, and until when, from then.
    func duty(elapsed: Int64) -> (listens: Bool, until: Int64) {
        guard elapsed >= eagerness else { return (true, eagerness) }
        var begin = eagerness
        var pause = firstPause
        while true {
            let round = pause &+ listening
            if pause >= longestPause, round > 0 { begin &+= (elapsed &- begin) / round &* round }
            if elapsed < begin &+ pause { return (false, begin &+ pause) }
            if elapsed < begin &+ round || round <= 0 { return (true, begin &+ max(round, 1)) }
            begin &+= round
            pause = min(pause &* 2, longestPause)
        }
    }
}
