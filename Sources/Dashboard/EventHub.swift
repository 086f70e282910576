internal import Synchronization

/// Tells all who look on the same: each picture is encoded once, a newcomer gets the latest, and who does not read is cut off.
public final class EventHub: Sendable {
    public static let mostListeners = 200

    fileprivate struct Listener {
        var stream: ResponseStream
        var hidden: Set<Scope.Kind>
    }

    fileprivate struct State {
        var listeners: [ObjectIdentifier: Listener] = [:]
        var status: [UInt8]?
        var anchor: String?
        /// The status as events, by what is left out of it.
        var events: [Set<Scope.Kind>: Payload] = [:]
    }

    private let state = Mutex(State())
    private let onAudience: @Sendable (Bool) -> Void

    /// - Parameter onAudience: called when the first one comes and when the last one goes; the picture is made for them alone.
    public init(onAudience: @escaping @Sendable (Bool) -> Void) { self.onAudience = onAudience }

    public var listenerCount: Int { state.withLock(\.listeners.count) }

    /// - Parameter lastID: the anchor that the client knew; `nil` of a new one.
    /// - Returns: `nil` when there are as many as may be.
    func listen(hidden: Set<Scope.Kind>, after lastID: String?) -> ResponseStream? {
        let stream = ResponseStream()
        let isFirst = state.withLock { state -> Bool? in
            guard state.listeners.count < Self.mostListeners else { return nil }
            let isFirst = state.listeners.isEmpty
            // What nobody looked at since is no picture of now.
            if isFirst { (state.status, state.events) = (nil, [:]) }
            state.listeners[ObjectIdentifier(stream)] = Listener(stream: stream, hidden: hidden)
            stream.send(Payload(Array("retry: 2000\n\n".utf8)))
            if let event = state.event(hidden: hidden) { stream.send(event) }
            if let anchor = state.anchor, anchor != lastID { stream.send(Self.changes(anchor)) }
            return isFirst
        }
        guard let isFirst else { return nil }
        stream.whenOver { [weak self, weak stream] in
            if let self, let stream { leave(stream) }
        }
        if isFirst { onAudience(true) }
        return stream
    }

    private func leave(_ stream: ResponseStream) {
        let wasLast = state.withLock { state in
            state.listeners.removeValue(forKey: ObjectIdentifier(stream)) != nil && state.listeners.isEmpty
        }
        if wasLast { onAudience(false) }
    }

    /// - Parameter document: one line of JSON.
    public func publish(status document: [UInt8]) {
        state.withLock { state in
            (state.status, state.events) = (document, [:])
            for listener in state.listeners.values {
                if let event = state.event(hidden: listener.hidden) { listener.stream.send(event) }
            }
        }
    }

    /// The store has something new.
    public func publish(anchor: String) {
        state.withLock { state in
            guard state.anchor != anchor else { return }
            state.anchor = anchor
            for listener in state.listeners.values { listener.stream.send(Self.changes(anchor)) }
        }
    }

    /// That the connection stands: without it nobody would notice that one does not.
    public func beat() {
        let beat = Payload(Array(":\n\n".utf8))
        state.withLock { state in
            for listener in state.listeners.values { listener.stream.send(beat) }
        }
    }

    private static func changes(_ anchor: String) -> Payload {
        Payload(Array("id: \(anchor)\nevent: changes\ndata: {\"anchor\":\"\(anchor)\"}\n\n".utf8))
    }
}

extension EventHub.State {
    /// The latest picture; made once for all who may see the same.
    mutating func event(hidden: Set<Scope.Kind>) -> Payload? {
        if let known = events[hidden] { return known }
        guard let status else { return nil }
        let document = DocumentFilter(hidden: hidden).filtered(status)
        let event = Payload(Array("event: status\ndata: ".utf8) + document + Array("\n\n".utf8))
        events[hidden] = event
        return event
    }
}
