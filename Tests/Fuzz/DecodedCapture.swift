import WireFormats

/// All that a capture's bytes came to, and the promises that every reader of captures keeps.
struct DecodedCapture: Equatable {
    var kind: CaptureKind?
    var header: CaptureHeader?
    var records: [CaptureRecord] = []
    var findings = CaptureFindings()
    var ending = CaptureEnding.open
    var error: CaptureError?

    init(_ chunks: [[UInt8]]) {
        var decoder = CaptureDecoder()
        for chunk in chunks where error == nil {
            decoder.append(chunk.span)
            drain(&decoder)
        }
        decoder.finish()
        if error == nil { drain(&decoder) }
        kind = decoder.kind
        header = decoder.header
        findings = decoder.findings
        ending = decoder.ending
        checkPromises(of: &decoder)
    }

    private mutating func drain(_ decoder: inout CaptureDecoder) {
        do throws(CaptureError) {
            while let record = try decoder.next() {
                precondition(decoder.header != nil, "a record before the header")
                records.append(record)
            }
        } catch {
            self.error = error
        }
    }

    private func checkPromises(of decoder: inout CaptureDecoder) {
        if let error {
            do throws(CaptureError) {
                _ = try decoder.next()
                preconditionFailure("an error that is forgotten")
            } catch let again {
                precondition(again == error, "an error that changes")
            }
            _ = error.description
        } else {
            precondition(ending != .open, "all was read, and the end is open")
        }
        var last: Int64 = 0
        for record in records {
            precondition(record.offset >= last, "offsets go back")
            last = record.offset
        }
        _ = findings.undiscovered.map(\.description)
        if kind != .wattbeat { checkLinks() }
    }

    /// What other tools recorded becomes links that open before they carry anything.
    private func checkLinks() {
        var open: Set<LinkID> = []
        for record in records {
            switch record.input {
            case .linkOpened(let link, _): open.insert(link)
            case .linkClosed(let link, _): precondition(open.remove(link) != nil, "a link closes that is not open")
            case .bytes(let link, _): precondition(open.contains(link), "bytes of a link that is not open")
            default: break
            }
        }
    }

    /// The same file in pieces must come to the same.
    static func expectSameHoweverCut(_ file: [UInt8], _ chunks: [[UInt8]]) -> DecodedCapture {
        let whole = DecodedCapture([file])
        precondition(DecodedCapture(chunks) == whole, "chunks change what a file holds")
        return whole
    }
}

extension DecodedCapture {
    /// Decodes a file, and now and then also with `padding` between its header and its body, in pieces: a reader begins
    /// only when it has seen so much that shorter files are never cut.
    static func read(_ body: [UInt8], header: [UInt8], padding: @autoclosure () -> [UInt8]) -> DecodedCapture {
        let decoded = DecodedCapture([header + body])
        if Script.seed(of: body) >> 20 & 0x3F == 0 {
            let begin = header + padding()
            _ = expectSameHoweverCut(begin + body, [begin] + Script.chunks(of: body))
        }
        return decoded
    }
}
