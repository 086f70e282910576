import Dialogues
import WireFormats

extension FuzzTarget {
    /// What answers at gpsd's port, in pieces and with times between: links open and close in turn, and reports come in between.
    static let gpsdConversation = FuzzTarget("gpsd-conversation", upTo: 2048) { bytes in
        let file = [UInt8](bytes)
        var now: Int64 = 0
        var conversation = GPSDConversation(device: file.first.map { $0 & 1 == 1 } == true ? "/dev/ttyACM0" : nil, at: now)
        var isOpen = false
        func take(_ actions: [GPSDConversation.Action]) {
            for action in actions {
                switch action {
                case .open:
                    precondition(!isOpen, "a link opens twice")
                    isOpen = true
                case .deliver(let line):
                    precondition(isOpen, "a report without a link")
                    precondition(line.count <= GPSDConversation.longestLine && !line.contains(0x0A), "more than a line")
                case .close:
                    precondition(isOpen, "a link closes that is not open")
                    isOpen = false
                case .send, .become: break
                }
            }
        }
        take(conversation.begin())
        for chunk in Script.chunks(of: file) {
            take(conversation.take(chunk, at: now))
            // Now and then nothing comes for a while.
            now += chunk.count % 3 == 0 ? GPSDConversation.patience : 1000
            guard let moment = conversation.wakeAt, moment <= now else { continue }
            take(conversation.wake(at: now))
            guard conversation.condition != .stranger else { return }
            precondition(conversation.wakeAt.map { $0 > now } ?? true, "it is woken again and again")
        }
    }
}
