/// Logs of lines: NMEA sentences, gpsd's JSON reports, or both; with or without times of reception, with comments, with binary
/// between the lines.
///
/// A line becomes one record, its stamp taken off. Without stamps an offset only counts lines: `isStamped` is false, and whoever
/// reads the sentences gives the records their time. Lines that begin with `#` and hold no control character are comments.
struct LineLog: CaptureDecoding {
    /// A piece of binary longer than this is given in parts; the sentences' framer joins them.
    private static let longestPiece = 4096
    /// How far, and how many sentences far, a stamp is looked for before the log is taken as unstamped.
    private static let farthestLook = 1 << 16
    private static let sentencesLookedAt = 8

    private(set) var findings = CaptureFindings()
    private(set) var ending = CaptureEnding.open

    private let identity: String
    private var input = InputBuffer()
    /// The first stamp; `.some(nil)` in a log that has none, `nil` until that is known.
    private var origin: ReceiveStamp??
    private var offset: Int64 = 0
    private var clock = RecorderClock()
    private var isInsideLine = false
    private var isInsideReport = false
    private var nmeaLink: LinkID?
    private var gpsdLink: LinkID?
    /// A record whose link had to be opened first.
    private var held: CaptureRecord?

    init(identity: String) { self.identity = identity }

    var header: CaptureHeader? {
        guard let origin else { return nil }
        let start = origin.flatMap { $0.scale == .since1970 ? $0.microseconds : nil }
        return CaptureHeader(identity: identity, start: start, isSynchronised: false)
    }

    var startOfDay: Int64? { origin.flatMap { $0 }.flatMap { $0.scale == .sinceMidnight ? $0.microseconds : nil } }
    var isStamped: Bool { origin.flatMap { $0 } != nil }

    mutating func append(_ chunk: Span<UInt8>) { input.append(chunk) }
    mutating func finish() { input.finish() }

    mutating func next() throws(CaptureError) -> CaptureRecord? {
        if let record = held.take() { return record }
        if origin == nil { origin = Self.look(in: input) }
        guard origin != nil else { return nil }
        while let length = pieceLength() {
            let isBeginning = !isInsideLine
            var piece = Self.piece(length, of: input, isBeginning: isBeginning, isStamped: isStamped)
            // A long report's parts are the report's, whatever they begin with.
            if isBeginning { isInsideReport = piece.isReport } else { piece.isReport = isInsideReport }
            input.take(Int64(length))
            isInsideLine = piece.isOpen
            if piece.isComment {
                findings.comments += 1
                // What follows of an overlong comment is not told from binary; comments are not that long.
                continue
            }
            if isBeginning { advance(to: piece.stamp) }
            return record(piece)
        }
        if input.isFinished { ending = .complete }
        return nil
    }

    /// How much to take: a line, or a part of one that is too long; `nil` when more bytes are needed.
    private mutating func pieceLength() -> Int? {
        if let length = input.lineLength(), length <= Self.longestPiece { return length }
        if input.count >= Self.longestPiece { return Self.longestPiece }
        return input.isFinished && !input.isEmpty ? input.count : nil
    }

    private struct Piece {
        var bytes: [UInt8] = []
        var stamp: ReceiveStamp?
        var isReport = false
        var isComment = false
        /// Whether the line goes on after it.
        var isOpen = false
    }

    private static func piece(
        _ length: Int, of input: borrowing InputBuffer, isBeginning: Bool, isStamped: Bool
    ) -> Piece {
        let line = input.span.extracting(0..<length)
        var piece = Piece(isOpen: line[length - 1] != 0x0A)
        if isBeginning {
            if line[0] == 0x23, isText(line) {
                piece.isComment = true
                return piece
            }
            if isStamped { piece.stamp = ReceiveStamp(line) }
        }
        let body = line.extracting((piece.stamp?.length ?? 0)..<length)
        piece.isReport = isBeginning && body[0] == 0x7B
        piece.bytes = [UInt8](body)
        return piece
    }

    private static func isText(_ line: Span<UInt8>) -> Bool {
        for index in line.indices where line[index] < 0x20 || line[index] == 0x7F {
            guard [0x09, 0x0A, 0x0D].contains(line[index]) else { return false }
        }
        return true
    }

    private mutating func advance(to stamp: ReceiveStamp?) {
        guard let origin, let origin else {
            // The first line stands at 0.
            offset += nmeaLink == nil && gpsdLink == nil ? 0 : 1
            return
        }
        guard let stamp, stamp.scale == origin.scale else { return }
        if origin.scale == .since1970 {
            switch clock.advance(to: stamp.microseconds) {
            case .none: break
            case .outOfOrder: findings.stampsGoingBack += 1
            case .clockSet: findings.clockSteps += 1
            }
            return offset = clock.offset
        }
        // A time of day far before the last one is of the next day.
        let day: Int64 = 86_400_000_000
        var since = stamp.microseconds - origin.microseconds
        since += (offset - since + day / 2) / day * day
        if since < offset { findings.stampsGoingBack += 1 } else { offset = since }
    }

    private mutating func record(_ piece: Piece) -> CaptureRecord {
        let open = piece.isReport ? gpsdLink : nmeaLink
        if let open { return CaptureRecord(offset: offset, input: .bytes(open, piece.bytes)) }
        let link = LinkID(nmeaLink == nil && gpsdLink == nil ? 1 : 2)
        if piece.isReport { gpsdLink = link } else { nmeaLink = link }
        held = CaptureRecord(offset: offset, input: .bytes(link, piece.bytes))
        let identity = LinkIdentity(kind: piece.isReport ? .gpsd : .nmea, address: "log")
        return CaptureRecord(offset: offset, input: .linkOpened(link, identity))
    }

    /// Looks for the first stamp among the first sentences.
    ///
    /// - Returns: `nil` when too little is there to tell.
    private static func look(in input: borrowing InputBuffer) -> ReceiveStamp?? {
        // However much has arrived: what is told must not depend on the chunks.
        let bytes = input.span.extracting(first: farthestLook)
        var sentences = 0
        var start = 0
        for index in bytes.indices where bytes[index] == 0x0A || index == input.count - 1 && input.isFinished {
            let line = bytes.extracting(start..<index + 1)
            start = index + 1
            if let stamp = ReceiveStamp(line) { return .some(stamp) }
            if isSentence(line) { sentences += 1 }
            if sentences == sentencesLookedAt { return .some(nil) }
        }
        return input.isFinished || bytes.count >= farthestLook ? .some(nil) : nil
    }

    private static func isSentence(_ line: Span<UInt8>) -> Bool {
        for index in line.indices where ReceiveStamp.beginnings.contains(line[index]) { return line[0] != 0x23 }
        return false
    }
}
