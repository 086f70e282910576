import WireFormats

extension CaptureFindings {
    /// What the file holds and could not be used.
    var lossSentences: [String] {
        var sentences = undiscovered.map { shown("\($0)") }
        if unknownLines > 0 {
            sentences.append(
                Count.text(unknownLines, "line of a younger format was", "lines of a younger format were") + " passed over")
        }
        if shortenedPackets > 0 {
            sentences.append(
                Count.text(shortenedPackets, "packet was", "packets were") + " stored shortened and could not be used")
        }
        if clockSteps > 0 {
            sentences.append(
                "the clock that dates it was set on the way, or recordings were joined; the times go on as if nothing had been")
        }
        if lostPackets > 0 {
            sentences.append("its recorder says that it lost " + Count.text(Int(clamping: lostPackets), "packet", "packets"))
        }
        return sentences
    }

    /// What is odd and costs nothing.
    var oddities: [String] {
        var sentences: [String] = []
        if stampsGoingBack > 0 {
            sentences.append(
                Count.text(stampsGoingBack, "time stamp goes", "time stamps go")
                    + " back; those records keep the time of the one before")
        }
        if comments > 0 { sentences.append(Count.text(comments, "comment line", "comment lines") + " passed over") }
        return sentences
    }
}
