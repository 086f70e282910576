import Gateway
import Transports

/// `wattbeat watch`.
enum Watch: Command {
    static let name = "watch"
    static let summary = "show the running gateway's live view"
    static let operands = Operands.none
    static let options: [any CommandOption] = [ControlAccess.socket]
    static let discussion = """
        On a terminal the picture is drawn over itself, four times a second at most; q or Ctrl-C ends it, and the workout goes
        on. Elsewhere, and where TERM is dumb, it is one plain line a second. If the gateway ends, its return is waited for.
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        Interruption.watch()
        output.neverWaits()
        let looker = try Looker(paths: ControlAccess.paths(arguments), output)
        try await looker.run()
    }

    /// Looks on, and again when the gateway is back.
    private final class Looker {
        private let reactor: Reactor
        private let paths: [String]
        private let screen: StatusScreen
        private let keys: Keys?
        private var client: ControlClient?
        private var isOver = false

        /// Microseconds between two attempts to find the gateway again.
        private static let patience: Int64 = 1_000_000

        init(paths: [String], _ output: Output) throws(CommandError) {
            do throws(TransportError) {
                reactor = try Reactor()
            } catch {
                throw CommandError(.inputOutput, "\(error)")
            }
            self.paths = paths
            screen = StatusScreen(output, on: reactor, hint: "q: end", lineInterval: 1)
            do throws(ControlClient.Failure) { client = try ControlClient(paths: paths, reactor: reactor) } catch {
                throw CommandError(error)
            }
            keys = Keys()
        }

        func run() async throws(CommandError) {
            watch()
            keys?.watch(on: reactor) { [self] typed in
                if typed.contains(where: { KeyMeaning($0) == .quit }) { isOver = true }
            }
            let waker = reactor.waker
            await withTaskCancellationHandler {
                while !isOver, screen.failure == nil, !Task.isCancelled { reactor.turn() }
            } onCancel: {
                waker.wake()
            }
            client?.close()
            keys?.restore()
            try screen.finish()
        }

        private func watch() {
            client?.watch(
                { [weak self] in self?.screen.show($0) },
                onEnd: { [weak self] in
                    guard let self else { return }
                    self.client = nil
                    self.screen.show("the gateway has ended; its return is waited for")
                    self.retry()
                })
        }

        private func retry() {
            _ = reactor.schedule(after: Self.patience) { [weak self] in
                guard let self, !self.isOver else { return }
                self.client = try? ControlClient(paths: self.paths, reactor: self.reactor)
                if self.client == nil { self.retry() } else { self.watch() }
            }
        }
    }
}
