/// Finds sentences in a receiver's bytes, whatever lies between them and wherever the chunks were cut.
///
/// A sentence is `$` or `!`, printable ASCII, `*` and two hex digits that equal the XOR of what stands between. A new start
/// inside a sentence, a control character or a byte above 0x7E abandons it; binary frames are not skipped by their length, since
/// a false header would swallow good sentences. A sentence that lies whole in a chunk is handed out in place; only a cut one is
/// copied, to a buffer that is allocated once.
///
/// - SeeAlso: NMEA 0183; u-blox, SiRF and RTCM streams interleave binary frames with it.
public struct NMEALineFramer: Sendable {
    /// Bytes from the start to the second checksum digit; a longer one is dropped. The book's 82 are exceeded by RTK receivers.
    public static let longestAccepted = 1024

    /// What was met so far.
    public private(set) var counters = NMEACounters()

    private var phase = Phase.seeking
    private var checksum: UInt8 = 0
    private var firstDigit: UInt8 = 0
    /// The bytes of the open sentence that came with earlier chunks.
    private var tail: [UInt8] = []

    private enum Phase { case seeking, body, firstDigit, secondDigit }

    /// A framer that waits for the first start.
    public init() {}

    /// Takes the next bytes and hands each sentence that ends in them to `take`, in order.
    public mutating func append(_ chunk: Span<UInt8>, _ take: (borrowing NMEASentence) -> Void) {
        var index = 0
        var start = phase == .seeking ? chunk.count : 0  // where the open sentence begins in this chunk
        while index < chunk.count {
            switch phase {
            case .seeking:
                index = seekStart(in: chunk, from: index)
                guard index < chunk.count else { return }
                start = index
                index += 1
                phase = .body
                checksum = 0
            case .body:
                index = NMEABodyScan.end(in: chunk, from: index, checksum: &checksum)
                guard index < chunk.count else { break }
                if chunk[index] == UInt8(ascii: "*") {
                    phase = .firstDigit
                    index += 1
                } else {
                    abandon(at: chunk[index], openedHere: chunk.extracting(start..<index))
                }
            case .firstDigit, .secondDigit:
                guard let digit = hexDigit(chunk[index]) else {
                    abandon(at: chunk[index], openedHere: chunk.extracting(start..<index))
                    continue
                }
                index += 1
                if phase == .firstDigit {
                    firstDigit = digit
                    phase = .secondDigit
                } else {
                    let received = firstDigit << 4 | digit
                    finish(chunk.extracting(start..<index), received: received, take)
                }
            }
            if phase != .seeking, tail.count + index - start > Self.longestAccepted {
                countTruncated(chunk.extracting(start..<index))
            }
        }
        if phase != .seeking { keep(chunk.extracting(start..<chunk.count)) }
    }

    /// Takes the next bytes and hands each sentence that ends in them to `take`, in order.
    public mutating func append(_ chunk: [UInt8], _ take: (borrowing NMEASentence) -> Void) { append(chunk.span, take) }

    /// Forgets a sentence that has begun: the input ended, or the line was closed or changed its speed.
    public mutating func discardPartial() {
        phase = .seeking
        tail.removeAll(keepingCapacity: true)
    }

    private mutating func seekStart(in chunk: Span<UInt8>, from first: Int) -> Int {
        var index = first
        while index < chunk.count {
            let byte = chunk[index]
            if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") { return index }
            counters.count(foreign: byte)
            index += 1
        }
        return index
    }

    /// Ends the open sentence at a byte that cannot belong to it, and leaves that byte to the search for the next start.
    private mutating func abandon(at byte: UInt8, openedHere part: Span<UInt8>) {
        let endsLine = byte == 0x0D || byte == 0x0A
        if phase == .body, endsLine {
            keep(part)
            if NMEASentence.looksLikeSentence(tail.span) { counters.noChecksum += 1 }
            discardPartial()
        } else {
            countTruncated(part)
        }
    }

    private mutating func countTruncated(_ part: Span<UInt8>) {
        keep(part)
        if NMEASentence.looksLikeSentence(tail.span) { counters.truncated += 1 }
        discardPartial()
    }

    private mutating func finish(_ part: Span<UInt8>, received: UInt8, _ take: (borrowing NMEASentence) -> Void) {
        guard tail.count + part.count <= Self.longestAccepted else { return countTruncated(part) }
        phase = .seeking
        if received != checksum {
            counters.badChecksum += 1
        } else if tail.isEmpty {
            counters.count(validOfLength: part.count)
            take(NMEASentence(proved: part))
        } else {
            keep(part)
            counters.count(validOfLength: tail.count)
            take(NMEASentence(proved: tail.span))
        }
        tail.removeAll(keepingCapacity: true)
    }

    /// Copies what this chunk holds of the open sentence, never beyond the buffer.
    private mutating func keep(_ part: Span<UInt8>) {
        if tail.isEmpty { tail.reserveCapacity(Self.longestAccepted) }
        let room = max(0, Self.longestAccepted - tail.count)
        part.extracting(first: room).withUnsafeBufferPointer { tail.append(contentsOf: $0) }
    }
}

/// What a framer met on a line.
public struct NMEACounters: Equatable, Sendable {
    /// Sentences whose checksum agrees.
    public internal(set) var valid = 0
    /// Whole sentences whose checksum does not agree.
    public internal(set) var badChecksum = 0
    /// Lines that begin like a sentence and end without `*`; they are not data.
    public internal(set) var noChecksum = 0
    /// Sentences cut by the start of another, by a foreign byte, by a missing digit, or for their length.
    public internal(set) var truncated = 0
    /// Bytes that are neither printable ASCII nor TAB, CR, LF: interleaved binary, or noise.
    public internal(set) var nonASCIIBytes = 0
    /// The longest valid sentence, from its start to the last checksum digit.
    public internal(set) var longest = 0
    /// Valid sentences longer than the 82 characters of the standard, which counts CR LF.
    public internal(set) var over82 = 0

    /// Nothing met yet.
    public init() {}

    mutating func count(validOfLength length: Int) {
        valid += 1
        longest = max(longest, length)
        if length + 2 > 82 { over82 += 1 }
    }

    mutating func count(foreign byte: UInt8) {
        if byte > 0x7E || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D) { nonASCIIBytes += 1 }
    }
}

func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    default: nil
    }
}
