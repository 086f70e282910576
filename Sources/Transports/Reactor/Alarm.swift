/// One moment that its owner waits for: set anew it forgets the one before, and with its owner it is forgotten.
public final class Alarm {
    private let reactor: Reactor
    private var standing: (token: Reactor.Token, moment: Int64)?

    public init(on reactor: Reactor) { self.reactor = reactor }

    deinit { cancel() }

    /// When it rings, of the reactor's `now`; `nil` when it is not set.
    public var moment: Int64? { standing?.moment }

    /// Calls `handler` once, at or after `moment` of the reactor's `now`; it may set the alarm again.
    public func set(at moment: Int64, _ handler: @escaping () -> Void) {
        cancel()
        let token = reactor.schedule(at: moment) { [weak self] in
            self?.standing = nil
            handler()
        }
        standing = (token, moment)
    }

    /// Calls `handler` once, so many microseconds from now.
    public func set(after microseconds: Int64, _ handler: @escaping () -> Void) {
        set(at: reactor.now + max(microseconds, 0), handler)
    }

    /// The same as `set(at:)`, but one that rings earlier stays as it is: its handler finds nothing due, and sets it again.
    /// Cheaper where each value that arrives moves the moment on.
    public func set(noLaterThan moment: Int64, _ handler: @escaping () -> Void) {
        if let standing, standing.moment <= moment { return }
        set(at: moment, handler)
    }

    public func cancel() {
        if let standing { reactor.cancel(standing.token) }
        standing = nil
    }
}
