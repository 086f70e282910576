import WireFormats

extension FuzzTarget {
    /// Our own format: what decodes is encoded, and must decode to the same; bytes that are no capture become the lines of one.
    static let capture = FuzzTarget("capture", upTo: 4096) { bytes in
        var file = [UInt8](bytes)
        if !file.starts(with: magic) { file = magic + defaultHeader + file }
        let decoded = DecodedCapture(file.last == 0x0A ? Script.chunks(of: file) : [file])
        expectSameAgain(decoded)
        guard Script.seed(of: file) >> 20 & 0x3F == 0 else { return }
        // A header longer than what the reader waits for, so that the rest arrives in pieces.
        let long = magic + Array("1\nfiller ".utf8) + [UInt8](repeating: 0x78, count: CaptureKind.detectionLength) + [0x0A]
        let rest = Array(file.dropFirst(magic.count + 2))
        _ = DecodedCapture.expectSameHoweverCut(long + rest, [long] + Script.chunks(of: rest))
    }

    private static let magic = Array("wattbeat-capture ".utf8)
    private static let defaultHeader = Array("1\nidentity 0123456789abcdef0123456789abcdef\nstart unknown\n\n".utf8)

    private static func expectSameAgain(_ decoded: DecodedCapture) {
        guard let header = decoded.header else { return }
        var lines: [UInt8] = []
        CaptureCodec.append(header, to: &lines)
        for record in decoded.records { CaptureCodec.append(record, to: &lines) }
        let again = DecodedCapture([lines])
        precondition(again.header == header, "the header changed on its way")
        precondition(again.records == decoded.records, "records changed on their way")
        precondition(again.error == nil && again.ending == .complete, "what was written cannot be read")
        _ = CaptureIdentity.workout(1, of: header)
    }
}
