import WireFormats

extension FuzzTarget {
    /// A stick's bytes: the messages found in them are the same wherever the chunks were cut, and no byte is counted twice.
    static let antStream = FuzzTarget("ant-stream", upTo: 2048) { bytes in
        let file = [UInt8](bytes)
        let whole = frames(in: [file])
        precondition(frames(in: Script.chunks(of: file)) == whole, "chunks change what a stick said")
        precondition(whole.used + whole.skipped + whole.pending == file.count, "bytes were lost or counted twice")
    }

    private struct Frames: Equatable {
        var messages: [ANTMessage] = []
        var used = 0
        var skipped = 0
        var errors = 0
        var pending = 0
    }

    private static func frames(in chunks: [[UInt8]]) -> Frames {
        var framer = ANTMessageFramer()
        var frames = Frames()
        for chunk in chunks {
            framer.append(chunk)
            while let message = framer.nextMessage() {
                frames.messages.append(message)
                frames.used += message.encoded().count
            }
        }
        frames.skipped = framer.skippedBytes
        frames.errors = framer.checksumErrors
        frames.pending = framer.pendingBytes
        return frames
    }
}
