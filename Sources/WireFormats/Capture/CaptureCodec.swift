/// Records as lines of text, both ways: `OFFSET VERB LINK PAYLOAD`, as docs/capture-format.md has it.
public enum CaptureCodec {
    /// The longest line that is read, its line end counted; longer ones are an error, never a growing buffer.
    public static let longestLine = 1 << 20
    /// Some 35 years, in microseconds: no capture lasts longer, and sums with it are safe.
    static let highestOffset: Int64 = 1 << 50
    /// Records that may be missing at one place; fits the word of every machine.
    static let highestCount: Int64 = 1 << 30

    /// Appends the record's line, its line feed with it.
    public static func append(_ record: CaptureRecord, to line: inout [UInt8]) {
        line.appendNumber(record.offset)
        line.append(0x20)
        switch record.input {
        case .bytes(let link, let bytes):
            begin("rx ", link, &line)
            line.appendPayload(bytes)
        case .tick: line.appendLiteral("tick -")
        case .linkOpened(let link, let identity):
            begin("open ", link, &line)
            append(identity, to: &line)
        case .linkClosed(let link, let reason):
            begin("close ", link, &line)
            line.appendText(reason)
        case .dropped(let link, let count):
            begin("drop ", link, &line)
            line.appendNumber(Int64(count))
        case .command(let command):
            line.appendLiteral("command - ")
            append(command, to: &line)
        case .setting(let name, let value):
            line.appendLiteral("set - ")
            line.appendWord(name)
            line.append(0x20)
            line.appendText(value)
        case .pairing(let sensor, let isPaired):
            line.appendLiteral("pair - ")
            line.appendWord(sensor)
            line.appendLiteral(isPaired ? " paired" : " unpaired")
        case .priority(let sensor, let quantity, let rank):
            line.appendLiteral("priority - ")
            line.appendWord(sensor)
            line.append(0x20)
            line.appendWord(quantity)
            line.append(0x20)
            line.appendNumber(Int64(rank))
        case .clockAnchor(let anchor):
            line.appendLiteral("clock - ")
            CaptureTime.append(anchor.timestamp, to: &line)
            line.append(0x20)
            line.append(contentsOf: anchor.source.rawValue.utf8)
            line.appendLiteral(anchor.isSynchronised ? " synchronised" : " unsynchronised")
        }
        line.append(0x0A)
    }

    private static func begin(_ verb: StaticString, _ link: LinkID, _ line: inout [UInt8]) {
        line.appendLiteral(verb)
        line.appendNumber(Int64(link.rawValue))
        line.append(0x20)
    }

    private static func append(_ identity: LinkIdentity, to line: inout [UInt8]) {
        switch identity.kind {
        case .gatt(let characteristic):
            line.appendLiteral("gatt:")
            line.appendHex(UInt8(characteristic >> 8))
            line.appendHex(UInt8(characteristic & 0xFF))
        case .ant: line.appendLiteral("ant")
        case .nmea: line.appendLiteral("nmea")
        case .gpsd: line.appendLiteral("gpsd")
        }
        line.append(0x20)
        line.appendWord(identity.address)
        line.append(0x20)
        if let name = identity.name { line.appendWord(name) } else { line.append(0x2D) }
        for fact in identity.facts {
            line.append(0x20)
            line.appendWord(fact.name, quoting: 0x3D)
            line.append(0x3D)
            line.appendWord(fact.value)
        }
    }

    private static func append(_ command: RiderCommand, to line: inout [UInt8]) {
        switch command {
        case .start(let activity):
            line.appendLiteral("start ")
            line.appendWord(activity)
        case .pause(let automatic): line.appendLiteral(automatic ? "pause automatic" : "pause rider")
        case .resume(let automatic): line.appendLiteral(automatic ? "resume automatic" : "resume rider")
        case .lap: line.appendLiteral("lap")
        case .activity(let activity):
            line.appendLiteral("activity ")
            line.appendWord(activity)
        case .marker(let text):
            line.appendLiteral("marker ")
            line.appendText(text)
        case .stop: line.appendLiteral("stop")
        }
    }
}

extension CaptureCodec {
    /// Reads one line.
    ///
    /// - Parameter line: without its line end.
    /// - Returns: the offset, and the input; `nil` for an input whose verb, command or kind of link is younger than this program.
    public static func decode(_ line: Span<UInt8>) throws(CaptureFault) -> (offset: Int64, input: CaptureRecord.Input?) {
        var reader = LineReader(line)
        guard let offset = reader.number(), offset <= Self.highestOffset else { throw .invalid("offset") }
        guard reader.gap() else { throw .missing("verb") }
        let input = try input(&reader)
        if input != nil, !reader.isAtEnd { throw .tooManyFields }
        return (offset, input)
    }

    /// The link that a line opens, whatever its kind; `nil` for other lines.
    static func openedLink(_ line: Span<UInt8>) -> LinkID? {
        var reader = LineReader(line)
        guard reader.number() != nil, reader.gap(), reader.accept("open") else { return nil }
        return try? link(&reader)
    }

    private static func input(_ reader: inout LineReader) throws(CaptureFault) -> CaptureRecord.Input? {
        if reader.accept("rx") {
            let link = try link(&reader)
            guard let bytes = reader.payload() else { throw .invalid("payload") }
            return .bytes(link, bytes)
        }
        if reader.accept("tick") {
            guard reader.gap(), reader.accept("-") else { throw .invalid("link") }
            return .tick
        }
        if reader.accept("open") {
            let link = try link(&reader)
            guard let identity = try identity(&reader) else { return nil }
            return .linkOpened(link, identity)
        }
        if reader.accept("close") {
            let link = try link(&reader)
            guard let reason = reader.text() else { throw .invalid("reason") }
            return .linkClosed(link, reason: reason)
        }
        if reader.accept("drop") {
            let link = try link(&reader)
            guard let count = reader.number(), count <= Self.highestCount else { throw .invalid("count") }
            return .dropped(link, count: Int(count))
        }
        return try inputWithoutLink(&reader)
    }

    private static func inputWithoutLink(_ reader: inout LineReader) throws(CaptureFault) -> CaptureRecord.Input? {
        if reader.accept("command") {
            try noLink(&reader)
            return try command(&reader).map { .command($0) }
        }
        if reader.accept("set") {
            try noLink(&reader)
            guard let name = reader.string(), reader.gap() else { throw .missing("name") }
            guard let value = reader.text() else { throw .invalid("value") }
            return .setting(name: name, value: value)
        }
        if reader.accept("pair") {
            try noLink(&reader)
            guard let sensor = reader.string(), reader.gap() else { throw .missing("sensor") }
            let isPaired = reader.accept("paired")
            guard isPaired || reader.accept("unpaired") else { throw .invalid("paired or unpaired") }
            return .pairing(sensor: sensor, isPaired: isPaired)
        }
        if reader.accept("priority") {
            try noLink(&reader)
            guard let sensor = reader.string(), reader.gap() else { throw .missing("sensor") }
            guard let quantity = reader.string(), reader.gap() else { throw .missing("quantity") }
            guard let rank = reader.number(), let rank = Int(exactly: rank) else { throw .invalid("rank") }
            return .priority(sensor: sensor, quantity: quantity, rank: rank)
        }
        if reader.accept("clock") {
            try noLink(&reader)
            guard let timestamp = CaptureTime.moment(reader.bare()) else { throw .invalid("timestamp") }
            guard reader.gap(), let source = reader.string(), let source = ClockAnchor.Source(rawValue: source), reader.gap()
            else { throw .invalid("clock source") }
            return .clockAnchor(ClockAnchor(timestamp: timestamp, source: source, isSynchronised: try synchronised(&reader)))
        }
        guard !reader.bare().isEmpty else { throw .missing("verb") }
        return nil
    }

    static func synchronised(_ reader: inout LineReader) throws(CaptureFault) -> Bool {
        if reader.accept("synchronised") { return true }
        guard reader.accept("unsynchronised") else { throw .invalid("synchronised or unsynchronised") }
        return false
    }

    private static func link(_ reader: inout LineReader) throws(CaptureFault) -> LinkID {
        guard reader.gap(), let number = reader.number(), let number = UInt16(exactly: number), number > 0, reader.gap()
        else { throw .invalid("link") }
        return LinkID(number)
    }

    private static func noLink(_ reader: inout LineReader) throws(CaptureFault) {
        guard reader.gap(), reader.accept("-"), reader.gap() else { throw .invalid("link") }
    }

    private static func identity(_ reader: inout LineReader) throws(CaptureFault) -> LinkIdentity? {
        guard let kind = try kind(&reader) else { return nil }
        guard reader.gap(), let address = reader.string(), reader.gap() else { throw .missing("address") }
        var identity = LinkIdentity(kind: kind, address: address)
        if !reader.accept("-") {
            guard let name = reader.string() else { throw .invalid("name") }
            identity.name = name
        }
        while reader.gap() {
            guard let name = reader.string(before: 0x3D), reader.pass(0x3D), let value = reader.string()
            else { throw .invalid("fact") }
            identity.facts.append(LinkIdentity.Fact(name: name, value: value))
        }
        return identity
    }

    private static func kind(_ reader: inout LineReader) throws(CaptureFault) -> LinkIdentity.Kind? {
        if reader.accept("ant") { return .ant }
        if reader.accept("nmea") { return .nmea }
        if reader.accept("gpsd") { return .gpsd }
        guard let word = reader.string() else { throw .missing("kind of link") }
        guard word.hasPrefix("gatt:") else { return nil }
        guard word.utf8.count == 9, let characteristic = UInt16(word.dropFirst(5), radix: 16) else {
            throw .invalid("characteristic")
        }
        return .gatt(characteristic: characteristic)
    }

    private static func command(_ reader: inout LineReader) throws(CaptureFault) -> RiderCommand? {
        if reader.accept("lap") { return .lap }
        if reader.accept("stop") { return .stop }
        if reader.accept("pause") { return .pause(automatic: try isAutomatic(&reader)) }
        if reader.accept("resume") { return .resume(automatic: try isAutomatic(&reader)) }
        let isStart = reader.accept("start")
        if isStart || reader.accept("activity") {
            guard reader.gap(), let activity = reader.string() else { throw .missing("activity") }
            return isStart ? .start(activity: activity) : .activity(activity)
        }
        if reader.accept("marker") {
            guard reader.gap(), let text = reader.text() else { throw .missing("text") }
            return .marker(text)
        }
        guard !reader.bare().isEmpty else { throw .missing("command") }
        return nil
    }

    private static func isAutomatic(_ reader: inout LineReader) throws(CaptureFault) -> Bool {
        guard reader.gap() else { throw .missing("automatic or rider") }
        if reader.accept("automatic") { return true }
        guard reader.accept("rider") else { throw .invalid("automatic or rider") }
        return false
    }
}
