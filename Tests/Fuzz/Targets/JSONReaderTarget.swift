import JSONText

extension FuzzTarget {
    /// Any bytes are JSON or are refused; what is read and written again is read as the same.
    static let jsonReader = FuzzTarget("json-reader", upTo: 256) { bytes in
        var text: [UInt8] = []
        for index in bytes.indices { text.append(bytes[index]) }
        guard let value = (try? JSONReader.read(text))?.value else { return }
        let written = value.utf8(.compact)
        precondition((try? JSONReader.read(written))?.value.utf8(.compact) == written, "\(value) changed on its way")
    }
}
