/// What a gateway answers to a request (docs/control.md).
public enum ControlReply: Equatable, Sendable {
    case success(Payload? = nil)
    /// Why it was not done and what to do: one sentence without a full stop.
    case failure(String)

    public enum Payload: Equatable, Sendable {
        case status(GatewayStatus)
        /// What a workout that was stopped came to.
        case workout(WorkoutOutcome)
        /// What a person should read: a calibration's answer, a setting's value, a sensor's facts.
        case text(String)
    }
}

/// Who answers a gateway's clients; lives on the reactor's thread.
public protocol ControlHandler: AnyObject {
    /// How it stands now; made anew when asked.
    var status: GatewayStatus { get }
    /// Does what is asked, `status` and `watch` aside, and calls `reply` once: at once, or when the answer is known.
    func handle(_ request: ControlRequest, reply: @escaping (ControlReply) -> Void)
}
