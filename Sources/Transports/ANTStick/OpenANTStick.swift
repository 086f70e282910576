/// An open stick, as far as the conversation with it is concerned: bytes both ways, and an end.
protocol OpenANTStick: AnyObject {
    /// Called with bytes as they arrived; never from within another call of the stick.
    var onBytes: (([UInt8]) -> Void)? { get set }
    /// Called once, when the stick can be spoken to no more, with the reason in words.
    var onLost: ((ANTStickFault) -> Void)? { get set }
    /// Queues a message; a stick that takes none in the long run is lost.
    func send(_ bytes: [UInt8])
    /// Lets go of the stick as soon as what is under way has ended; nothing is called after it.
    func close()
    /// Says the last words and lets go before it returns, within so many microseconds.
    func finish(saying bytes: [UInt8], within microseconds: Int64)
}

extension OpenANTStick {
    /// Closes, and tells why: once, since nothing is told after the end.
    func lose(_ fault: ANTStickFault) {
        let tell = onLost
        close()
        tell?(fault)
    }

    /// Not from within `send`: who sends does not expect to be told meanwhile.
    func loseSoon(_ fault: ANTStickFault, on reactor: Reactor) {
        _ = reactor.schedule(after: 0) { [weak self] in self?.lose(fault) }
    }
}

/// Where sticks come from.
protocol ANTStickSource: AnyObject {
    /// Called when sticks may have come or gone.
    var onChange: (() -> Void)? { get set }
    func start()
    /// The sticks that are plugged in.
    func sticks() -> [ANTStickPlace]
    /// Opens a stick, which may take its time.
    ///
    /// - Parameters:
    ///   - reset: whether the device is to be reset first, since it answered nothing.
    ///   - answer: called once; whoever does not want the stick any more closes it.
    func open(
        _ place: ANTStickPlace, reset: Bool, answer: @escaping (Result<any OpenANTStick, ANTStickFault>) -> Void)
    func stop()
}
